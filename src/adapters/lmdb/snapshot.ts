import { open } from "lmdb";
import { fail } from "../../base/contract/fail.ts";
import type { ClosableReader, RangeOptions, StoreKey } from "../../base/core/store.ts";
import { bounds, type Key, rangeOf } from "./reads.ts";

/**
 * Opens a copy that `LmdbStore.copyTo` made, for reading only. Fails with `store_failed` for anything else,
 * or a damaged one.
 */
export function openSnapshot(dir: string): ClosableReader {
  try {
    const db = open<unknown, Key>({ path: dir, encoding: "json", readOnly: true, maxDbs: 1 });
    return {
      get: <T>(key: StoreKey) => db.get(key as Key) as T | undefined,
      range: <T>(options: RangeOptions) => rangeOf<T>(db, options),
      count: (prefix) => db.getKeysCount(bounds({ prefix })),
      entries: () => db.getRange({}),
      close: () => db.close(),
    };
  } catch (cause) {
    throw fail("store_failed", `store: ${dir} holds none that can be read. Check the folder`, {
      cause,
    });
  }
}
