import { type FileHandle, open } from "node:fs/promises";
import { blockBytes, decodeHead, paddingOf } from "../../base/archive/tar-format.ts";
import { fail } from "../../base/contract/fail.ts";
import {
  type BackupManifest,
  manifestName,
  manifestSum,
  manifestSumName,
  parseBackupManifest,
} from "./manifest.ts";

/** How much of the end is read first; a manifest of 300 files fits. */
const firstReadBytes = 64 * 1024;
/** Longest manifest that is read this way. */
const maxReadBytes = 64 * 1024 * 1024;
/** The member with the sum (header and body), and the two blocks of zeros that end an archive. */
const tailBytes = 4 * blockBytes;

/**
 * Reads the manifest at the end of a backup and compares it with its sum, without reading the files before it: for
 * lists. Fails with `backup_invalid`. Only `readBackup` says whether the files are whole.
 */
export async function peekManifest(path: string): Promise<BackupManifest> {
  const file = await open(path, "r").catch((cause) => {
    throw fail("backup_invalid", "backup: cannot be read. Check the owner and mode of the file", {
      cause,
    });
  });
  try {
    const { size } = await file.stat();
    for (let bytes = firstReadBytes; ; bytes *= 8) {
      const end = await endOf(file, { size, bytes: Math.min(bytes, size) });
      const text = manifestIn(end);
      if (text !== undefined) return parseBackupManifest(text);
      if (bytes >= size || bytes >= maxReadBytes) break;
    }
  } finally {
    await file.close();
  }
  throw fail("backup_invalid", "backup: ends before its manifest. Use a complete backup");
}

async function endOf(
  file: FileHandle,
  { size, bytes }: { size: number; bytes: number },
): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes);
  return buffer.subarray(0, bytesRead);
}

/** The text of the manifest, if its header lies in `end` and its sum is right. */
function manifestIn(end: Buffer): string | undefined {
  const sumAt = end.length - tailBytes;
  if (end.length % blockBytes !== 0 || sumAt < 0) return undefined;
  const sum = memberAt(end, sumAt, manifestSumName);
  if (sum === undefined) return undefined;
  for (let at = sumAt - blockBytes; at >= 0; at -= blockBytes) {
    const text = memberAt(end, at, manifestName);
    if (text !== undefined && manifestSum(text) === sum) return text;
  }
  return undefined;
}

function memberAt(end: Buffer, at: number, name: string): string | undefined {
  // Most blocks are no headers: the name tells without the sum of the header.
  if (end.toString("latin1", at, at + name.length + 1) !== `${name}\0`) return undefined;
  const head = headAt(end, at);
  if (head === undefined) return undefined;
  const from = at + blockBytes;
  const to = from + head.sizeBytes;
  return to + paddingOf(head.sizeBytes) <= end.length ? end.toString("utf8", from, to) : undefined;
}

function headAt(end: Buffer, at: number): { sizeBytes: number } | undefined {
  try {
    return decodeHead(end.subarray(at, at + blockBytes))?.head;
  } catch {
    return undefined;
  }
}
