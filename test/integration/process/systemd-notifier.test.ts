import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { SystemdNotifier } from "../../../src/adapters/systemd/notifier.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { silentLogger } from "../../../src/core/logger.ts";
import { Pulse } from "../../../src/selfcare/pulse.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { until } from "../../support/wait.ts";

const hasSystemd = spawnSync("systemd-notify", ["--version"]).status === 0;
const skip = hasSystemd ? false : "systemd-notify is not installed";

/** A service manager's end of the notify socket: what has arrived so far, one entry per line. */
async function manager(t: TestContext): Promise<{ socket: string; messages: string[] }> {
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
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const messages: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => messages.push(line));
  await until(() => messages.includes("bound"));
  return { socket, messages };
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

/** A clock of which only the part that is tested stands still. */
function partBeating() {
  let stoppedAtMs: number | null = null;
  const beatMs = (): number => stoppedAtMs ?? systemClock.monoMs();
  return { beatMs, stop: () => void (stoppedAtMs ??= systemClock.monoMs()) };
}

for (const name of ["store", "jobs", "vision"]) {
  test(`systemd hears no more sign of life once ${name} stands still`, { skip }, async (t) => {
    const { socket, messages } = await manager(t);
    const parts = ["store", "jobs", "vision"].map((each) => ({ ...partBeating(), name: each }));
    const pulse = new Pulse(
      { clock: systemClock, log: silentLogger },
      parts.map((part) => ({ ...part, limitMs: 300 })),
    );
    let asked = 0;
    const isHealthy = (): boolean => {
      asked += 1;
      return pulse.stuck().length === 0;
    };
    const common = { clock: systemClock, watchdogUsec: "400000", notifySocket: socket };
    const notifier = new SystemdNotifier({ ...common, isHealthy });
    notifier.start();
    const signs = (): number => messages.filter((each) => each === "WATCHDOG=1").length;
    await until(() => signs() >= 2);
    parts.find((part) => part.name === name)!.stop();
    await until(() => pulse.stuck().includes(name));
    assert.deepEqual(pulse.stuck(), [name]);
    // Signs that were sent before may still arrive; after a while of asking there are no more.
    const then = asked;
    await until(() => asked >= then + 3);
    const heard = signs();
    await until(() => asked >= then + 8);
    assert.equal(signs(), heard);
    notifier.stop();
  });
}

test("systemd hears no more sign of life while the event loop is held up", { skip }, async (t) => {
  const { socket, messages } = await manager(t);
  const program = `
    import { SystemdNotifier } from "./src/adapters/systemd/notifier.ts";
    import { systemClock } from "./src/core/clock.ts";
    const common = { clock: systemClock, watchdogUsec: "400000", notifySocket: process.argv[1] };
    new SystemdNotifier({ ...common, isHealthy: () => true }).start();
    process.stdin.once("data", () => {
      process.stdout.write("held");
      for (;;) continue;
    });
    setInterval(() => undefined, 1000);
  `;
  const args = ["--input-type=module-typescript", "--eval", program, socket];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const signs = (): number => messages.filter((each) => each === "WATCHDOG=1").length;
  await until(() => signs() >= 1);
  child.stdin.write("now");
  await once(child.stdout, "data");
  // One that was on its way may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const heard = signs();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal(signs(), heard);
});

test("does nothing without systemd, and does not fail when its command is missing", async () => {
  const common = { clock: systemClock, isHealthy: () => true, watchdogUsec: undefined };
  const without = new SystemdNotifier({ ...common, notifySocket: undefined });
  without.start();
  await assert.doesNotReject(without.ready("x"));
  const broken = new SystemdNotifier({ ...common, notifySocket: "/nowhere", command: "/no/such" });
  await assert.doesNotReject(broken.ready("x"));
});
