import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { fail } from "../../contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../../core/atomic-file.ts";
import { copyFolder, copyHint } from "./kept-copy.ts";
import { dataFile } from "./reads.ts";

const ENTRY = fileURLToPath(new URL("./check-child.ts", import.meta.url));
/** In the store's folder: what the file looked like after a clean stop. */
export const cleanFile = "clean.json";
/** Folders of the data directory whose files a store has named, or is the origin of. */
const namedFolders = ["assets", "recordings", "blobs", "tracks", "uplink", copyFolder];
/** Made before the store names anything. */
const ownFiles: ReadonlySet<string> = new Set(["signing-key"]);

/**
 * Looks whether LMDB may open the store in `storeDir`: a file that is as the last clean stop left it may,
 * any other is read from end to end by a disposable process first (measured on two busy cores: 0.45 to 0.6 s for
 * a small one, 2.4 to 4.7 s for 236 MB).
 * Fails with `store_damaged`.
 */
export async function admitStore(storeDir: string): Promise<void> {
  const now = await looksOf(storeDir);
  if (now === undefined) return;
  const clean = await readFile(join(storeDir, cleanFile), "utf8").catch(() => "");
  if (clean === now) return;
  const problem = await problemOf(storeDir);
  if (problem !== null)
    throw fail(
      "store_damaged",
      `The store in ${storeDir} is damaged: ${problem}${await copyHint(dirname(storeDir))}`,
    );
}

/** Whether the store has a file with anything in it. */
export async function hasStore(storeDir: string): Promise<boolean> {
  return (await looksOf(storeDir)) !== undefined;
}

/** Notes what the file looks like, after it was closed. */
export async function noteCleanStop(storeDir: string): Promise<void> {
  const now = await looksOf(storeDir);
  if (now !== undefined) await writeFileAtomic(join(storeDir, cleanFile), now);
}

/**
 * Fails with `store_lost` when the data directory holds files that only a store could have named: an
 * empty store would have them swept away as nobody's.
 */
export async function refuseLostStore(dataDir: string): Promise<void> {
  const found: string[] = [];
  for (const folder of namedFolders) {
    const count = await countFiles(join(dataDir, folder));
    if (count > 0) found.push(`${folder} (${count})`);
  }
  if (found.length === 0) return;
  throw fail(
    "store_lost",
    `The store in ${dataDir} is missing or empty, but files of an earlier life are there: ${found.join(", ")}${await copyHint(dataDir)}`,
  );
}

/** How a store is read. */
interface Reading {
  /** Behind everything else that the machine does. */
  isLowPriority?: boolean;
  /** Ends the child; what is said of the store then means nothing. */
  signal?: AbortSignal;
}

/** Reads the store in a child; null for a whole one, else what is wrong with it. */
export async function problemOf(storeDir: string, how: Reading = {}): Promise<string | null> {
  const child = spawn(process.execPath, [ENTRY, storeDir], { stdio: ["ignore", "pipe", "ignore"] });
  if (how.isLowPriority && child.pid !== undefined) {
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

/** Size, time of the last write and number of the file; undefined without one, or when it is empty. */
async function looksOf(storeDir: string): Promise<string | undefined> {
  const found = await stat(join(storeDir, dataFile), { bigint: true }).catch(() => undefined);
  if (!found || found.size === 0n) return undefined;
  return JSON.stringify({
    size: String(found.size),
    written_ns: String(found.mtimeNs),
    inode: String(found.ino),
  });
}

async function countFiles(dir: string): Promise<number> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter(
    (entry) =>
      entry.isFile() && !ownFiles.has(entry.name) && !entry.name.startsWith(unfinishedPrefix),
  ).length;
}
