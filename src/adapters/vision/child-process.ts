import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { yieldToOthers } from "../../base/core/background.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/**
 * Starts a vision child, which loads its code and then waits to be configured; whoever starts it hands it to the
 * vision host. It ends by itself with this process.
 */
export function startVisionChild(): ChildProcess {
  // A group of its own, so that a hung child can be killed together with its decoders.
  const child = fork(ENTRY, [], {
    serialization: "advanced",
    detached: true,
    execArgv: [],
    // oxlint-disable-next-line house/no-process-env -- handed on, not read
    env: withCompileCache(process.env),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  if (child.pid !== undefined) yieldToOthers(child.pid);
  // A failure to start shows in `exit` or in silence, which the host watches; nobody may die of it here.
  child.on("error", () => undefined);
  return child;
}

/** The child shares the cache of compiled code, where there is one. */
function withCompileCache(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dir = getCompileCacheDir();
  // Node adds its version's folder itself.
  return dir === undefined ? env : { ...env, NODE_COMPILE_CACHE: dirname(dir) };
}
