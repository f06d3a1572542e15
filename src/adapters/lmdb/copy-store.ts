import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { dataFile, type Key } from "./reads.ts";

/** Writes a copy of the last committed state to `dir`, which is made; it is on the disk when this resolves. */
export async function copyStore(db: RootDatabase<unknown, Key>, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Compacting copies are known to go wrong (lmdb-js issue 198).
  await db.backup(dir, false);
  const file = await open(join(dir, dataFile), "r+");
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
