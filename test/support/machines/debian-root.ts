import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { repoDir } from "../box/appliance.ts";
import { tempDir } from "../box/temp-dir.ts";
import { machinesDir } from "./machine-cache.ts";

const run = promisify(execFile);

/** Why this machine makes no Debian roots; false where it does. */
export function rootsSkip(): string | false {
  if (process.getuid?.() !== 0) return "needs root for chroot";
  const made = spawnSync("mmdebstrap", ["--version"]).status === 0;
  return made ? false : "mmdebstrap is not installed: apt-get install mmdebstrap";
}

/** A Debian 12 root with these packages in a folder of its own, which is removed after the test. */
export async function debianRoot(t: TestContext, packages: readonly string[]): Promise<string> {
  const archive = await rootArchive(packages);
  const root = join(await tempDir(t), "root");
  await mkdir(root);
  await run("tar", ["-xf", archive, "-C", root, "--numeric-owner"]);
  // Nothing starts while packages are configured.
  await writeFile(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  return root;
}

async function rootArchive(packages: readonly string[]): Promise<string> {
  const names = packages.toSorted().join(",");
  const key = createHash("sha256").update(names).digest("hex").slice(0, 12);
  const archive = join(machinesDir, `bookworm-${key}.tar`);
  if (existsSync(archive)) return archive;
  await mkdir(machinesDir, { recursive: true });
  const include = names === "" ? [] : [`--include=${names}`];
  const options = ["--variant=minbase", "--mode=root", ...include];
  const source = "deb http://deb.debian.org/debian bookworm main";
  await run("mmdebstrap", [...options, "bookworm", `${archive}.partial.tar`, source], {
    maxBuffer: 1e8,
  });
  await rename(`${archive}.partial.tar`, archive);
  return archive;
}

/** The Debian package of this working copy; `GATEHOUSE_DEB` names one that is made already. */
export async function debPackage(): Promise<string> {
  const given = process.env["GATEHOUSE_DEB"];
  if (given !== undefined) return given;
  await mkdir(machinesDir, { recursive: true });
  const args = [join(repoDir, "scripts/package.ts"), "deb", "--out", machinesDir];
  const { stdout } = await run(join(repoDir, "scripts/node"), args, { maxBuffer: 1e8 });
  const [file = ""] = /^\S+\.deb/.exec(stdout) ?? [];
  return file;
}

/** Runs a command inside of the root and returns what it printed. Rejects when it fails. */
export async function inside(root: string, ...command: readonly string[]): Promise<string> {
  const env = {
    PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
    DEBIAN_FRONTEND: "noninteractive",
    LC_ALL: "C",
  };
  const done = await run("chroot", [root, ...command], { env, maxBuffer: 1e8 });
  return done.stdout + done.stderr;
}
