import type { RootDatabase } from "lmdb";
import type { KeyPart, RangeOptions, StoreFigures, StoreKey } from "../../base/core/store.ts";

/** A key as LMDB takes it. */
export type Key = (KeyPart | Uint8Array)[];

/** Address space of the store, not memory or disk: 8 GiB, far above what the retention limits allow. */
export const mapBytes = 8 * 1024 ** 3;
/** The file that holds everything, in the store's folder. */
export const dataFile = "data.mdb";
/** Sorts after every string and number: the end of a prefix. */
const afterAll = Buffer.from([0xff]);

/** Entries of a range, in key order. */
export function rangeOf<T>(
  db: RootDatabase<unknown, Key>,
  options: RangeOptions,
): { key: StoreKey; value: T }[] {
  const found: { key: StoreKey; value: T }[] = [];
  for (const { key, value } of db.getRange(bounds(options)))
    found.push({ key: key as StoreKey, value: value as T });
  return found;
}

/** The options of a range as LMDB takes them. */
export function bounds({ prefix, after, before, reverse, limit }: RangeOptions) {
  const first = (after ?? prefix) as Key;
  const last = (before ?? [...prefix, afterAll]) as Key;
  return {
    ...(reverse
      ? { start: last, end: first, exclusiveStart: true, inclusiveEnd: after === undefined }
      : { start: first, end: last, exclusiveStart: after !== undefined, inclusiveEnd: false }),
    reverse: reverse ?? false,
    ...(limit === undefined ? {} : { limit }),
  };
}

/** Returns LMDB's figures; writers take pages from the free list before the file grows. */
export function figuresOf(db: RootDatabase<unknown, Key>): StoreFigures {
  const stats = db.getStats() as {
    pageSize: number;
    entryCount: number;
    lastPageNumber: number;
    free: { entryCount: number };
    numReaders: number;
    maxReaders: number;
  };
  return {
    entries: stats.entryCount,
    usedBytes: (stats.lastPageNumber + 1) * stats.pageSize,
    limitBytes: mapBytes,
    freeListEntries: stats.free.entryCount,
    readers: stats.numReaders,
    maxReaders: stats.maxReaders,
  };
}
