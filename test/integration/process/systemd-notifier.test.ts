import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { SystemdNotifier } from "../../../src/adapters/systemd/notifier.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Pulse } from "../../../src/system/selfcare/pulse.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { childrenOf } from "../../support/perception/vision-watch.ts";
import { until } from "../../support/box/wait.ts";

const hasSystemd = spawnSync("systemd-notify", ["--version"]).status === 0;
const skip = hasSystemd ? false : "systemd-notify is not installed";

interface Manager {
  socket: string;
  /** What has arrived so far, one entry per line. */
  messages: string[];
  /** Signs of life, once all that process `pid` has sent so far are there. */
  signsOf(pid: number): Promise<number>;
}

/** A service manager's end of the notify socket. */
async function manager(t: TestContext): Promise<Manager> {
  const socket = join(await tempDir(t), "notify");
  const program = [
    "import socket, sys",
    "s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "s.bind(sys.argv[1])",
    "print('bound', flush=True)",
    "while True: print(s.recv(4096).decode(), flush=True)",
  ].join("\n");
  const child = spawn("python3", ["-c", program, socket], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  });
  const messages: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => messages.push(line));
  await until(() => messages.includes("bound"));
  let marks = 0;
  const signsOf = async (pid: number): Promise<number> => {
    await until(() => childrenOf(pid, "systemd-notify").length === 0, { what: "all to be sent" });
    // The socket keeps the order: what was sent before the mark is there before it.
    const mark = `mark ${(marks += 1)}`;
    const common = { clock: systemClock, isHealthy: () => true, watchdogUsec: undefined };
    await new SystemdNotifier({ ...common, notifySocket: socket }).ready(mark);
    await until(() => messages.includes(`STATUS=${mark}`), { what: mark });
    return messages.filter((each) => each === "WATCHDOG=1").length;
  };
  return { socket, messages, signsOf };
}

test(
  "tells systemd READY, STOPPING and that it lives, as long as it is healthy",
  { skip },
  async (t) => {
    const { socket, messages } = await manager(t);
    let isHealthy = true;
    const notifier = new SystemdNotifier({
      notifySocket: socket,
      watchdogUsec: "400000",
      clock: systemClock,
      isHealthy: () => isHealthy,
    });
    await notifier.ready("answering");
    await until(() => messages.includes("READY=1") && messages.includes("STATUS=answering"));
    notifier.start();
    await until(() => messages.includes("WATCHDOG=1"));
    isHealthy = false;
    await notifier.stopping();
    await until(() => messages.includes("STOPPING=1"));
    notifier.stop();
    notifier.stop();
  },
);

/** A part that beats with the clock until it stops. */
function partBeating(clock: FakeClock) {
  let stoppedAtMs: number | null = null;
  const beatMs = (): number => stoppedAtMs ?? clock.monoMs();
  return { beatMs, stop: () => void (stoppedAtMs ??= clock.monoMs()) };
}

for (const name of ["store", "jobs", "vision"]) {
  test(`systemd hears no more sign of life once ${name} stands still`, { skip }, async (t) => {
    const { socket, signsOf } = await manager(t);
    const clock = new FakeClock();
    const parts = ["store", "jobs", "vision"].map((each) => ({
      ...partBeating(clock),
      name: each,
    }));
    const pulse = new Pulse(
      { clock, log: silentLogger },
      parts.map((part) => ({ ...part, limitMs: 300 })),
    );
    const isHealthy = (): boolean => pulse.stuck().length === 0;
    const common = { clock, watchdogUsec: "400000", notifySocket: socket };
    const notifier = new SystemdNotifier({ ...common, isHealthy });
    notifier.start();
    clock.advance(600);
    assert.equal(await signsOf(process.pid), 3);
    parts.find((part) => part.name === name)!.stop();
    clock.advance(301);
    assert.deepEqual(pulse.stuck(), [name]);
    const heard = await signsOf(process.pid);
    clock.advance(2000);
    assert.equal(await signsOf(process.pid), heard);
    notifier.stop();
  });
}

test("systemd hears no more sign of life while the event loop is held up", { skip }, async (t) => {
  const { socket, messages, signsOf } = await manager(t);
  const program = `
    import { SystemdNotifier } from "./src/adapters/systemd/notifier.ts";
    import { systemClock } from "./src/base/core/clock.ts";
    const common = { clock: systemClock, watchdogUsec: "400000", notifySocket: process.argv[1] };
    new SystemdNotifier({ ...common, isHealthy: () => true }).start();
    process.stdin.once("data", () => {
      process.stdout.write("held");
      const endMs = performance.now() + 1000;
      while (performance.now() < endMs) continue;
      process.stdout.write("free");
      for (;;) continue;
    });
    setInterval(() => undefined, 1000);
  `;
  const args = ["--input-type=module-typescript", "--eval", program, socket];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(() => messages.includes("WATCHDOG=1"));
  child.stdin.write("now");
  await until(() => output === "held", { what: "a loop that is held up" });
  const heard = await signsOf(child.pid!);
  // Five periods.
  await until(() => output === "heldfree", { what: "a second of it" });
  assert.equal(await signsOf(child.pid!), heard);
});

test("does nothing without systemd, and does not fail when its command is missing", async () => {
  const common = { clock: systemClock, isHealthy: () => true, watchdogUsec: undefined };
  const without = new SystemdNotifier({ ...common, notifySocket: undefined });
  without.start();
  await assert.doesNotReject(without.ready("x"));
  const broken = new SystemdNotifier({ ...common, notifySocket: "/nowhere", command: "/no/such" });
  await assert.doesNotReject(broken.ready("x"));
});
