/**
 * Takes `engines` off the optional packages in package-lock.json. npm 9 silently leaves out an
 * optional package whose engine is newer than its own Node.js, although the programs run on the
 * Node.js 24 that comes along: sharp's and the linter's binaries would be missing on Debian 12.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8")) as {
  packages: Record<string, { optional?: boolean; engines?: unknown }>;
};
let changed = 0;
for (const entry of Object.values(lock.packages)) {
  if (!entry.optional || entry.engines === undefined) continue;
  delete entry.engines;
  changed += 1;
}
if (changed > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${changed} entries changed`);
