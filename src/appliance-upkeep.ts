import type { LmdbStore } from "./adapters/lmdb/lmdb-store.ts";
import { storeFacts } from "./upkeep/doctor/store-facts.ts";

/** What the command line asks of the running box for backups and the doctor. */
export function upkeepOf(store: LmdbStore) {
  return {
    copyStore: (dir: string): Promise<void> => store.copyTo(dir),
    storeFacts: () => ({ ...storeFacts(store, store.figures()) }),
  };
}
