import { execFile } from "node:child_process";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { versionOf } from "./assemble.ts";
import { debianArch } from "./deb.ts";
import { settleModes } from "./epoch.ts";
import { markManaged } from "./managed.ts";
import { type Layer, writeImage } from "./oci-layout.ts";
import type { Cpu } from "./packages.ts";

const run = promisify(execFile);

/** Number of the user and the group `gatehouse` in an image; volumes belong to it. */
const userId = 990;

/** Debian packages of an image besides the essential ones. */
const debianPackages = ["alsa-utils", "ca-certificates", "espeak-ng", "ffmpeg", "libstdc++6"];

/** An image to make. */
export interface OciRequest {
  /** An assembled release; it moves into the image. */
  tree: string;
  cpu: Cpu;
  /** Folder that gets the layout. */
  out: string;
  epochSec: number;
  /** A tar archive of a Debian root with the packages; undefined to make one with mmdebstrap. */
  base?: string | undefined;
}

/** Makes the image as a layout `gatehouse-VERSION-ARCH.oci` in `out`, and returns its path. */
export async function makeOci(request: OciRequest): Promise<string> {
  const { tree, cpu, out, epochSec } = request;
  const version = await versionOf(tree);
  const dir = join(out, `gatehouse-${version}-${debianArch[cpu]}.oci`);
  const work = `${dir}.work`;
  try {
    for (const folder of [dir, work]) await rm(folder, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    const base = request.base ?? (await debianBase(work, { cpu, epochSec }));
    const program = await programLayer(work, { tree, epochSec });
    const layers: Layer[] = [
      { archive: base, createdBy: `mmdebstrap bookworm, with ${debianPackages.join(", ")}` },
      { archive: program, createdBy: `gatehouse ${version}` },
    ];
    const architecture = cpu === "x64" ? "amd64" : "arm64";
    const config = configOf(version);
    await writeImage({ dir, layers, architecture, epochSec, tag: version, config });
    return dir;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** How a container of the image starts: as its own user, with settings and data in volumes. */
function configOf(version: string): object {
  return {
    User: `${userId}:${userId}`,
    Env: ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/var/lib/gatehouse", "LANG=C.UTF-8"],
    Entrypoint: ["/usr/local/bin/gatehouse"],
    Cmd: ["serve", "--config", "/etc/gatehouse/site.yaml", "--data-dir", "/var/lib/gatehouse"],
    WorkingDir: "/var/lib/gatehouse",
    ExposedPorts: { "8480/tcp": {} },
    Volumes: { "/var/lib/gatehouse": {}, "/etc/gatehouse": {} },
    StopSignal: "SIGTERM",
    Healthcheck: {
      Test: ["CMD", "/usr/local/bin/gatehouse", "status"],
      Interval: 30e9,
      Timeout: 10e9,
      StartPeriod: 60e9,
      Retries: 3,
    },
    Labels: {
      "org.opencontainers.image.title": "Gatehouse",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": "Apache-2.0",
    },
  };
}

/** A Debian root without manuals and translations. */
async function debianBase(
  work: string,
  { cpu, epochSec }: { cpu: Cpu; epochSec: number },
): Promise<string> {
  const archive = join(work, "base.tar");
  const omitted = ["doc", "man", "info", "locale"].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  const options = [
    "--variant=minbase",
    `--architectures=${debianArch[cpu]}`,
    '--aptopt=Apt::Install-Recommends "0"',
    ...omitted,
    "--dpkgopt=path-include=/usr/share/doc/*/copyright",
    `--include=${debianPackages.join(",")}`,
  ];
  const source = "deb http://deb.debian.org/debian bookworm main";
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epochSec) };
  await run("mmdebstrap", [...options, "bookworm", archive, source], { env, maxBuffer: 1e8 });
  return archive;
}

/** The release, its command, its settings and the user, above the Debian root. */
async function programLayer(
  work: string,
  { tree, epochSec }: { tree: string; epochSec: number },
): Promise<string> {
  const root = join(work, "root");
  for (const folder of ["usr/lib", "usr/local/bin", "etc", "var/lib"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await rename(tree, join(root, "usr/lib/gatehouse"));
  await markManaged(join(root, "usr/lib/gatehouse"), "container");
  await symlink("../../lib/gatehouse/scripts/gatehouse", join(root, "usr/local/bin/gatehouse"));
  const user = `gatehouse:x:${userId}:${userId}::/var/lib/gatehouse:/usr/sbin/nologin`;
  await writeFile(join(root, "etc/passwd"), `${rootUser}\n${user}\n`);
  await writeFile(join(root, "etc/group"), `${groups.join("\n")}\ngatehouse:x:${userId}:\n`);
  await settleModes(root, epochSec);
  const archive = join(work, "program.tar");
  const order = ["--sort=name", "--format=gnu", "--numeric-owner", `--mtime=@${epochSec}`];
  const owners = ["--owner=0", "--group=0"];
  await run("tar", [...order, ...owners, "-cf", archive, "-C", root, "etc", "usr", "var"]);
  await addVolumes(work, archive, epochSec);
  return archive;
}

/** Folders of the user, which a new volume takes its owner from; settings at first are those of the release. */
async function addVolumes(work: string, archive: string, epochSec: number): Promise<void> {
  const root = join(work, "volumes");
  for (const folder of ["var/lib/gatehouse", "etc/gatehouse"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await run("sh", ["-c", siteFile, "sh", join(work, "root"), root]);
  await settleModes(root, epochSec);
  const order = ["--sort=name", "--format=gnu", "--numeric-owner", `--mtime=@${epochSec}`];
  const owners = [`--owner=${userId}`, `--group=${userId}`];
  const paths = ["var/lib/gatehouse", "etc/gatehouse"];
  await run("tar", [...order, ...owners, "-rf", archive, "-C", root, ...paths]);
}

/** In a container the box listens on all addresses, with TLS: publishing the port decides who reaches it. */
const siteFile = `sed -e 's#^data_dir:.*#data_dir: /var/lib/gatehouse#' -e 's#^  host: 127.0.0.1 #  host: 0.0.0.0 #' \
  "$1/usr/lib/gatehouse/config/site.yaml" >"$2/etc/gatehouse/site.yaml"`;

const rootUser =
  "root:x:0:0:root:/root:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin";
const groups = ["root:x:0:", "audio:x:29:gatehouse", "video:x:44:gatehouse", "nogroup:x:65534:"];
