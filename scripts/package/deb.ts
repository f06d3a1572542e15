import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { completionScript } from "../../src/cli/daily/completion.ts";
import { programOf } from "../../src/cli/program.ts";
import { versionOf } from "./assemble.ts";
import { settleModes } from "./epoch.ts";
import { markManaged } from "./managed.ts";
import { manualOf } from "./manual.ts";
import type { Cpu } from "./packages.ts";

const run = promisify(execFile);
const templates = join(import.meta.dirname, "debian");

/** Name of a processor in Debian. */
export const debianArch: Readonly<Record<Cpu, string>> = { x64: "amd64", arm64: "arm64" };

/** A Debian package to make. */
export interface DebRequest {
  /** An assembled release; it moves into the package. */
  tree: string;
  cpu: Cpu;
  /** Folder that gets the package. */
  out: string;
  epochSec: number;
}

/** Units that a package has: dpkg replaces the program, so none for upgrades. */
const units = [
  "gatehouse.service",
  "gatehouse-backup.service",
  "gatehouse-backup.timer",
  "gatehouse-verify.service",
  "gatehouse-verify.timer",
];
const program = "usr/lib/gatehouse";
const docs = "usr/share/doc/gatehouse";

/** Makes `gatehouse_VERSION_ARCH.deb` and returns its path. The same release and epoch give the same bytes. */
export async function makeDeb({ tree, cpu, out, epochSec }: DebRequest): Promise<string> {
  const version = await versionOf(tree);
  const arch = debianArch[cpu];
  const name = `gatehouse_${version}_${arch}.deb`;
  const root = join(out, `${name}.root`);
  try {
    await rm(root, { recursive: true, force: true });
    await mkdir(join(root, "usr/lib"), { recursive: true });
    await rename(tree, join(root, program));
    await markManaged(join(root, program), "dpkg");
    await addSystemFiles(root);
    await addDocs(root, version, epochSec);
    await addShellHelp(root, version, epochSec);
    await settleModes(root, epochSec);
    await addControl(root, { version, arch });
    await settleModes(root, epochSec);
    const options = ["--root-owner-group", "-Zxz", "-z2", "--threads-max=1"];
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(epochSec) };
    await run("dpkg-deb", [...options, "--build", root, join(out, name)], { env });
    return join(out, name);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function addSystemFiles(root: string): Promise<void> {
  const places = ["usr/bin", "lib/systemd/system", "etc/gatehouse", "usr/share/lintian/overrides"];
  for (const place of [...places, "var/lib/gatehouse", "var/lib/gatehouse-backup", docs]) {
    await mkdir(join(root, place), { recursive: true });
  }
  await symlink("../lib/gatehouse/scripts/gatehouse", join(root, "usr/bin/gatehouse"));
  for (const unit of units) {
    const text = await readFile(join(root, program, "systemd", unit), "utf8");
    const placed = text.replaceAll("/opt/gatehouse/current", `/${program}`);
    await writeFile(join(root, "lib/systemd/system", unit), placed);
  }
  const site = await readFile(join(root, program, "config/site.yaml"), "utf8");
  const placed = site.replace(/^data_dir:.*/m, "data_dir: /var/lib/gatehouse");
  await writeFile(join(root, "etc/gatehouse/site.yaml"), placed);
  await copyFile(
    join(templates, "lintian-overrides"),
    join(root, "usr/share/lintian/overrides/gatehouse"),
  );
}

async function addDocs(root: string, version: string, epochSec: number): Promise<void> {
  await copyFile(join(templates, "copyright"), join(root, docs, "copyright"));
  for (const name of ["THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"]) {
    const bytes = await readFile(join(root, program, name));
    await writeFile(join(root, docs, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  const date = new Date(epochSec * 1000).toUTCString().replace("GMT", "+0000");
  const changelog = `gatehouse (${version}) unstable; urgency=medium

  * Release ${version}. The changes are in /${program}/CHANGELOG.md.

 -- Gatehouse maintainers <maintainers@gatehouse.invalid>  ${date}
`;
  await writeFile(join(root, docs, "changelog.gz"), gzipSync(changelog, { level: 9 }));
}

/** The manual page, and what completes commands in shells. */
async function addShellHelp(root: string, version: string, epochSec: number): Promise<void> {
  const program = programOf();
  const manual = gzipSync(manualOf(program, { version, epochSec }), { level: 9 });
  const files: readonly [place: string, content: string | Uint8Array][] = [
    ["man/man1/gatehouse.1.gz", manual],
    ["bash-completion/completions/gatehouse", completionScript(program, "bash")],
    ["zsh/vendor-completions/_gatehouse", completionScript(program, "zsh")],
    ["fish/vendor_completions.d/gatehouse.fish", completionScript(program, "fish")],
  ];
  for (const [place, content] of files) {
    const file = join(root, "usr/share", place);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, content);
  }
}

/** The control files, with the sums of all others. */
async function addControl(
  root: string,
  { version, arch }: { version: string; arch: string },
): Promise<void> {
  const files = await filesBelow(root);
  const sums: string[] = [];
  let sizeBytes = 0;
  for (const path of files) {
    const found = await lstat(path);
    if (!found.isFile()) continue;
    sizeBytes += found.size;
    const sum = createHash("md5")
      .update(await readFile(path))
      .digest("hex");
    const name = relative(root, path);
    if (name !== "etc/gatehouse/site.yaml") sums.push(`${sum}  ${name}\n`);
  }
  const control = join(root, "DEBIAN");
  await mkdir(control);
  await writeFile(join(control, "md5sums"), sums.join(""));
  for (const name of ["preinst", "postinst", "prerm", "postrm", "conffiles"]) {
    const mode = name === "conffiles" ? 0o644 : 0o755;
    await writeFile(join(control, name), await readFile(join(templates, name)), { mode });
  }
  const text = await readFile(join(templates, "control"), "utf8");
  const size = String(Math.ceil(sizeBytes / 1024));
  const filled = text.replace("@VERSION@", version).replace("@ARCH@", arch);
  await writeFile(join(control, "control"), filled.replace("@SIZE@", size));
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}
