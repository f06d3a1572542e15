/** Writes the table of topics in docs/integration/mqtt.md from the schema. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { topicTable } from "../src/notifications/mqtt/topic-table-wire.ts";

const file = join(import.meta.dirname, "../docs/integration/mqtt.md");
const text = readFileSync(file, "utf8");
const table = /^\| topic \|[\s\S]*?\n(?!\|)/m;
if (!table.test(text)) {
  console.error("docs/integration/mqtt.md has no table that begins with `| topic |`");
  process.exit(1);
}
writeFileSync(
  file,
  text.replace(table, () => `${topicTable()}\n`),
);
