import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Files below `dir`, relative to it, whose bytes hold one of the texts. */
export async function filesHolding(dir: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // One that goes meanwhile holds nothing any more.
    const bytes = await readFile(path).catch(() => undefined);
    if (texts.some((text) => bytes?.includes(text))) found.push(relative(dir, path));
  }
  return found.toSorted();
}
