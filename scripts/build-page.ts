/**
 * Builds the technician's page into `console/dist`, unless what is there was made from the same sources.
 *   scripts/node scripts/build-page.ts [--force]
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = join(import.meta.dirname, "..");
const pageDir = join(root, "console");
const outDir = join(pageDir, "dist");
const stampFile = join(outDir, ".sources.sha256");
/** The files that decide the result, besides the tools' versions. */
const sources = [
  "console/index.html",
  "console/tsconfig.json",
  "console/public/**/*",
  "console/source/**/*",
  "client/source/*.ts",
  "scripts/build-page.ts",
];
const tools = ["vite", "rolldown", "preact", "@preact/signals", "uplot"];
const compressible = /\.(?:html|js|css|svg)$/;

/** SHA-256 over the sources' names and contents, and the tools' versions. */
function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  for (const tool of tools) hash.update(versionOf(tool));
  return hash.digest("hex");
}

function versionOf(tool: string): string {
  try {
    const file = join(root, "node_modules", tool, "package.json");
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  } catch {
    return "absent";
  }
}

async function build(wanted: string): Promise<void> {
  // Only now: its start costs more than finding out that nothing has changed.
  const vite = await import("vite");
  const building = join(pageDir, `dist-${process.pid}`);
  try {
    await vite.build({
      root: pageDir,
      configFile: false,
      logLevel: "warn",
      build: {
        outDir: building,
        emptyOutDir: true,
        target: "es2022",
        // The page's policy would refuse inline scripts and styles.
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
      },
    });
    await compressAll(building);
    await writeFile(join(building, ".sources.sha256"), wanted);
    await rm(outDir, { recursive: true, force: true });
    await rename(building, outDir);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** A `.gz` and a `.br` beside every text, so that the box compresses nothing while it serves. */
async function compressAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.test(entry.name))
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      }),
  );
}

const wanted = sourcesHash();
const made = await readFile(stampFile, "utf8").catch(() => "");
if (made !== wanted || process.argv.includes("--force")) {
  const startedAt = performance.now();
  await mkdir(pageDir, { recursive: true });
  await build(wanted);
  const tookSec = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`gatehouse: built the page in ${tookSec} s\n`);
}
