/**
 * Runs test files one after another in one process, each as a suite of its own, named by its path: so `before` and
 * `after` of a file surround its tests alone. Usage: group.ts FILE…
 */
import { resolve } from "node:path";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
}
