import type { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import type { Metrics } from "../../adapters/prometheus/metrics.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import { watchedCameras } from "../doctor/doctor-cameras.ts";
import { storeFacts } from "../doctor/store-facts.ts";

/** The parts that upkeep reads. */
interface UpkeepParts {
  store: LmdbStore;
  config: SiteConfig;
  running: RunningStreams;
  /** Allowed networks of cameras. */
  networks: readonly string[];
}

/** Returns the commands for backups, the doctor and support bundles. */
export function upkeepOf({ store, config, running, networks }: UpkeepParts, metrics: Metrics) {
  return {
    metricsText: () => metrics.text(),
    copyStore: (dir: string): Promise<void> => store.copyTo(dir),
    storeFacts: () => ({ ...storeFacts(store, store.figures()) }),
    watched: () => ({ cameras: watchedCameras(running.all(), config.site.organisation), networks }),
  };
}
