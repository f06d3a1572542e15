import { closeSync, fsyncSync, openSync, unlinkSync } from "node:fs";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";
import { type MetaPages, readMetaPages } from "./meta-pages.ts";
import { dataFile } from "./reads.ts";

/**
 * In the store's folder between a clean stop and the next opening: both meta pages. Never there while
 * LMDB writes: a copy that is one commit old would take a confirmed change back unseen.
 */
export const metaCopyFile = "meta.copy";

/** Copies the meta pages of a closed file. */
export async function keepMetaCopy(storeDir: string): Promise<void> {
  const pages = await metaPagesOf(storeDir).catch(() => undefined);
  const isWhole = pages?.bytes !== undefined && pages.faults.every((fault) => fault === null);
  if (isWhole) await writeFileAtomic(join(storeDir, metaCopyFile), pages.bytes!);
  else await rm(join(storeDir, metaCopyFile), { force: true });
}

/** Removes the copy for good, before LMDB opens the file for writing; throws the system's error. */
export function forgetMetaCopy(storeDir: string): void {
  try {
    unlinkSync(join(storeDir, metaCopyFile));
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  const folder = openSync(storeDir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The copy of the last clean stop; undefined without one. */
export async function readMetaCopy(storeDir: string): Promise<Buffer | undefined> {
  return await readFile(join(storeDir, metaCopyFile)).catch(() => undefined);
}

/** The meta pages as the store's file has them. */
export async function metaPagesOf(storeDir: string): Promise<MetaPages> {
  const file = await open(join(storeDir, dataFile), "r");
  try {
    return await readMetaPages(file);
  } finally {
    await file.close();
  }
}

/** Returns the reason for which a meta page of the file cannot be read; null when both can. */
export async function metaFault(storeDir: string): Promise<string | null> {
  const { faults } = await metaPagesOf(storeDir);
  return faults.find((fault) => fault !== null) ?? null;
}
