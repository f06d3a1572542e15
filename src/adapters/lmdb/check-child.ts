/**
 * Reads the store named on the command line from end to end, in a process of its own because LMDB ends the
 * process by a signal on some damaged files. Writes the damage to stdout; nothing for a sound one.
 * `--meta-pages` takes the meta pages from stdin in place of the file's own, which LMDB cannot do; `--newest`
 * then also refuses pages that a later commit may have written.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { examineFile } from "./examine.ts";
import { dataFile } from "./reads.ts";

const [dir, ...flags] = process.argv.slice(2) as [string, ...string[]];
const file = join(dir, dataFile);
const problem = flags.includes("--meta-pages")
  ? examineFile(file, { metaPages: readFileSync(0), mustBeNewest: flags.includes("--newest") })
  : (examineFile(file) ?? (await readAll()));
process.stdout.write(problem ?? "");

async function readAll(): Promise<string | undefined> {
  const { openSnapshot } = await import("./snapshot.ts");
  try {
    const reader = openSnapshot(dir);
    for (const entry of reader.entries()) void entry;
    await reader.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "it cannot be read";
  }
}
