import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";

/** File in the data directory with the time of the last backup. */
export const backupStateFile = "last-backup.json";

/** File in the data directory about the last restore from the page or the API. */
const restoreStateFile = "last-restore.json";

/** File in the data directory with the rescue page's code while the appliance serves that page. */
export const rescueCodeFile = "rescue-code";

/** Returns the last backup; undefined when there was none. */
export async function lastBackup(
  dataDir: string,
): Promise<{ madeAtMs: number; file: string } | undefined> {
  try {
    const text = await readFile(join(dataDir, backupStateFile), "utf8");
    const { made_at: madeAt, file } = JSON.parse(text) as { made_at: number; file: string };
    return { madeAtMs: madeAt * 1000, file };
  } catch {
    return undefined;
  }
}

/** Writes the time of a backup for `gatehouse doctor`. Rejects with the system's error. */
export async function rememberBackup(
  dataDir: string,
  { file, bytes, atMs }: { file: string; bytes: number; atMs: number },
): Promise<void> {
  const state = { v: 1, made_at: Math.floor(atMs / 1000), file, bytes };
  await writeFileAtomic(join(dataDir, backupStateFile), JSON.stringify(state));
}

/** A restore of the page or the API. */
export interface RestoreRecord {
  /** Name of the backup. */
  name: string;
  /** When the backup was made, and when it was restored; Unix seconds. */
  made_at: number;
  at: number;
  keys: "from_backup" | "kept" | "made_anew";
  /** Folder in the data directory with the former data. */
  aside: string;
}

/** Notes a restore. Rejects with the system's error. */
export async function rememberRestore(dataDir: string, record: RestoreRecord): Promise<void> {
  await writeFileAtomic(join(dataDir, restoreStateFile), JSON.stringify({ v: 1, ...record }));
}

/** Returns the last restore; undefined when there was none, or only an unfinished one. */
export async function lastRestore(dataDir: string): Promise<RestoreRecord | undefined> {
  try {
    const text = await readFile(join(dataDir, restoreStateFile), "utf8");
    const { name, made_at, at, keys, aside } = JSON.parse(text) as RestoreRecord;
    return { name, made_at, at, keys, aside: basename(aside) };
  } catch {
    return undefined;
  }
}
