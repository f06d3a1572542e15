import { open, readdir, rm, rmdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { legalName } from "./notices.ts";

/** Folders at the top of a package that no program loads. */
const folders = new Set(
  "test tests __tests__ spec coverage integration benchmark benchmarks bench example examples doc docs website".split(
    " ",
  ),
);

/** Types, source maps, manuals, and what compiles or runs on a developer's machine. */
const extensions = new Set(
  ".ts .mts .cts .map .md .mdx .html .sh .bat .cmd .py .sln .vcxproj .iml .tsbuildinfo".split(" "),
);

/** What compiles a native part; releases have the compiled ones. */
const sources = new Set(".c .cc .cpp .h .gyp .gypi".split(" "));

/** On a box with ROS 2, its scripts and sources make the message classes and the native part (docs/robots/ros2.md). */
const compiledOnBoxes = "node_modules/rclnodejs/";

/**
 * Whether no program of a release loads the file at `path`, below the release, of an npm package: settings of
 * developers' tools, types, manuals, tests, sources of native parts. Licences are kept.
 */
export function isSpareFile(path: string): boolean {
  const inner = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const parts = inner.split("/").slice(inner.startsWith("@") ? 2 : 1);
  const name = parts.at(-1) ?? "";
  if (legalName.test(name) && !parts.some((part) => part.startsWith("."))) return false;
  if (parts.some((part) => part.startsWith("."))) return true;
  if (parts.length > 1 && folders.has(parts[0]!)) return true;
  const extension = extname(name);
  if (extensions.has(extension)) return true;
  return sources.has(extension) && !path.startsWith(compiledOnBoxes);
}

/** Whether the file at `path` of the release at `tree` is a command of a package, which begins with `#!`. */
async function isCommand(tree: string, path: string): Promise<boolean> {
  if (path.startsWith(`${compiledOnBoxes}scripts/`) || !/\.[cm]?js$/.test(path)) return false;
  const file = await open(join(tree, path));
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

/** Removes from the packages of the release at `tree` the files that no program loads. */
export async function prunePackages(tree: string, folder = "node_modules"): Promise<void> {
  for (const entry of await readdir(join(tree, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      await prunePackages(tree, path);
      if ((await readdir(join(tree, path))).length === 0) await rmdir(join(tree, path));
    } else if (isSpareFile(path) || (await isCommand(tree, path))) await rm(join(tree, path));
  }
}
