import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { bundleProgram } from "../../../scripts/lib/bundle-program.ts";
import { repoDir } from "./appliance.ts";

/**
 * Bundles the TypeScript program `file` for a test that starts it again and again: a start from the bundle takes a
 * quarter of the processor time. Returns the path of the program, which is there until the test ends.
 */
export async function childProgram(t: TestContext, file: string): Promise<string> {
  // Inside the repository, from where Node.js finds its packages.
  const cache = join(repoDir, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, "program-"));
  t.after(() => rm(outDir, { recursive: true, force: true }));
  await bundleProgram({ input: file, outDir });
  return join(outDir, `${basename(file, ".ts")}.js`);
}
