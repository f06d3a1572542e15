import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lastBackup } from "./state-record.ts";

/** Folder in the data directory with the backups that the page makes and receives; a restore leaves it in place. */
export const backupFolder = "backups";

/** A file that may be a backup. */
export interface BackupFile {
  name: string;
  path: string;
  /** True when it lies in the box's own folder. */
  isOwn: boolean;
  sizeBytes: number;
  mtimeMs: number;
}

/** Most files that a list has. */
const maxFiles = 50;
/** Backups of the timer, of `gatehouse migrate` and of the page. */
const backupName = /^gatehouse-[A-Za-z0-9._-]{1,200}\.tar$/;

/**
 * Returns the newest 50 backups, newest first, that lie in the box's own folder, in the folder of the last backup,
 * and in `<data_dir>-backup`, where the nightly service of the installer puts them.
 */
export async function backupFiles(dataDir: string): Promise<BackupFile[]> {
  const last = await lastBackup(dataDir);
  const own = join(dataDir, backupFolder);
  const folders = new Set([own, ...(last ? [dirname(last.file)] : []), `${dataDir}-backup`]);
  const found = new Map<string, BackupFile>();
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (found.has(name) || !(backupName.test(name) || path === last?.file)) continue;
      const file = await stat(path).catch(() => undefined);
      if (!file?.isFile()) continue;
      const { size: sizeBytes, mtimeMs } = file;
      found.set(name, { name, path, isOwn: folder === own, sizeBytes, mtimeMs });
    }
  }
  const newestFirst = [...found.values()].toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newestFirst.slice(0, maxFiles);
}
