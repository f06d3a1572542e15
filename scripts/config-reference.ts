/** Writes the table of settings in docs/install/configuration.md from the schema. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referenceTable } from "../src/system/config/reference.ts";

const file = join(import.meta.dirname, "../docs/install/configuration.md");
const text = readFileSync(file, "utf8");
const table = /^\| setting \|[\s\S]*?\n(?!\|)/m;
if (!table.test(text)) {
  console.error("docs/install/configuration.md has no table that begins with `| setting |`");
  process.exit(1);
}
writeFileSync(
  file,
  text.replace(table, () => `${referenceTable()}\n`),
);
