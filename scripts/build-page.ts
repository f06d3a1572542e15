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
  "console/worker/**/*",
  "client/source/*.ts",
  "client/operations.json",
  "scripts/client/python-types.ts",
  "scripts/build-page.ts",
  "scripts/docs-site/**/*",
  "docs/**/*",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];
const tools = ["vite", "rolldown", "preact", "@preact/signals", "uplot", "sharp", "marked"];
const alone = { includeDependenciesRecursively: false } as const;
/**
 * Code that views share, and the views of two areas, travel in few files: dozens of small ones compress worse. The charts
 * stay apart, because they bring a library that few views need.
 */
const chunks = [
  {
    name: "shared",
    test: /source\/(?:(?:api|app|parts|cameras|words)\/(?!chart|plot)|views\/robots\/stops|views\/system\/jobs\/job-badge)/,
    minShareCount: 2,
  },
  { name: "robots", test: /source\/views\/(?:robots|map|missions\/(?!editor))/, ...alone },
  { name: "system", test: /source\/views\/(?:system|people)/, ...alone },
];
const compressible = /\.(?:html|js|css|json|svg|webmanifest)$/;
/** Pixels of each icon, and the share of it that the drawing fills: a maskable one is cut to a circle. */
const icons = [
  { name: "icon-180.png", sizePx: 180, share: 0.8, isOpaque: true },
  { name: "icon-192.png", sizePx: 192, share: 1, isOpaque: false },
  { name: "icon-512.png", sizePx: 512, share: 1, isOpaque: false },
  { name: "icon-maskable.png", sizePx: 512, share: 0.6, isOpaque: true },
];

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
        rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
      },
    });
    await drawIcons(building);
    await buildWorker(building);
    // After the worker, so that browsers do not keep the documentation with the page.
    const { buildDocsSite } = await import("./docs-site/site.ts");
    await buildDocsSite(root, join(building, "docs"));
    await compressAll(building);
    await writeFile(join(building, ".sources.sha256"), wanted);
    await rm(outDir, { recursive: true, force: true });
    await rename(building, outDir);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** PNG icons for the installed page, from its drawing. */
async function drawIcons(directory: string): Promise<void> {
  const { default: sharp } = await import("sharp");
  const drawing = await readFile(join(pageDir, "public/icon.svg"));
  for (const { name, sizePx, share, isOpaque } of icons) {
    const innerPx = Math.round(sizePx * share);
    const marginPx = Math.floor((sizePx - innerPx) / 2);
    const restPx = sizePx - innerPx - marginPx;
    const background = { r: 255, g: 255, b: 255, alpha: isOpaque ? 1 : 0 };
    await sharp(drawing, { density: (72 * innerPx) / 32 })
      .resize(innerPx, innerPx)
      .extend({ top: marginPx, left: marginPx, bottom: restPx, right: restPx, background })
      .flatten(isOpaque ? { background } : false)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(directory, name));
  }
}

/**
 * Builds the service worker into one script at the root, since its folder is its scope. It begins with the
 * list of the page's files and a hash of them, so that the script changes whenever the page does, and with the words
 * of notifications.
 */
async function buildWorker(directory: string): Promise<void> {
  const vite = await import("vite");
  const file = "service-worker.js";
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length))
    .toSorted();
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(directory, path)));
  const version = hash.digest("hex").slice(0, 16);
  const files = paths.map((path) => (path === "/index.html" ? "/" : path));
  await vite.build({
    root: pageDir,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: "es2022",
      reportCompressedSize: false,
      lib: {
        entry: join(pageDir, "worker/service-worker.ts"),
        formats: ["iife"],
        name: "worker",
        fileName: () => file,
      },
    },
  });
  const script = await readFile(join(directory, file), "utf8");
  const shell = JSON.stringify({ version, files });
  const notices = JSON.stringify(await notificationWords());
  const before = `const SHELL=${shell};\nconst NOTIFICATION_WORDS=${notices};\n`;
  await writeFile(join(directory, file), before + script);
}

/** The words of notifications in every language: a notification comes in that of its device. */
async function notificationWords(): Promise<Record<string, unknown>> {
  const folder = join(pageDir, "source/words");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const languages = names.toSorted().map(async (name) => {
    const { push, incidents, behaviors } = JSON.parse(await readFile(join(folder, name), "utf8"));
    const { severities } = incidents;
    return [name.slice(0, 2), { ...push.notice, severities, types: behaviors.types }] as const;
  });
  return Object.fromEntries(await Promise.all(languages));
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
