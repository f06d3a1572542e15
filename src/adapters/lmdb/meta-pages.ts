import type { FileHandle } from "node:fs/promises";

/** Layout of LMDB's pages as lmdb-js 3.5 writes them (`mdb.c`: MDB_page_header, MDB_meta, MDB_db). */
export const headerBytes = 24;
/** Pages before the first of a tree. */
export const metaPageCount = 2;
const metaMagic = 0xbeefc0de;
const dataVersion = 2;
const metaFlag = 0x08;
const smallestPage = 256;
const largestPage = 65_536;
/** The bytes of a meta page that LMDB uses. */
export const metaBytes = headerBytes + 168;
/** The largest block that a disk reads at once when it has unreadable sectors. */
const blockBytes = 4096;

/** A fault that makes a store's file unusable; only the adapter itself throws and catches it. */
export class Damage extends Error {}

/** A tree of pages: MDB_db. */
export interface Tree {
  depth: number;
  entries: number;
  root: bigint;
}

/** One of the two pages that name the trees of a commit. */
export interface Meta {
  pageBytes: number;
  free: Tree;
  main: Tree;
  lastPage: number;
  txnId: bigint;
}

/** Reads meta page `index` (0 or 1), whose first bytes `page` holds; throws `Damage` for anything else. */
export function parseMeta(page: Buffer, index: number): Meta {
  const what = `meta page ${index}`;
  if (page.length < metaBytes) throw new Damage("it is cut off");
  const isOwn = page.readBigUInt64LE(0) === BigInt(index);
  if (!isOwn || (page.readUInt16LE(18) & metaFlag) === 0) throw new Damage(`${what} is none`);
  const at = headerBytes;
  if (page.readUInt32LE(at) !== metaMagic) throw new Damage(`${what} has no mark of LMDB`);
  if ((page.readUInt32LE(at + 4) & 0xffff) !== dataVersion)
    throw new Damage(`${what} is of another version`);
  const pageBytes = page.readUInt32LE(at + 24);
  if (!isPageSize(pageBytes)) throw new Damage(`${what} has an impossible page size`);
  const lastPage = page.readBigUInt64LE(at + 120);
  if (lastPage > BigInt(2 ** 31)) throw new Damage(`${what} counts impossibly many pages`);
  return {
    pageBytes,
    free: treeAt(page, at + 24),
    main: treeAt(page, at + 72),
    lastPage: Number(lastPage),
    txnId: page.readBigUInt64LE(at + 128),
  };
}

/** The meta pages of a file, and for each why it cannot be read; null for one that can. */
export interface MetaPages {
  /** Both pages, one after the other; undefined when no page says how large pages are. */
  bytes: Buffer | undefined;
  faults: readonly [string | null, string | null];
}

/** Reads both meta pages of a file; sectors that the disk does not give count as zeros. */
export async function readMetaPages(file: FileHandle): Promise<MetaPages> {
  const head = await readHead(file, metaPageCount * largestPage);
  const pageBytes = pageSizeIn(head);
  if (pageBytes === undefined) {
    return { bytes: undefined, faults: [faultOf(head, 0)!, "meta page 1 is none"] };
  }
  const bytes = head.subarray(0, metaPageCount * pageBytes);
  return { bytes, faults: [faultOf(bytes, 0), faultOf(bytes.subarray(pageBytes), 1)] };
}

function faultOf(page: Buffer, index: number): string | null {
  try {
    parseMeta(page, index);
    return null;
  } catch (error) {
    return (error as Damage).message;
  }
}

/** Taken from the first meta page, or else from the place at which the second is found. */
function pageSizeIn(head: Buffer): number | undefined {
  if (faultOf(head, 0) === null) return parseMeta(head, 0).pageBytes;
  for (let bytes = smallestPage; bytes <= largestPage; bytes *= 2) {
    const page = head.subarray(bytes);
    if (faultOf(page, 1) === null && parseMeta(page, 1).pageBytes === bytes) return bytes;
  }
  return undefined;
}

async function readHead(file: FileHandle, limit: number): Promise<Buffer> {
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(size, limit));
  for (let at = 0; at < head.length; at += blockBytes) {
    const length = Math.min(blockBytes, head.length - at);
    await file.read(head, at, length, at).catch(() => undefined);
  }
  return head;
}

function isPageSize(bytes: number): boolean {
  return bytes >= smallestPage && bytes <= largestPage && (bytes & (bytes - 1)) === 0;
}

/** MDB_db: pad, flags, depth, three counts of pages, entries, root. */
function treeAt(page: Buffer, at: number): Tree {
  return {
    depth: page.readUInt16LE(at + 6),
    entries: Number(page.readBigUInt64LE(at + 32)),
    root: page.readBigUInt64LE(at + 40),
  };
}
