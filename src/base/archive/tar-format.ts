import { fail } from "../contract/fail.ts";

/** The type of an archive member. */
export type TarType = "file" | "directory" | "symlink";

/** Header of a member. */
export interface TarHead {
  /** Path inside the archive, with `/`. */
  path: string;
  type: TarType;
  /** Bytes of the body; 0 for everything but files. */
  sizeBytes: number;
  /** Permission bits. */
  mode: number;
  /** Unix milliseconds; the format stores whole seconds. */
  atMs: number;
  /** Target of a symbolic link; empty for other members. */
  target: string;
}

/**
 * Block size: everything in a tar archive is a multiple of it (POSIX.1-2017 pax, "ustar Interchange
 * Format").
 */
export const blockBytes = 512;

/** Largest value of an octal size field of eleven digits. */
const maxOctalSize = 0o77777777777;
const maxName = 100;
const flags: Record<TarType, string> = { file: "0", symlink: "2", directory: "5" };

/** Returns the number of bytes that pad a body of `sizeBytes` to whole blocks. */
export function paddingOf(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

/**
 * Returns the header's blocks: long names and sizes get an extended header (pax) before the usual
 * one.
 */
export function encodeHead(head: TarHead): Buffer {
  const records: [string, string][] = [];
  if (Buffer.byteLength(head.path) > maxName) records.push(["path", head.path]);
  if (Buffer.byteLength(head.target) > maxName) records.push(["linkpath", head.target]);
  if (head.sizeBytes > maxOctalSize) records.push(["size", String(head.sizeBytes)]);
  const own = block(head, flags[head.type]);
  if (records.length === 0) return own;
  const body = Buffer.from(records.map(([name, value]) => paxRecord(name, value)).join(""));
  const extended = { ...head, path: "pax", target: "", sizeBytes: body.length };
  return Buffer.concat([block(extended, "x"), body, Buffer.alloc(paddingOf(body.length)), own]);
}

/** `LENGTH NAME=VALUE\n`, where LENGTH counts itself. */
function paxRecord(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (bytes + String(length).length !== length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function block(head: TarHead, flag: string): Buffer {
  const bytes = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number): void => {
    bytes.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  };
  bytes.set(clipped(head.path), 0);
  octal(head.mode & 0o7777, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(Math.min(head.sizeBytes, maxOctalSize), 124, 11);
  octal(Math.max(0, Math.floor(head.atMs / 1000)), 136, 11);
  bytes.fill(" ", 148, 156);
  bytes.write(flag, 156);
  bytes.set(clipped(head.target), 157);
  bytes.write("ustar\0" + "00", 257, "latin1");
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  bytes[154] = 0;
  return bytes;
}

function clipped(text: string): Buffer {
  return Buffer.from(text).subarray(0, maxName);
}

/** A block as read: the header, and the type of the block. */
export interface RawHead {
  head: TarHead;
  kind: TarType | "extended" | "ignored" | "refused";
}

const kinds: Readonly<Record<string, RawHead["kind"]>> = {
  "0": "file",
  "\0": "file",
  "2": "symlink",
  "5": "directory",
  x: "extended",
  g: "ignored",
};

/** Reads a block; null for the zeros at the end. Fails with `archive_invalid`. */
export function decodeHead(bytes: Buffer): RawHead | null {
  if (bytes.every((byte) => byte === 0)) return null;
  const sum = bytes.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (octalAt(bytes, 148, 8) !== sum)
    throw fail("archive_invalid", "archive: is not a tar archive. Choose a tar archive");
  const prefix = textAt(bytes, 345, 155);
  const name = textAt(bytes, 0, maxName);
  const isUstar = bytes.toString("latin1", 257, 262) === "ustar";
  const kind = kinds[String.fromCharCode(bytes[156]!)] ?? "refused";
  return {
    kind,
    head: {
      path: isUstar && prefix !== "" ? `${prefix}/${name}` : name,
      type: kind === "symlink" || kind === "directory" ? kind : "file",
      sizeBytes: octalAt(bytes, 124, 12),
      mode: octalAt(bytes, 100, 8) & 0o777,
      atMs: octalAt(bytes, 136, 12) * 1000,
      target: textAt(bytes, 157, maxName),
    },
  };
}

/** Applies the records of an extended header to the header that follows it. */
export function extendedHead(head: TarHead, body: Buffer): TarHead {
  const changed = { ...head };
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at);
    const length = Number(body.toString("latin1", at, space));
    if (space < 0 || !(length > 0) || at + length > body.length) {
      throw fail("archive_invalid", "archive: an extended header is damaged. Use another copy");
    }
    const [name, ...value] = body.toString("utf8", space + 1, at + length - 1).split("=");
    const text = value.join("=");
    if (name === "path") changed.path = text;
    if (name === "linkpath") changed.target = text;
    if (name === "size") changed.sizeBytes = Number(text);
    at += length;
  }
  if (Number.isSafeInteger(changed.sizeBytes) && changed.sizeBytes >= 0) return changed;
  throw fail("archive_invalid", "archive: a size is not a number. Use another copy");
}

function textAt(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
}

function octalAt(bytes: Buffer, at: number, length: number): number {
  const text = bytes
    .toString("latin1", at, at + length)
    .replaceAll("\0", " ")
    .trim();
  if (/^[0-7]*$/.test(text)) return text === "" ? 0 : Number.parseInt(text, 8);
  throw fail("archive_invalid", "archive: a number in a header is damaged. Use another copy");
}
