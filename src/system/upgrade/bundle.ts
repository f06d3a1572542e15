import { createHash, type KeyObject } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, mkdir, open, symlink, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { safePath, safeTarget } from "../../base/archive/safe-path.ts";
import { type ReadMember, readTar } from "../../base/archive/tar-reader.ts";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import {
  bundleMembers,
  maxManifestBytes,
  maxUnpackedBytes,
  openManifest,
  type ReleaseManifest,
} from "./release-manifest.ts";

/**
 * Reads a bundle from end to end: the signature, then the sum of its payload, before anything is
 * unpacked. Fails with `upgrade_refused`.
 */
export async function verifyBundle(file: string, key: KeyObject): Promise<ReleaseManifest> {
  return await readBundle(file, key, async (body) => {
    for await (const _chunk of body);
  });
}

/**
 * Unpacks a bundle into `dir`, which must not exist. Fails with `upgrade_refused` for paths and
 * links that lead out of it, for more data than in the manifest, and for a bundle that was changed
 * meanwhile.
 */
export async function unpackBundle(file: string, key: KeyObject, dir: string): Promise<void> {
  await readBundle(file, key, async (body, { payload }) => {
    const gunzip = createGunzip();
    // The reading end reports errors of this stream.
    const fed = pipeline(body, gunzip).catch(() => undefined);
    await unpack(gunzip, dir, payload);
    await fed;
  });
}

async function readBundle(
  file: string,
  key: KeyObject,
  take: (body: AsyncIterable<Buffer>, manifest: ReleaseManifest) => Promise<void>,
): Promise<ReleaseManifest> {
  const texts: Buffer[] = [];
  let manifest: ReleaseManifest | undefined;
  let at = 0;
  try {
    for await (const member of readTar(createReadStream(file))) {
      if (member.path !== bundleMembers[at]) throw refuse("it has other members than a bundle");
      if (at < 2) texts.push(await short(member));
      else {
        manifest = openManifest(texts[0]!, texts[1]!.toString("latin1"), key);
        await checked(member, manifest, take);
      }
      at += 1;
    }
  } catch (cause) {
    if (GatehouseError.find(cause)?.code === "upgrade_refused") throw cause;
    const why = cause instanceof Error ? cause.message : "it cannot be read";
    throw fail("upgrade_refused", `${file}: is not a complete bundle (${why}). Use another copy`, {
      cause,
    });
  }
  if (!manifest) throw refuse("is not complete");
  return manifest;
}

function refuse(why: string) {
  return fail("upgrade_refused", `bundle: ${why}. Use another bundle`);
}

async function short({ body, sizeBytes }: ReadMember): Promise<Buffer> {
  if (sizeBytes > maxManifestBytes) throw refuse("its manifest is too long");
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Passes the payload on, and compares its sum with the signed one. */
async function checked(
  member: ReadMember,
  manifest: ReleaseManifest,
  take: (body: AsyncIterable<Buffer>, manifest: ReleaseManifest) => Promise<void>,
): Promise<void> {
  const { payload } = manifest;
  if (member.sizeBytes !== payload.size_bytes) throw refuse("its payload has another size");
  if (payload.unpacked_bytes > maxUnpackedBytes) throw refuse("the release is too large");
  const hash = createHash("sha256");
  const watched = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of member.body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await take(watched(), manifest);
  if (hash.digest("hex") !== payload.sha256) throw refuse("its payload was changed");
}

async function unpack(
  source: AsyncIterable<Uint8Array>,
  dir: string,
  limits: ReleaseManifest["payload"],
): Promise<void> {
  await mkdir(dir, { mode: 0o755 });
  const links: { path: string; target: string }[] = [];
  let bytes = 0;
  let count = 0;
  for await (const member of readTar(source)) {
    const path = safePath(member.path);
    bytes += member.sizeBytes;
    count += 1;
    if (bytes > limits.unpacked_bytes || count > limits.entries) {
      throw refuse("it holds more than its manifest says");
    }
    if (member.type === "symlink") {
      links.push({ path, target: safeTarget(path, member.target) });
      continue;
    }
    await mkdir(dirname(join(dir, path)), { recursive: true, mode: 0o755 });
    if (member.type === "directory") await mkdir(join(dir, path), { recursive: true, mode: 0o755 });
    else await writeMember(join(dir, path), member);
  }
  // Last, so that no file is written through a link.
  for (const { path, target } of links) {
    await mkdir(dirname(join(dir, path)), { recursive: true, mode: 0o755 });
    await symlink(target, join(dir, path));
  }
  await renewServer(join(dir, "dist/main.js"));
}

/** Makes the server's bundle the newest file, as it was where it was made: `scripts/gatehouse` leaves an older one. */
async function renewServer(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

async function writeMember(path: string, { body, mode }: ReadMember): Promise<void> {
  const out = await open(path, "wx", 0o644);
  try {
    for await (const chunk of body) await out.writeFile(chunk);
    await out.datasync();
  } finally {
    await out.close();
  }
  if ((mode & 0o111) !== 0) await chmod(path, 0o755);
}
