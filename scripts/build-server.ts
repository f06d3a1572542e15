/**
 * Bundles the server's sources into `dist`, from which `scripts/gatehouse` starts with a third of the work: Node.js
 * would find, strip and link some two thousand modules one by one (ADR 0047).
 *   scripts/node scripts/build-server.ts
 */
import { globSync, statSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { build } from "rolldown";

const root = join(import.meta.dirname, "..");
const sourceDir = join(root, "src");
const outDir = join(root, "dist");

/**
 * Packages of many small modules, without dependencies, that the start needs. The other packages stay outside: they
 * find files beside themselves, or load only when they are used.
 */
const inlined = /^(?:typebox|yaml|jose|@bufbuild\/protobuf|culori|commander)(?:\/|$)/;

function isExternal(id: string): boolean {
  const isPath = id.startsWith(".") || id.startsWith("/") || id.startsWith("\0");
  return !isPath && !inlined.test(id);
}

/** Keeps a source's own address in the bundle: it finds child programs, pictures and models beside itself. */
function keepAddress(code: string, id: string): string | null {
  if (!id.startsWith(sourceDir) || !code.includes("import.meta.")) return null;
  const path = relative(outDir, id);
  const folder = JSON.stringify(`/${dirname(path)}`);
  return code
    .replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`)
    .replaceAll("import.meta.dirname", `(import.meta.dirname + ${folder})`);
}

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
  await build({
    cwd: root,
    input: "src/cli/main.ts",
    platform: "node",
    external: isExternal,
    plugins: [{ name: "keep-address", transform: keepAddress }],
    output: { dir: building, format: "esm", keepNames: true },
  });
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
