/**
 * Bundles the server's sources into `dist`, from which `scripts/gatehouse` starts with a third of the work: Node.js
 * would find, strip and link some two thousand modules one by one (ADR 0047).
 *   scripts/node scripts/build-server.ts
 */
import { globSync, statSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { bundleProgram } from "./lib/bundle-program.ts";

const root = join(import.meta.dirname, "..");
const outDir = join(root, "dist");

/** The newest change of what the bundle is made of: the files that `scripts/gatehouse` compares it with. */
function newestChangeMs(): number {
  const folders = globSync("src/**/", { cwd: root });
  const files = globSync("src/**/*", { cwd: root });
  const all = ["src", "package.json", "package-lock.json", ...folders, ...files];
  return Math.max(...all.map((path) => statSync(join(root, path)).mtimeMs));
}

const startedAt = performance.now();
// Before the sources are read: what changes meanwhile is newer than the bundle.
const changedMs = newestChangeMs();
const building = `${outDir}-${process.pid}`;
try {
  const input = join(root, "src/cli/main.ts");
  await bundleProgram({ input, outDir: building, finalDir: outDir });
  // The sources' time and not the clock's, which a box without a battery sets back. Above by what rounding loses.
  const timeSec = Math.ceil(changedMs + 1) / 1000;
  await utimes(join(building, "main.js"), timeSec, timeSec);
  await rm(outDir, { recursive: true, force: true });
  await rename(building, outDir);
} finally {
  await rm(building, { recursive: true, force: true });
}
const tookSec = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stderr.write(`gatehouse: bundled the server in ${tookSec} s\n`);
