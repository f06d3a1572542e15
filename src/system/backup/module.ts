import { openSnapshot } from "../../adapters/lmdb/snapshot.ts";
import { openForRestore } from "../../adapters/lmdb/restored-store.ts";
import type { ApplianceContext } from "../../appliance-options.ts";
import { recordingOptions } from "../../cameras/site-parts.ts";
import type { Start } from "../../module.ts";
import { matchingIncidents } from "../../perception/incidents/incident-list.ts";
import { freeOnDisk } from "../selfcare/room-guard.ts";
import { Backups } from "./backups.ts";
import { settleStore } from "./settle.ts";
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

/** Above so many newer incidents their number does not matter. */
const maxCounted = 100_000;

/** Starts the backups that the API makes and restores. */
export async function addBackups(
  start: Start,
  needs: ApplianceContext & { store: LmdbStore },
): Promise<Backups> {
  const { config, live, settings, clock, log, version, store, restart } = needs;
  const { dataDir, site } = config;
  const now = live.view((present) => ({
    name: present.site.name,
    keptBytes: recordingOptions(present).retention.freeBytes,
  }));
  const parts = {
    dataDir,
    siteName: () => now.name,
    org: site.organisation,
    program: version,
    configFile: settings.sources().file ?? undefined,
    clock,
    log,
    ports: { copyStore: (dir: string) => store.copyTo(dir), openCopy: openSnapshot },
    settle: (dir: string) => settleStore(dir, openForRestore, clock.wallMs()),
    roomBytes: async () => Math.max(0, (await freeOnDisk(dataDir)) - now.keptBytes),
    incidentsSince: (fromMs: number) => countSince(store, site.organisation, fromMs),
    restart,
  };
  return await start("backups", new Backups(parts));
}

function countSince(store: LmdbStore, org: string, fromMs: number): number | null {
  let count = 0;
  for (const found of matchingIncidents(store, org, { fromMs })) {
    if (found) count += 1;
    if (count > maxCounted) return null;
  }
  return count;
}
