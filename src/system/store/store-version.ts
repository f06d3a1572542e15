import { fail } from "../../base/contract/fail.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

/**
 * Version of the store's layout. A release with another layout increments it and adds a migration
 * (`migrate.ts`).
 */
export const storeVersion = 4;

/** The layout of a store, as the store records it. */
export interface StoreMark {
  v: 1;
  /** The layout of its contents; 1 for stores without a mark. */
  version: number;
  /**
   * Oldest layout whose programs can use the store, which decides whether an upgrade can be rolled
   * back.
   */
  readableFrom: number;
  /** An unfinished migration, and its position. */
  under?: { to: number; cursor: MigrationCursor };
}

/** Position of a migration; plain JSON. */
export type MigrationCursor = string | number | null | StoreKey;

/** Store key of the mark. */
export const markKey: StoreKey = ["box", "store"];

/** Returns the store's mark; a store without one has layout 1. */
export function readMark(store: StoreReader): StoreMark {
  return store.get<StoreMark>(markKey) ?? { v: 1, version: 1, readableFrom: 1 };
}

/** Stores the mark as part of `tx`. */
export function putMark(tx: StoreTransaction, mark: StoreMark): void {
  tx.put(markKey, mark);
}

/**
 * Fails with `store_newer` for a store that this program would misread, and with `store_migrating`
 * for one with an unfinished migration. `version` is the program's layout.
 */
export function checkMark(
  { version: found, readableFrom, under }: StoreMark,
  version: number,
): void {
  if (readableFrom > version) {
    throw fail(
      "store_newer",
      `store: has layout ${found}, but this release reads ${version}. Install the release that wrote it, or restore a backup`,
    );
  }
  if (under) {
    throw fail(
      "store_migrating",
      `store: its migration to layout ${under.to} is not complete. Run "gatehouse migrate" to the end`,
    );
  }
}

/** Checks the store as `checkMark` does, and marks a new one. */
export async function claimStore(store: Store, version: number = storeVersion): Promise<void> {
  checkMark(readMark(store), version);
  if (store.get(markKey) !== undefined) return;
  // Every start of the appliance leaves a record of the box in it.
  const isNew = store.range({ prefix: ["box"], limit: 1 }).length === 0;
  const at = isNew ? version : 1;
  await store.transact((tx) => putMark(tx, { v: 1, version: at, readableFrom: at }));
}
