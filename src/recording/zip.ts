import { crc32 } from "node:zlib";
import { fail } from "../contract/fail.ts";

/** One file of an archive, in the order in which it is written. */
export interface ZipEntry {
  /** Path inside the archive, with `/`. */
  name: string;
  atMs: number;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Largest archive: beyond it the format needs 64-bit fields, which not every tool reads. */
export const maxZipBytes = 0xffff_ffff - 1024 * 1024;

interface Written {
  name: Buffer;
  time: number;
  crc: number;
  sizeBytes: number;
  atBytes: number;
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11); APPNOTE 4.4.4. */
const flags = 0x0808;

/**
 * A ZIP archive (APPNOTE 6.3) of files as they are, uncompressed, made while it is read: nothing is
 * held but one chunk. Rejects with `request_too_large` beyond `maxZipBytes`.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const entry of entries) {
    const one: Written = {
      name: Buffer.from(entry.name),
      time: dosTime(entry.atMs),
      crc: 0,
      sizeBytes: 0,
      atBytes: at,
    };
    const head = localHeader(one);
    yield head;
    for await (const chunk of entry.body) {
      one.crc = crc32(chunk, one.crc);
      one.sizeBytes += chunk.length;
      if (at + one.sizeBytes > maxZipBytes) throw tooLarge();
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
    const tail = descriptor(one);
    yield tail;
    at += head.length + one.sizeBytes + tail.length;
    written.push(one);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield directoryEnd(written.length, directory.length, at);
}

function tooLarge() {
  return fail(
    "request_too_large",
    "the evidence is larger than 4 GB: export fewer incidents at once",
  );
}

function localHeader({ name, time }: Written): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt32LE(time, 10);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, sizeBytes }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x0807_4b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(sizeBytes, 8);
  tail.writeUInt32LE(sizeBytes, 12);
  return tail;
}

function directoryEntry({ name, time, crc, sizeBytes, atBytes }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  // Made by Unix, so that the permissions below count.
  entry.writeUInt16LE((3 << 8) | 20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt32LE(time, 12);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(sizeBytes, 20);
  entry.writeUInt32LE(sizeBytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE((0o100_644 << 16) >>> 0, 38);
  entry.writeUInt32LE(atBytes, 42);
  return Buffer.concat([entry, name]);
}

function directoryEnd(count: number, sizeBytes: number, atBytes: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(sizeBytes, 12);
  end.writeUInt32LE(atBytes, 16);
  return end;
}

/** MS-DOS time and date in UTC: two seconds, minutes, hours; day, month, years since 1980. */
function dosTime(atMs: number): number {
  const at = new Date(atMs);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date =
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
