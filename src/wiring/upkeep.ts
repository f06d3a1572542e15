import type { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import type { Metrics } from "../adapters/prometheus/metrics.ts";
import { storeFacts } from "../upkeep/doctor/store-facts.ts";

/** What the command line asks of the running box for backups, the doctor and support. */
export function upkeepOf(store: LmdbStore, metrics: Metrics) {
  return {
    metricsText: () => metrics.text(),
    copyStore: (dir: string): Promise<void> => store.copyTo(dir),
    storeFacts: () => ({ ...storeFacts(store, store.figures()) }),
  };
}
