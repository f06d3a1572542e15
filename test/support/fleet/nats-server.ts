import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { tempDir } from "../box/temp-dir.ts";
import { until } from "../box/wait.ts";
import { freePort, opens } from "../system/ports.ts";

const asked = spawnSync("nats-server", ["--version"], { encoding: "utf8" });

/** Why tests with a real NATS server cannot run here; false where they can. */
export const noNats = asked.error === undefined ? false : "nats-server is not installed";

/** Version of the NATS server, such as `[2, 9]`. */
export const natsVersion = (/v(\d+)\.(\d+)/.exec(asked.stdout ?? "") ?? [])
  .slice(1)
  .map(Number) as [number, number];

/** A real NATS server of one test. */
export interface TestNats {
  url: string;
  port: number;
  /** Ends it at once, as a power cut does; its files stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Removes all that it has stored, as the loss of its disk does; only while it does not run. */
  wipe(): Promise<void>;
}

/** Starts a server with JetStream on a free port; `lines` are further lines of its configuration. */
export async function startNats(
  t: Pick<TestContext, "after">,
  lines: readonly string[] = [],
): Promise<TestNats> {
  const port = await freePort();
  const server = await writeServer(t, port, lines);
  await server.start();
  return server;
}

/** Starts a cluster of `size` servers with JetStream on free ports. */
export async function startNatsCluster(
  t: Pick<TestContext, "after">,
  size: number,
): Promise<TestNats[]> {
  const inner = await Promise.all(Array.from({ length: size }, freePort));
  const routes = inner.map((port) => `nats-route://127.0.0.1:${port}`).join(", ");
  const servers: TestNats[] = [];
  for (const [at, port] of inner.entries()) {
    const lines = [
      `server_name: "nats-${at}"`,
      `cluster { name: test, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
    ];
    servers.push(await writeServer(t, await freePort(), lines));
  }
  await Promise.all(servers.map((server) => server.start()));
  return servers;
}

async function writeServer(
  t: Pick<TestContext, "after">,
  port: number,
  lines: readonly string[],
): Promise<TestNats> {
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };
  // Before the folder: a server that still writes would keep it from being removed.
  t.after(kill);
  const dir = await tempDir(t);
  const file = join(dir, "nats.conf");
  const store = `jetstream { store_dir: "${join(dir, "store")}" }`;
  await writeFile(file, [`listen: "127.0.0.1:${port}"`, store, ...lines, ""].join("\n"));
  const wipe = () => rm(join(dir, "store"), { recursive: true, force: true });
  const start = async (): Promise<void> => {
    child = spawn("nats-server", ["-c", file], { stdio: "ignore" });
    await until(() => opens(port), { what: "the NATS server" });
  };
  return { url: `nats://127.0.0.1:${port}`, port, kill, start, wipe };
}
