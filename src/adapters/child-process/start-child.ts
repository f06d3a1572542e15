import { type ChildProcess, fork, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/**
 * Starts a Node process that serves this one with messages, buffers included, and exits on `disconnect`. It leads a
 * group of its own, so that a hung process is killed together with what it started.
 */
export function forkGroup(entry: string): ChildProcess {
  return fork(entry, [], {
    serialization: "advanced",
    detached: true,
    execArgv: [],
    env: childEnvironment(),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** Starts a Node process for untrusted work, which shares nothing with this one but the message channel. */
export function forkDisposable(entry: string, execArgv: readonly string[] = []): ChildProcess {
  return fork(entry, [], {
    serialization: "advanced",
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Starts a program like `forkGroup`; a program that replaces itself by Node passes the channel on. */
export function spawnGroup(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(program, args, {
    serialization: "advanced",
    detached: true,
    env: { ...childEnvironment(), ...env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** The environment of this process, with its cache of compiled code where there is one. */
function childEnvironment(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line house/no-process-env -- passed on, not read
  const env = process.env;
  const cacheDir = getCompileCacheDir();
  // Node adds the folder of its version itself.
  return cacheDir === undefined ? env : { ...env, NODE_COMPILE_CACHE: dirname(cacheDir) };
}
