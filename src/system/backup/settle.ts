import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import { renewEpoch } from "../../base/events/event-log.ts";
import { checkMark, readMark, storeVersion } from "../store/store-version.ts";

/**
 * Prepares the unpacked data directory `dir` for a box: checks its store, which `open` creates, and
 * starts a new epoch of its events, named by the wall clock. Fails as the store's start does, and
 * with `store_newer` or `store_migrating`.
 */
export async function settleStore(
  dir: string,
  open: (dir: string) => Store & Part,
  wallMs: number,
): Promise<void> {
  const store = open(dir);
  try {
    await store.start?.(new AbortController().signal);
    checkMark(readMark(store), storeVersion);
    await store.transact((tx) => renewEpoch(tx, String(wallMs)));
  } finally {
    await store.stop?.();
  }
  for (const name of ["lock", "lock.pid", "reserve"]) await rm(join(dir, name), { force: true });
}
