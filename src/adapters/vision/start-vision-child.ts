import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { yieldToOthers } from "../../base/core/background.ts";
import { forkGroup } from "../child-process/start-child.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/**
 * Starts a vision process, which loads its code and then waits for `configure`. It ends by itself with this process.
 * Ownership passes to the vision host that gets it.
 */
export function startVisionChild(): ChildProcess {
  const child = forkGroup(entry);
  if (child.pid !== undefined) yieldToOthers(child.pid);
  // Until the host listens, a failed start shows as a closed channel.
  child.on("error", () => undefined);
  return child;
}
