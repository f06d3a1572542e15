import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { fail } from "../../contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../../core/atomic-file.ts";
import { dataFile } from "./reads.ts";

const ENTRY = fileURLToPath(new URL("./check-child.ts", import.meta.url));
/** In the store's folder: what the file looked like after a clean stop. */
const cleanFile = "clean.json";
/** Folders of the data directory whose files the store names. */
const namedFolders = ["assets", "recordings", "blobs", "tracks", "uplink"];
/** Made before the store names anything. */
const ownFiles: ReadonlySet<string> = new Set(["signing-key"]);

/**
 * Looks whether LMDB may open the store in `storeDir`: a file that is as the last clean stop left it may,
 * any other is read from end to end by a disposable process first (about 0.1 s, and 1 s per 500 MB).
 * Fails with `store_damaged`.
 */
export async function admitStore(storeDir: string): Promise<void> {
  const now = await looksOf(storeDir);
  if (now === undefined) return;
  const clean = await readFile(join(storeDir, cleanFile), "utf8").catch(() => "");
  if (clean === now) return;
  const problem = await problemOf(storeDir);
  if (problem !== null)
    throw fail("store_damaged", `The store in ${storeDir} is damaged: ${problem}`);
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
    `The store in ${dataDir} is missing or empty, but files of an earlier life are there: ${found.join(", ")}`,
  );
}

/** Reads the store in a child; null for a whole one, else what is wrong with it. */
export async function problemOf(storeDir: string): Promise<string | null> {
  const child = spawn(process.execPath, [ENTRY, storeDir], { stdio: ["ignore", "pipe", "ignore"] });
  const [said, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, "exit") as Promise<[number | null, string | null]>,
  ]);
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
