import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LockedPackage } from "./packages.ts";

/** Names of files with licences. */
export const legalName =
  /^(?:licen[cs]e|copying|notice|third[-_ ]?party[-_ ]?(?:notices?|licen[cs]es?))/i;

/**
 * The licences of all packages of the release at `tree`: one list, then every text once. A package that brings no text
 * is named with the licence that it declares.
 */
export async function noticesOf(tree: string, packages: readonly LockedPackage[]): Promise<string> {
  const texts = new Map<string, { number: number; text: string }>();
  const lines: string[] = [];
  for (const { path, name, version, licence } of packages) {
    const numbers: number[] = [];
    for (const text of await legalTexts(join(tree, path))) {
      const sum = createHash("sha256").update(text).digest("hex");
      const known = texts.get(sum) ?? { number: texts.size + 1, text };
      texts.set(sum, known);
      numbers.push(known.number);
    }
    const where = numbers.length > 0 ? `text ${numbers.join(", ")}` : "its package brings no text";
    lines.push(`${name} ${version}: ${licence || "no licence declared"} (${where})`);
  }
  const rule = "-".repeat(80);
  const all = [...texts.values()].map(({ number, text }) => `${rule}\nText ${number}\n\n${text}\n`);
  return `${introduction}\n${lines.join("\n")}\n\n${all.join("\n")}`;
}

const introduction = `Gatehouse is licensed under Apache-2.0 (LICENSE). This release also contains the packages below, under
their own licences. The text of Node.js (node-linux-*) covers the libraries inside of it. models/*.md and models/*.yaml
state the licences of the models.
`;

/** The legal files at the top of a package, in order of name. */
async function legalTexts(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && legalName.test(entry.name));
  const sorted = names.map(({ name }) => name).toSorted();
  return await Promise.all(sorted.map((name) => readFile(join(dir, name), "utf8")));
}
