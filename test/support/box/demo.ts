import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repoDir } from "./appliance.ts";
import { until } from "./wait.ts";

/** A running demo, as `--ready-file` tells of it. */
export interface RunningDemo {
  url: string;
  key: string;
  page: string;
  /** With `--with-health`: what it submitted for triage. */
  triage?: readonly { what: string; jobId?: string; problem?: string }[];
  /** Everything that it wrote to stdout and stderr so far. */
  output(): string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** The first start may install what is missing. */
const startDeadlineMs = 120_000;

async function readyOf(
  child: ChildProcess,
  file: string,
  output: () => string,
): Promise<Pick<RunningDemo, "url" | "key" | "page" | "triage">> {
  const ready = async (): Promise<string> => await readFile(file, "utf8").catch(() => "");
  const isOver = async (): Promise<boolean> => child.exitCode !== null || (await ready()) !== "";
  await until(isOver, { everyMs: 50, deadlineMs: startDeadlineMs }).catch(() => undefined);
  const text = await ready();
  if (text !== "") return JSON.parse(text) as RunningDemo;
  child.kill("SIGKILL");
  throw new Error(`the demo did not start:\n${output().slice(-4000)}`);
}

/** Runs `scripts/demo` on a free port with data of its own; `more` are further arguments. */
export async function startDemo(more: readonly string[] = []): Promise<RunningDemo> {
  const workDir = await mkdtemp(join(tmpdir(), "gatehouse-demo-"));
  const readyFile = join(workDir, "ready.json");
  const args = [
    "--port",
    "0",
    "--data-dir",
    join(workDir, "data"),
    "--ready-file",
    readyFile,
    ...more,
  ];
  const child = spawn(join(repoDir, "scripts/demo"), args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (log = (log + chunk.toString()).slice(-100_000)));
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      // The script may run the appliance as its child: the whole group is told to end.
      process.kill(-child.pid!, "SIGTERM");
      await once(child, "exit");
    }
    await rm(workDir, { recursive: true, force: true });
  };
  try {
    return { ...(await readyOf(child, readyFile, () => log)), output: () => log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
