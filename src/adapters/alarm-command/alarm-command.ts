import { spawn } from "node:child_process";
import type { Switch } from "../../notifications/alarms/ports.ts";
import { yieldToOthers } from "../../base/core/background.ts";

/** The commands, each a program with its arguments; no shell reads them. */
export interface AlarmCommandOptions {
  on: readonly string[];
  off?: readonly string[];
  /** A command that runs longer is killed with everything it has started. */
  timeoutMs: number;
}

/** The search path for programs without a path: Debian's own for root. */
const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** Characters kept of a command's output. */
const maxOutput = 2000;

/** Switches by programs of the site's configuration. */
export class AlarmCommand implements Switch {
  readonly #options: AlarmCommandOptions;

  constructor(options: AlarmCommandOptions) {
    this.#options = options;
  }

  run(command: "on" | "off"): ReturnType<Switch["run"]> {
    const { on, off = [], timeoutMs } = this.#options;
    const [program, ...args] = command === "on" ? on : off;
    if (program === undefined) return Promise.resolve({ failure: null, output: "" });
    return runBounded(program, args, timeoutMs);
  }
}

function runBounded(
  program: string,
  args: readonly string[],
  timeoutMs: number,
): ReturnType<Switch["run"]> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Switch["run"]>>>();
  // Nothing of the service's own environment: it may name secrets.
  const env = { PATH: searchPath, LANG: "C.UTF-8" };
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env, detached: true });
  if (child.pid !== undefined) yieldToOthers(child.pid);
  let output = "";
  let isLate = false;
  const take = (chunk: Buffer): void => {
    if (output.length < maxOutput) output = `${output}${chunk.toString()}`.slice(0, maxOutput);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const late = setTimeout(() => {
    isLate = true;
    killGroup(child.pid);
  }, timeoutMs);
  const end = (failure: string | null): void => {
    clearTimeout(late);
    resolve({ failure, output: output.trim() });
  };
  child.on("error", (error) => end(`${program} could not be started: ${error.message}`));
  child.on("close", (code, signal) => {
    if (isLate) end(`${program} was killed after ${timeoutMs / 1000} s`);
    else if (code === 0) end(null);
    else end(`${program} ended with ${signal ?? `exit code ${code}`}`);
  });
  return promise;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
  }
}
