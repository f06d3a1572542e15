/**
 * Reads the store named on the command line from end to end, in a process of its own because LMDB ends
 * the process by a signal on some damaged files. Writes what is wrong to stdout; nothing for a whole one.
 */
import { join } from "node:path";
import { examineFile } from "./examine.ts";
import { dataFile } from "./reads.ts";

const dir = process.argv[2]!;
const problem = examineFile(join(dir, dataFile)) ?? (await readAll());
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
