import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Processor of a release, as `process.arch` names it. */
export type Cpu = "x64" | "arm64";

/** A package of `package-lock.json`. */
export interface LockedPackage {
  /** Folder below the tree, such as `node_modules/sharp`. */
  path: string;
  name: string;
  version: string;
  /** Subresource integrity, as in the lock file. */
  integrity: string;
  /** SPDX expression that the package declares; empty without one. */
  licence: string;
  /** Paths of the packages that it uses. */
  uses: string[];
}

interface LockEntry {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** They build the page, the server's bundle and native parts, which a release contains already. */
const buildTools = new Set(["vite", "rolldown", "node-gyp"]);

/**
 * The packages that a release for `cpu` needs when it runs, in order of path: what `package.json` depends on, less the
 * tools of the build and what is for other systems.
 */
export async function runtimePackages(root: string, cpu: Cpu): Promise<LockedPackage[]> {
  const text = await readFile(join(root, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, LockEntry> };
  const found = new Map<string, LockedPackage>();
  const queue = usedBy("", packages, cpu);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entry = packages[path]!;
    if (found.has(path) || entry.link === true) continue;
    const uses = usedBy(path, packages, cpu);
    const { version = "", integrity = "", license: licence = "" } = entry;
    found.set(path, { path, name: entry.name ?? nameOf(path), version, integrity, licence, uses });
    queue.push(...uses);
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Paths of the packages that Node.js finds for the dependencies of the package at `path`. */
function usedBy(path: string, packages: Record<string, LockEntry>, cpu: Cpu): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const found = names.map((name) => resolvedFrom(path, name, packages));
  return found.filter(
    (each) => each !== undefined && !buildTools.has(nameOf(each)) && isFor(packages[each]!, cpu),
  ) as string[];
}

function resolvedFrom(
  path: string,
  name: string,
  packages: Record<string, LockEntry>,
): string | undefined {
  for (let folder = path; ;) {
    const candidate = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (folder === "") return undefined;
    const end = folder.lastIndexOf("/node_modules/");
    folder = end === -1 ? "" : folder.slice(0, end);
  }
}

function isFor({ os, cpu: processors, libc }: LockEntry, cpu: Cpu): boolean {
  const allows = (wanted: string | string[] | undefined, value: string): boolean =>
    wanted === undefined || [wanted].flat().includes(value);
  return allows(os, "linux") && allows(processors, cpu) && allows(libc, "glibc");
}

/**
 * Copies the packages from the installation at `root` to `tree`. What is not installed, because it is for another
 * processor, comes from the registry by `npm pack`, and its sum must be that of the lock file.
 */
export async function copyPackages(
  root: string,
  tree: string,
  packages: readonly LockedPackage[],
): Promise<void> {
  for (const locked of packages) {
    const target = join(tree, locked.path);
    const source = join(root, locked.path);
    await mkdir(dirname(target), { recursive: true });
    if (!existsSync(source)) {
      await unpack(await tarballOf(root, locked), target);
      continue;
    }
    await run("cp", ["-a", "--reflink=auto", source, target]);
    // Packages inside are entries of the lock file themselves; the list is in order of path.
    await rm(join(target, "node_modules"), { recursive: true, force: true });
  }
}

async function unpack(tarball: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const options = ["--no-same-owner", "--strip-components=1"];
  await run("tar", ["-xzf", tarball, "-C", target, ...options]);
}

/** The package's file of the registry, kept for the next time. */
async function tarballOf(root: string, { name, version, integrity }: LockedPackage) {
  const cache = join(root, "node_modules/.cache/packages");
  const file = join(cache, `${name.replaceAll("/", "+")}-${version}.tgz`);
  if (existsSync(file)) return file;
  const fresh = join(cache, `fresh-${process.pid}`);
  await mkdir(fresh, { recursive: true });
  try {
    const options = ["--ignore-scripts", "--silent", "--pack-destination", fresh];
    const { stdout } = await run("npm", ["pack", `${name}@${version}`, ...options], { cwd: fresh });
    const packed = join(fresh, stdout.trim());
    const sum = createHash("sha512")
      .update(await readFile(packed))
      .digest("base64");
    if (`sha512-${sum}` !== integrity) {
      throw new Error(
        `${name}@${version}: its sum is not that of package-lock.json. Check the registry`,
      );
    }
    await rename(packed, file);
    return file;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
