import { constants, copyFile, link, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { unfinishedPrefix, syncFolder } from "../../base/core/atomic-file.ts";
import { giveTo, type RestorePorts } from "./restore.ts";

/** The copy and its target; the paths are those of the store's files. */
export interface RestoreCopyRequest {
  dataDir: string;
  /** The checked copy, which stays unchanged. */
  copyFile: string;
  /** The store's folder in a data directory, its file, and the notes about that file. */
  layout: { folder: string; file: string; notes: readonly string[] };
  wallMs: () => number;
}

/**
 * Replaces the store by the checked copy in one rename and returns the new path of the former
 * store; null when there was none. At any moment the box has the former or the restored store. The
 * caller holds the directory's lock. Fails with `store_damaged` when the copy is damaged, with
 * `store_newer` and with `store_failed`; then nothing has changed.
 */
export async function restoreCopy(
  { dataDir, copyFile: copy, layout, wallMs }: RestoreCopyRequest,
  { settle, onProgress }: Pick<RestorePorts, "settle" | "onProgress">,
): Promise<string | null> {
  const fresh = join(dataDir, `${unfinishedPrefix}restore`);
  const freshFile = join(fresh, layout.folder, layout.file);
  const storeDir = join(dataDir, layout.folder);
  try {
    await rm(fresh, { recursive: true, force: true });
    await mkdir(join(fresh, layout.folder), { recursive: true, mode: 0o700 });
    onProgress?.({ stage: "unpacking", bytes: 0 });
    await writeCopy(copy, freshFile);
    onProgress?.({ stage: "checking", bytes: 0 });
    await settle(fresh);
    onProgress?.({ stage: "placing", bytes: 0 });
    await giveTo(fresh, dataDir);
    await mkdir(storeDir, { recursive: true, mode: 0o700 });
    const aside = `${storeDir}.before-restore-${wallMs()}`;
    const isAside = await setAside(join(storeDir, layout.file), aside, layout.file);
    if (isAside) await giveTo(aside, dataDir);
    for (const note of layout.notes) await rm(join(storeDir, note), { force: true });
    await syncFolder(storeDir);
    await rename(freshFile, join(storeDir, layout.file));
    await syncFolder(storeDir);
    await giveTo(storeDir, dataDir);
    return isAside ? aside : null;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function writeCopy(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const file = await open(to, "r+");
    try {
      await file.chmod(0o600);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw fail("store_failed", `${from}: could not be copied. Free space on the disk`, { cause });
  }
}

/** Gives the former store a second name, which stays when the restored one takes the first. */
async function setAside(file: string, folder: string, name: string): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 });
  try {
    await link(file, join(folder, name));
  } catch (error) {
    await rm(folder, { recursive: true });
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw fail(
      "store_failed",
      `${file}: could not be set aside. Check the owner and mode of its folder`,
      { cause: error },
    );
  }
  await syncFolder(folder);
  return true;
}
