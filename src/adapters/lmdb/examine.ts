import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import {
  Damage,
  headerBytes,
  type Meta,
  metaBytes,
  metaPageCount,
  parseMeta,
  type Tree,
} from "./meta-pages.ts";

/** Flags of pages and entries (`mdb.c`: MDB_page_header, MDB_node). */
const branch = 0x01;
const leaf = 0x02;
const overflow = 0x04;
const bigData = 0x01;
const nodeBytes = 8;
/** CURSOR_STACK: deeper trees overrun LMDB's cursors. */
const maxDepth = 32;
const noPage = 2n ** 64n - 1n;

/** The options of an examination. */
export interface ExamineOptions {
  /** Both meta pages, to be taken in the place of those of the file. */
  metaPages?: Buffer;
  /** True when a page that a later commit may have written counts as damage. */
  mustBeNewest?: boolean;
}

/**
 * Examines an LMDB file without LMDB, which ends the process by a signal on damaged ones: both meta pages,
 * every page that the newest one reaches, and the list of free pages. Returns the damage, or null. Throws the
 * system's error for a file that cannot be read.
 */
export function examineFile(path: string, options: ExamineOptions = {}): string | null {
  const fd = openSync(path, "r");
  try {
    new Examination(fd, fstatSync(fd).size, options).run();
    return null;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  } finally {
    closeSync(fd);
  }
}

class Examination {
  readonly #fd: number;
  readonly #size: number;
  readonly #options: ExamineOptions;
  #meta!: Meta;
  #isPageUsed!: Uint8Array;

  constructor(fd: number, size: number, options: ExamineOptions) {
    this.#fd = fd;
    this.#size = size;
    this.#options = options;
  }

  run(): void {
    const first = this.#readMeta(0, 0);
    const metas = [first, this.#readMeta(first.pageBytes, 1)];
    this.#meta = metas[0]!.txnId > metas[1]!.txnId ? metas[0]! : metas[1]!;
    if (metas[0]!.pageBytes !== metas[1]!.pageBytes) throw new Damage("its meta pages disagree");
    this.#isPageUsed = new Uint8Array(this.#meta.lastPage + 1);
    this.#walk(this.#meta.main, () => undefined);
    const freed: Buffer[] = [];
    this.#walk(this.#meta.free, (value) => void freed.push(Buffer.from(value)));
    for (const list of freed) this.#checkFreed(list);
    if (this.#options.mustBeNewest) this.#refuseLater();
  }

  #readMeta(offset: number, index: number): Meta {
    const { metaPages } = this.#options;
    const page = metaPages?.subarray(offset) ?? this.#read(offset, metaBytes);
    return parseMeta(page, index);
  }

  /** Every page carries the number of the commit that wrote it: a commit changes at least one. */
  #refuseLater(): void {
    const { pageBytes, lastPage, txnId } = this.#meta;
    const pages = Math.ceil(this.#size / pageBytes);
    if (pages > lastPage + 1) throw new Damage("a later commit may have made the file longer");
    for (let number = metaPageCount; number < pages; number += 1) {
      const header = this.#read(number * pageBytes, headerBytes);
      const isOwn = header.readBigUInt64LE(0) === BigInt(number);
      if (isOwn && header.readBigUInt64LE(8) > txnId) {
        throw new Damage(`page ${number} is of a later commit`);
      }
    }
  }

  #walk(tree: Tree, onValue: (value: Buffer) => void): void {
    if (tree.root === noPage) {
      if (tree.entries > 0) throw new Damage("a tree without a root has entries");
      return;
    }
    if (tree.depth < 1 || tree.depth > maxDepth) throw new Damage("a tree is impossibly deep");
    const found = this.#visit(tree.root, tree.depth, onValue);
    if (found !== tree.entries) {
      throw new Damage(`a tree has ${found} entries instead of ${tree.entries}`);
    }
  }

  /** Entries below the page, which is `height` levels above the end of its leaves. */
  #visit(number: bigint, height: number, onValue: (value: Buffer) => void): number {
    const page = this.#page(number);
    const flags = page.readUInt16LE(18);
    const isLeaf = height === 1;
    if ((flags & 0x0f) !== (isLeaf ? leaf : branch))
      throw new Damage(`page ${number} is of a wrong kind`);
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const space = page.length - headerBytes;
    const count = lower >> 1;
    if (lower > upper || upper > space || count === 0)
      throw new Damage(`page ${number} is malformed`);
    let entries = 0;
    for (let index = 0; index < count; index += 1) {
      const at = headerBytes + page.readUInt16LE(headerBytes + index * 2);
      if (at < headerBytes + upper || at + nodeBytes > page.length) {
        throw new Damage(`page ${number} has an entry outside of itself`);
      }
      if (isLeaf) {
        onValue(this.#value(page, at, number));
        entries += 1;
      } else {
        const below = BigInt(page.readUInt32LE(at)) + (BigInt(page.readUInt16LE(at + 4)) << 32n);
        if (at + nodeBytes + page.readUInt16LE(at + 6) > page.length) {
          throw new Damage(`page ${number} has a key outside of itself`);
        }
        entries += this.#visit(below, height - 1, onValue);
      }
    }
    return entries;
  }

  #value(page: Buffer, at: number, number: bigint): Buffer {
    const size = page.readUInt32LE(at);
    const flags = page.readUInt16LE(at + 4);
    const start = at + nodeBytes + page.readUInt16LE(at + 6);
    if ((flags & ~bigData) !== 0) throw new Damage(`page ${number} has an entry of unknown kind`);
    const isBig = (flags & bigData) !== 0;
    if (start + (isBig ? 24 : size) > page.length) {
      throw new Damage(`page ${number} has a value outside of itself`);
    }
    if (!isBig) return page.subarray(start, start + size);
    return this.#overflow(page.readBigUInt64LE(start), size);
  }

  #overflow(number: bigint, size: number): Buffer {
    const { pageBytes } = this.#meta;
    const head = this.#page(number);
    const pages = head.readUInt32LE(20);
    const needed = Math.floor((headerBytes - 1 + size) / pageBytes) + 1;
    if ((head.readUInt16LE(18) & 0x0f) !== overflow || pages < needed) {
      throw new Damage(`page ${number} is no long value`);
    }
    for (let index = 1; index < pages; index += 1) this.#claim(number + BigInt(index));
    return this.#read(Number(number) * pageBytes + headerBytes, size);
  }

  /** A list of free pages: a count, then page numbers, or a negative length before the first of a run. */
  #checkFreed(list: Buffer): void {
    const count = list.length < 8 ? -1n : list.readBigInt64LE(0);
    if (count < 0n || count > BigInt(list.length / 8 - 1))
      throw new Damage("a free list is malformed");
    for (let index = 1; index <= Number(count); index += 1) {
      const entry = list.readBigInt64LE(index * 8);
      if (entry === 0n) continue;
      let run = 1n;
      let first = entry;
      if (entry < 0n) {
        index += 1;
        if (index > Number(count)) throw new Damage("a free list is cut off");
        run = -entry;
        first = list.readBigInt64LE(index * 8);
      }
      if (first < 0n || run > BigInt(this.#isPageUsed.length))
        throw new Damage("a free list is malformed");
      for (let page = first; page < first + run; page += 1n) this.#claim(page);
    }
  }

  /** The page, which belongs to one place only. */
  #page(number: bigint): Buffer {
    this.#claim(number);
    const { pageBytes } = this.#meta;
    const page = this.#read(Number(number) * pageBytes, pageBytes);
    if (page.readBigUInt64LE(0) !== number) throw new Damage(`page ${number} is another one`);
    return page;
  }

  #claim(number: bigint): void {
    if (number < BigInt(metaPageCount) || number > BigInt(this.#meta.lastPage)) {
      throw new Damage(`page ${number} does not exist`);
    }
    if (this.#isPageUsed[Number(number)] === 1) throw new Damage(`page ${number} is used twice`);
    this.#isPageUsed[Number(number)] = 1;
  }

  #read(offset: number, length: number): Buffer {
    if (offset + length > this.#size) throw new Damage("it is cut off");
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const read = readSync(this.#fd, bytes, done, length - done, offset + done);
      if (read === 0) throw new Damage("it is cut off");
      done += read;
    }
    return bytes;
  }
}
