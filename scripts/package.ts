/**
 * Makes what a release is published as, for one processor (docs/install/packages.md):
 *   scripts/node scripts/package.ts tree|tar|deb|oci [--arch amd64|arm64] [--out DIR] [--base ROOT.tar]
 * `tree`: the assembled release. `tar`: the same as an archive, from which scripts/install.sh installs without npm.
 * `oci`: an image layout, from a Debian root that mmdebstrap makes, or that `--base` names.
 * Two runs at one commit give the same bytes. SOURCE_DATE_EPOCH sets the time of all files, else the commit does.
 */
import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { assemble, versionOf } from "./package/assemble.ts";
import { debianArch, makeDeb } from "./package/deb.ts";
import { makeOci } from "./package/oci.ts";
import { sourceEpochSec } from "./package/epoch.ts";
import type { Cpu } from "./package/packages.ts";

const usage =
  "usage: package.ts tree|tar|deb|oci [--arch amd64|arm64] [--out DIR] [--base ROOT.tar]\n";
const root = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    arch: { type: "string", default: debianArch[process.arch as Cpu] },
    out: { type: "string", default: "." },
    base: { type: "string" },
  },
});
const kind = positionals[0];
const cpu = values.arch === "amd64" ? "x64" : values.arch === "arm64" ? "arm64" : undefined;
if (cpu === undefined || positionals.length !== 1 || !/^(?:tree|tar|deb|oci)$/.test(kind ?? "")) {
  process.stderr.write(usage);
  process.exit(2);
}

const out = resolve(values.out);
await mkdir(out, { recursive: true });
const epochSec = await sourceEpochSec(root);
const name = `gatehouse-${await versionOf(root)}-${debianArch[cpu]}`;
const tree = join(out, name);
await assemble({ root, cpu, tree, epochSec });
let made = tree;
if (kind === "oci") made = await makeOci({ tree, cpu, out, epochSec, base: values.base });
if (kind === "deb") made = await makeDeb({ tree, cpu, out, epochSec });
if (kind === "tar") {
  made = `${tree}.tar.gz`;
  const order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  const env = { ...process.env, GZIP: undefined };
  await promisify(execFile)("tar", [...order, "-I", "gzip -9n", "-cf", made, "-C", out, name], {
    env,
  });
}
if (kind !== "tree") await rm(tree, { recursive: true, force: true });
const { stdout } = await promisify(execFile)("du", ["-sb", made]);
const megabytes = Number(stdout.split("\t")[0]) / 1e6;
process.stdout.write(`${made}: ${megabytes.toFixed(1)} MB\n`);
