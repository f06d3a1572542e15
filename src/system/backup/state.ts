import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** In the data directory: when the last backup was made. */
export const backupStateFile = "last-backup.json";

/** In the data directory while the box serves the rescue page: the page's code. */
export const rescueCodeFile = "rescue-code";

/** The last backup; undefined when there was none. */
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
