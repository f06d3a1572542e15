import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type ReadMember, readTar } from "../../base/archive/tar-reader.ts";
import { safePath } from "../../base/archive/safe-path.ts";
import { fail } from "../../base/contract/fail.ts";
import {
  type BackupManifest,
  manifestName,
  manifestSum,
  manifestSumName,
  parseBackupManifest,
  storeName,
} from "./manifest.ts";

/** Longest accepted manifest: a line for each of a million files. */
const maxManifestBytes = 256 * 1024 * 1024;

/**
 * Reads a backup from end to end and compares every member with the manifest. `take` gets each
 * member's path and bytes while they are read; they are valid only once this resolves. Fails with
 * `backup_invalid`, naming the fault.
 */
export async function readBackup(
  file: string,
  take: (path: string, body: AsyncIterable<Buffer>) => Promise<void> = drain,
): Promise<BackupManifest> {
  const found = new Map<string, { size: number; sha256: string }>();
  let text: string | undefined;
  let sum: string | undefined;
  try {
    for await (const member of readTar(createReadStream(file))) {
      if (member.type !== "file" || sum !== undefined) {
        throw fail("backup_invalid", "backup: is not a backup. Choose another file");
      }
      const path = safePath(member.path);
      if (path === manifestName) text = await textOf(member);
      else if (path === manifestSumName) sum = await textOf(member);
      else found.set(path, await passed(member, (body) => take(path, body)));
    }
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "backup_invalid") throw cause;
    const reason = cause instanceof Error ? cause.message : "it cannot be read";
    throw fail(
      "backup_invalid",
      `${file}: is not a complete backup (${reason}). Use another backup`,
      { cause },
    );
  }
  if (text === undefined || sum === undefined) {
    throw fail("backup_invalid", `${file}: ends before its manifest. Use a complete backup`);
  }
  if (sum !== manifestSum(text)) {
    throw fail(
      "backup_invalid",
      "backup: its manifest was changed or is damaged. Use another backup",
    );
  }
  const manifest = parseBackupManifest(text);
  compare(manifest, found);
  return manifest;
}

async function drain(_path: string, body: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of body);
}

/** Passes a body on and returns its size and sum. */
async function passed(
  { body }: ReadMember,
  take: (body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const watched = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await take(watched());
  return { size, sha256: hash.digest("hex") };
}

async function textOf({ body, sizeBytes }: ReadMember): Promise<string> {
  if (sizeBytes > maxManifestBytes)
    throw fail("backup_invalid", "backup: its manifest is too long. Use another backup");
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function compare(
  manifest: BackupManifest,
  found: ReadonlyMap<string, { size: number; sha256: string }>,
): void {
  for (const { path, size_bytes: size, sha256 } of manifest.files) {
    const one = found.get(path);
    if (!one) throw fail("backup_invalid", `backup: lacks ${path}. Use another backup`);
    if (one.size !== size || one.sha256 !== sha256) {
      throw fail(
        "backup_invalid",
        `backup: its ${path} was changed or is damaged. Use another backup`,
      );
    }
  }
  if (found.size !== manifest.files.length || !found.has(storeName)) {
    throw fail("backup_invalid", "backup: its files differ from its manifest. Use another backup");
  }
}
