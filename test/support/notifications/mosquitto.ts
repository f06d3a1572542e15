import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { freePort, opens } from "../system/ports.ts";
import { tempDir } from "../box/temp-dir.ts";
import { until } from "../box/wait.ts";

const program = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "mosquitto"].find(
  (path) => spawnSync(path, ["-h"]).error === undefined,
);

/** Why tests with a real broker cannot run here; false where they can. */
export const noBroker = program === undefined ? "mosquitto is not installed" : false;

/** A real mosquitto of one test. */
export interface TestBroker {
  url: string;
  port: number;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on the same port with nothing remembered. */
  start(): Promise<void>;
}

/** Starts mosquitto on a free port; `settings` are further lines of its configuration. */
export async function startBroker(
  t: Pick<TestContext, "after">,
  settings: readonly string[] = ["allow_anonymous true"],
): Promise<TestBroker> {
  const port = await freePort();
  const file = join(await tempDir(t), "mosquitto.conf");
  // Without `user`, one that root starts could not read the files of the test.
  const lines = [`listener ${port} 127.0.0.1`, "persistence false", "user root", ...settings];
  await writeFile(file, `${lines.join("\n")}\n`);
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };
  const start = async (): Promise<void> => {
    child = spawn(program!, ["-c", file], { stdio: "ignore" });
    await until(() => opens(port), { what: "the broker" });
  };
  await start();
  t.after(kill);
  return { url: `mqtt://127.0.0.1:${port}`, port, kill, start };
}
