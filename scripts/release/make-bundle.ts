import { createHash, type KeyObject } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, readdir, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { tarOf, type TarMember } from "../../src/base/archive/tar-writer.ts";
import {
  maxChangelogChars,
  type ReleaseManifest,
  signManifest,
} from "../../src/system/upgrade/release-manifest.ts";
import { storeVersion } from "../../src/system/store/store-version.ts";

/** A file that the bundle carries beside those of the tree. */
export interface CarriedFile {
  /** Path inside the release. */
  path: string;
  /** Present path. */
  source: string;
}

/** Contents and signing key of a bundle. */
export interface BundleRequest {
  /** An installed tree: `package.json`, `src/`, `node_modules/` and so on. */
  tree: string;
  out: string;
  arch: string;
  /** Ed25519 private key. */
  key: KeyObject;
  madeAtMs: number;
  /** Each replaces the file of the tree with its path. */
  carried?: readonly CarriedFile[];
}

/** Entries of a working copy that no release contains. */
const leftOut = new Set([
  ".git",
  "test",
  "data",
  ".ci",
  ".assembled",
  ".gatehouse-installed",
  ".cache",
]);

/** Writes the bundle to `out` atomically. */
export async function makeBundle(request: BundleRequest): Promise<ReleaseManifest> {
  const { tree, out, arch, key, madeAtMs, carried = [] } = request;
  const { version } = JSON.parse(await readFile(join(tree, "package.json"), "utf8")) as {
    version: string;
  };
  const payloadFile = `${out}.payload`;
  try {
    const own = await membersOf(tree);
    const members = own.filter((member) => carried.every(({ path }) => path !== member.path));
    for (const { path, source } of carried) members.push(await fileMember(path, source));
    await pipeline(Readable.from(tarOf(members)), createGzip(), createWriteStream(payloadFile));
    const manifest: ReleaseManifest = {
      format: "gatehouse-release",
      v: 1,
      version,
      arch,
      made_at: Math.floor(madeAtMs / 1000),
      store_version: storeVersion,
      ...(await changelogOf(tree, version)),
      payload: {
        size_bytes: (await stat(payloadFile)).size,
        sha256: await sumOf(payloadFile),
        unpacked_bytes: members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        entries: members.length,
      },
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const signature = Buffer.from(signManifest(text, key));
    const bundle: TarMember[] = [
      { path: "manifest.json", sizeBytes: text.length, body: [text] },
      { path: "manifest.sig", sizeBytes: signature.length, body: [signature] },
      {
        path: "payload.tar.gz",
        sizeBytes: manifest.payload.size_bytes,
        body: createReadStream(payloadFile),
      },
    ];
    await pipeline(Readable.from(tarOf(bundle)), createWriteStream(`${out}.partial`));
    await rename(`${out}.partial`, out);
    return manifest;
  } finally {
    await rm(payloadFile, { force: true });
  }
}

/** The section of `version` in the changelog of the tree, or of what is unreleased; nothing without a changelog. */
async function changelogOf(tree: string, version: string): Promise<{ changelog?: string }> {
  const text = await readFile(join(tree, "CHANGELOG.md"), "utf8").catch(() => "");
  const sections = text.split(/^(?=## \[)/m);
  const section =
    sections.find((one) => one.startsWith(`## [${version}]`)) ??
    sections.find((one) => one.startsWith("## [Unreleased]"));
  return section === undefined ? {} : { changelog: section.trim().slice(0, maxChangelogChars) };
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Every file and link of the tree, in order of path; bodies are opened when they are read. */
async function membersOf(tree: string): Promise<TarMember[]> {
  const names = await readdir(tree);
  const wanted = names.filter((name) => !leftOut.has(name)).toSorted();
  const found: TarMember[] = [];
  for (const name of wanted) found.push(...(await below(tree, name)));
  return found;
}

async function below(tree: string, path: string): Promise<TarMember[]> {
  const full = join(tree, path);
  const found = await lstat(full);
  if (found.isSymbolicLink()) {
    return [{ path, sizeBytes: 0, type: "symlink", target: await readlink(full) }];
  }
  if (found.isDirectory()) {
    const names = (await readdir(full)).toSorted();
    const inside = await Promise.all(names.map((name) => below(tree, `${path}/${name}`)));
    return inside.flat();
  }
  if (!found.isFile()) return [];
  return [await fileMember(path, full)];
}

async function fileMember(path: string, file: string): Promise<TarMember> {
  const { size, mode } = await stat(file);
  const body = { [Symbol.asyncIterator]: () => createReadStream(file)[Symbol.asyncIterator]() };
  // Not the mode of the working copy, which depends on whose umask made it.
  return { path, sizeBytes: size, mode: (mode & 0o111) === 0 ? 0o644 : 0o755, body };
}
