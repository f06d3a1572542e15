import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** File in the data directory with the time of the last backup. */
export const backupStateFile = "last-backup.json";

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
