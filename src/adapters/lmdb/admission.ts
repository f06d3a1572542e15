import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../../base/core/atomic-file.ts";
import { copyFolder, copyHint } from "./kept-copy.ts";
import { type MetaRepair, repairMetaPages } from "./meta-repair.ts";
import { keepMetaCopy, metaFault } from "./meta-copy.ts";
import { dataFile } from "./reads.ts";
import { problemOf } from "./store-check.ts";

/** In the store's folder: the state of the file after a clean stop. */
export const cleanFile = "clean.json";
/** Folders of the data directory whose files a store has named, or is the origin of. */
const namedFolders = ["assets", "recordings", "blobs", "tracks", "uplink", copyFolder];
/** Made before the store names anything. */
const ownFiles: ReadonlySet<string> = new Set(["signing-key"]);

/**
 * Checks if LMDB may open the store in `storeDir`: a file unchanged since the last clean stop may; a
 * disposable process first reads any other from end to end (measured on two busy cores: 0.45 to 0.6 s for a
 * small one, 2.4 to 4.7 s for 236 MB). It rewrites unreadable meta pages where that loses nothing, and
 * returns the repair, else null. `wallMs` names the file with the former bytes. Fails with `store_damaged`.
 */
export async function admitStore(storeDir: string, wallMs: number): Promise<MetaRepair | null> {
  const now = await looksOf(storeDir);
  if (now === undefined) return null;
  const clean = await readFile(join(storeDir, cleanFile), "utf8").catch(() => "");
  const fault = await metaFault(storeDir);
  if (fault === null && clean === now) return null;
  const problem = fault ?? (await problemOf(storeDir));
  if (problem === null) return null;
  const outcome = fault === null ? "none" : await repairMetaPages(storeDir, wallMs);
  if (typeof outcome === "object") return outcome;
  const dataDir = dirname(storeDir);
  throw fail(
    "store_damaged",
    `store: ${storeDir} is damaged (${problem}). ${await repairHint(dataDir, outcome)}`,
  );
}

async function repairHint(dataDir: string, outcome?: "older" | "none"): Promise<string> {
  const hints =
    outcome === "older"
      ? [
          `The other meta page is whole, but may be older than the last change that the box confirmed; to go back to it: gatehouse restore --older-meta --data-dir ${dataDir}`,
        ]
      : [];
  const copy = await copyHint(dataDir);
  if (copy !== null) hints.push(copy);
  return hints.join(". ") || "Restore a backup";
}

/** Returns true when the store has a file that is not empty. */
export async function hasStore(storeDir: string): Promise<boolean> {
  return (await looksOf(storeDir)) !== undefined;
}

/** Records the state of the closed file and copies its meta pages. */
export async function noteCleanStop(storeDir: string): Promise<void> {
  await keepMetaCopy(storeDir);
  const now = await looksOf(storeDir);
  if (now !== undefined) await writeFileAtomic(join(storeDir, cleanFile), now);
}

/**
 * Fails with `store_lost` when the data directory holds files that only a store could have named: with an
 * empty store the sweep would delete them as orphans.
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
    `store: missing or empty in ${dataDir}, which holds files of an earlier box: ${found.join(", ")}. ${await repairHint(dataDir)}`,
  );
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
