import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { syncFolder } from "../../base/core/atomic-file.ts";
import { type BackupPorts, type BackupRequest, createBackup } from "./create.ts";
import { rememberBackup } from "./state-record.ts";
import { readBackup } from "./verify.ts";

/** Returns a time as part of a backup's name, such as `20261122T030000Z`. */
export function timeInName(wallMs: number): string {
  const time = new Date(wallMs).toISOString().slice(0, 19);
  return `${time.replaceAll(/[-:]/g, "")}Z`;
}

/**
 * Writes a backup into `folder`, checks it and gives it its name; until then its name ends in `.partial`. Fails with
 * `storage_full`, `store_failed` or the system's error, and then leaves nothing behind.
 */
export async function makeBackup(
  { folder, name, request }: { folder: string; name: string; request: BackupRequest },
  ports: BackupPorts,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const out = await open(partial, "wx", 0o600);
  try {
    await createBackup(out, request, ports);
    const { size } = await out.stat();
    await out.close();
    await readBackup(partial);
    await rename(partial, file);
    await syncFolder(folder);
    await rememberBackup(request.dataDir, { file, bytes: size, atMs: request.wallMs() });
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(partial, { force: true });
    const { code } = error as { code?: string };
    if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
    throw fail("storage_full", "disk: is full. Free space on it", { cause: error });
  }
}

/** Removes what a killed process left of backups: unfinished files of `folder`, and second names of files. */
export async function clearUnfinished(dataDir: string, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.endsWith(".partial")) await rm(join(folder, name), { force: true });
  }
  await removeStaging(dataDir, process.pid);
}

/** Removes the staging folders of backups whose process is gone, and that of the process `own`. */
export async function removeStaging(dataDir: string, own?: number): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const pid = Number(/^\.backup-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isInteger(pid)) continue;
    const isAlive = pid !== own && (await stat(`/proc/${pid}`).catch(() => undefined));
    if (!isAlive) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
