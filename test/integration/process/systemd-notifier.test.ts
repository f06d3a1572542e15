import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { SystemdNotifier } from "../../../src/adapters/systemd/notifier.ts";
import { systemClock } from "../../../src/core/clock.ts";
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

test("does nothing without systemd, and does not fail when its command is missing", async () => {
  const common = { clock: systemClock, isHealthy: () => true, watchdogUsec: undefined };
  const without = new SystemdNotifier({ ...common, notifySocket: undefined });
  without.start();
  await assert.doesNotReject(without.ready("x"));
  const broken = new SystemdNotifier({ ...common, notifySocket: "/nowhere", command: "/no/such" });
  await assert.doesNotReject(broken.ready("x"));
});
