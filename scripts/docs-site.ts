/**
 * Builds the documentation as a site of files: scripts/node scripts/docs-site.ts --out DIR
 * Any web server can serve the folder; it also works from a disk, without the search.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildDocsSite } from "./docs-site/site.ts";

const { out } = parseArgs({ options: { out: { type: "string" } } }).values;
if (out === undefined) {
  process.stderr.write("docs-site: --out is missing. Name a folder for the site\n");
  process.exitCode = 2;
} else {
  const pages = await buildDocsSite(join(import.meta.dirname, ".."), resolve(out));
  process.stdout.write(`${resolve(out)}: ${pages.length} pages\n`);
}
