import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { repoDir } from "../box/appliance.ts";

/** The bound for what one reader can load, in bytes as they travel. */
export const mostPageBytes = 250_000;

/** Size of the built page with the words of its longest language: all views together, gzipped. */
export function pageBytes(): number {
  const assets = join(repoDir, "console/dist/assets");
  const files = readdirSync(assets).filter((name) => name.endsWith(".gz"));
  const isWords = (name: string): boolean => /^(?:ar|de|en|es|fr|zh)-/.test(name);
  const sum = (names: readonly string[]): number =>
    names.reduce((total, name) => total + statSync(join(assets, name)).size, 0);
  // Each language has two files: the page's words, and the doctor's sentences except in English.
  const languages = Map.groupBy(files.filter(isWords), (name) => name.slice(0, 2));
  if (languages.size !== 6) throw new Error(`the page has ${languages.size} languages`);
  const longest = Math.max(...languages.values().map(sum));
  return sum(files.filter((name) => !isWords(name))) + longest;
}
