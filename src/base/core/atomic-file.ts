import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Prefix of the names of files that are still being written; leftovers are garbage. */
export const unfinishedPrefix = ".unfinished-";

/**
 * Writes a file so that after a power cut it is complete or absent: a temporary name, fsync,
 * rename, fsync of the folder. Rejects with the system's error and then leaves nothing behind.
 */
export async function writeFileAtomic(
  path: string,
  bytes: Uint8Array | string,
  mode = 0o600,
): Promise<void> {
  const unfinished = join(dirname(path), unfinishedPrefix + basename(path));
  try {
    const file = await open(unfinished, "w", mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Puts the names in the folder `path` on the disk. Rejects with the system's error. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
