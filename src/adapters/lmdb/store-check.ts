import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("./check-child.ts", import.meta.url));

/** The options of a check of the store. */
export interface StoreCheckOptions {
  /** Behind everything else that the machine does. */
  isLowPriority?: boolean;
  /** Ends the child; its result then means nothing. */
  signal?: AbortSignal;
  /** Looks through the file with these meta pages in the place of its own, and without LMDB. */
  metaPages?: Buffer;
  /** True when a page that a later commit may have written counts as damage; only with `metaPages`. */
  mustBeNewest?: boolean;
}

/** Reads the store in a child; returns null for a sound one, else the damage. */
export async function problemOf(
  storeDir: string,
  how: StoreCheckOptions = {},
): Promise<string | null> {
  const { metaPages, mustBeNewest, isLowPriority } = how;
  const flags = metaPages ? ["--meta-pages", ...(mustBeNewest ? ["--newest"] : [])] : [];
  const child = spawn(process.execPath, [entry, storeDir, ...flags], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  // The exit of a child reports an early end.
  child.stdin.on("error", () => undefined).end(metaPages);
  if (isLowPriority && child.pid !== undefined) {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  }
  const kill = (): void => void child.kill("SIGKILL");
  how.signal?.addEventListener("abort", kill, { once: true });
  if (how.signal?.aborted) kill();
  const [said, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, "exit") as Promise<[number | null, string | null]>,
  ]).finally(() => how.signal?.removeEventListener("abort", kill));
  if (signal !== null) return `reading it ends the process by ${signal}`;
  if (code !== 0) return "it cannot be read";
  return said === "" ? null : said;
}
