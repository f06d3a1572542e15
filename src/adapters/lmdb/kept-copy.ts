import { stat } from "node:fs/promises";
import { join } from "node:path";
import { dataFile } from "./reads.ts";

/** The folder in the data directory that holds the checked copy of the store. */
export const copyFolder = "store-copy";

/** A copy of the store that was read from end to end and found sound. */
export interface KeptCopy {
  file: string;
  madeAtMs: number;
}

/** The checked copy in the data directory; undefined without one. */
export async function keptCopy(dataDir: string): Promise<KeptCopy | undefined> {
  const file = join(dataDir, copyFolder, dataFile);
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? { file, madeAtMs: Math.round(found.mtimeMs) } : undefined;
}

/** A sentence that names the checked copy and the command that restores it; empty without one. */
export async function copyHint(dataDir: string): Promise<string | null> {
  const copy = await keptCopy(dataDir);
  if (!copy) return null;
  const at = new Date(copy.madeAtMs).toISOString();
  return `A checked copy of ${at} is kept; restore it with: gatehouse restore --copy --data-dir ${dataDir}`;
}
