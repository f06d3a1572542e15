import { execFile } from "node:child_process";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { settleModes } from "./epoch.ts";
import { noticesOf } from "./notices.ts";
import { copyPackages, type Cpu, runtimePackages } from "./packages.ts";
import { prunePackages } from "./prune.ts";
import { sbomOf } from "./sbom.ts";

const run = promisify(execFile);

/** What a release contains besides its packages. */
const contents = [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "package.json",
  "package-lock.json",
  "config",
  "console/dist",
  "dist",
  "docs",
  "examples",
  "models",
  "scripts/gatehouse",
  "scripts/node",
  "scripts/install.sh",
  "scripts/lib",
  "src",
  "systemd",
];

/** Files of packages that no release for `cpu` uses: other systems' programs, headers and manuals. */
function unused(cpu: Cpu): string[] {
  const other = cpu === "x64" ? "arm64" : "x64";
  return [
    "node_modules/node-linux-*/{include,share,CHANGELOG.md}",
    "node_modules/onnxruntime-node/bin/*/{darwin,win32}",
    `node_modules/onnxruntime-node/bin/*/linux/${other}`,
    `node_modules/rclnodejs/prebuilds/linux-${other}`,
    "node_modules/rclnodejs/prebuilds/*/*-electron-*",
    "node_modules/**/*.musl.node",
    // For older releases of Node.js; ours loads the one for every release (Node-API).
    "node_modules/@*/*/node.abi*.node",
  ];
}

/** A release to assemble. */
export interface ReleaseRequest {
  /** The repository, with its packages installed. */
  root: string;
  cpu: Cpu;
  /** The folder to make; removed first. */
  tree: string;
  epochSec: number;
}

/** The version in `package.json`. */
export async function versionOf(root: string): Promise<string> {
  const text = await readFile(join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Assembles a complete release for one processor: it runs as it is, and installs without npm. The same sources, packages
 * and epoch give the same bytes, modes and times.
 */
export async function assemble({ root, cpu, tree, epochSec }: ReleaseRequest): Promise<void> {
  for (const script of ["build-page.ts", "build-server.ts"]) {
    await run(join(root, "scripts/node"), [join(root, "scripts", script)]);
  }
  await rm(tree, { recursive: true, force: true });
  for (const path of contents) {
    await mkdir(join(tree, path, ".."), { recursive: true });
    await run("cp", ["-a", "--reflink=auto", join(root, path), join(tree, path)]);
  }
  const packages = await runtimePackages(root, cpu);
  await copyPackages(root, tree, packages);
  for await (const path of glob(unused(cpu), { cwd: tree })) {
    await rm(join(tree, path), { recursive: true, force: true });
  }
  await prunePackages(tree);
  const version = await versionOf(root);
  const sbom = await sbomOf({ tree, version, cpu, epochSec, packages });
  await writeFile(join(tree, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 1)}\n`);
  await writeFile(join(tree, "THIRD-PARTY-NOTICES.txt"), await noticesOf(tree, packages));
  // The installer copies such a tree as it is.
  await writeFile(join(tree, ".assembled"), `${cpu}\n`);
  await settleModes(tree, epochSec);
}
