import { execFile } from "node:child_process";
import { chmod, lutimes, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * The time of everything in a release, in Unix seconds: `SOURCE_DATE_EPOCH`, or the last commit's. So two builds of a
 * commit are the same. Rejects where neither is known.
 */
export async function sourceEpochSec(root: string): Promise<number> {
  const wanted = process.env["SOURCE_DATE_EPOCH"];
  if (wanted !== undefined && /^\d+$/.test(wanted)) return Number(wanted);
  const { stdout } = await promisify(execFile)("git", ["log", "-1", "--format=%ct"], {
    cwd: root,
  }).catch(() => ({ stdout: "" }));
  if (stdout.trim() !== "") return Number(stdout);
  throw new Error("SOURCE_DATE_EPOCH: is not set, and this is not a clone. Set it to Unix seconds");
}

/** Files of npm packages; publishers set modes at random, and only Node.js itself is run as a program. */
const isPackageFile = (path: string): boolean =>
  path.includes("/node_modules/") && !/\/node-linux-[^/]+\/bin\/node$/.test(path);

/**
 * Gives everything below `dir`, and `dir`, that time and one of the modes 0755 and 0644. Of the files of npm packages
 * only Node.js is executable.
 */
export async function settleModes(dir: string, epochSec: number): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const found = await lstat(path);
    if (found.isDirectory()) await settleModes(path, epochSec);
    else {
      const runs = (found.mode & 0o111) !== 0 && !isPackageFile(path);
      if (found.isFile()) await chmod(path, runs ? 0o755 : 0o644);
      await lutimes(path, epochSec, epochSec);
    }
  }
  await chmod(dir, 0o755);
  await lutimes(dir, epochSec, epochSec);
}
