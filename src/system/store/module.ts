import { copyFolder, keptCopy } from "../../adapters/lmdb/kept-copy.ts";
import { problemOf } from "../../adapters/lmdb/store-check.ts";
import { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import { dataFile } from "../../adapters/lmdb/reads.ts";
import { join } from "node:path";
import { recordingOptions } from "../../cameras/site-parts.ts";
import { freeOnDisk } from "../selfcare/room-guard.ts";
import { StoreCopy } from "./store-copy.ts";
import { claimStore } from "./store-version.ts";
import type { ApplianceContext, ApplianceOptions } from "../../appliance-options.ts";
import type { Module, Start } from "../../module.ts";
import type { TelemetryModule } from "../metrics/module.ts";

/** The store and its checked copy. */
export interface StoreModule {
  store: LmdbStore;
  storeCopy: StoreCopy;
}

/** Opens the store, which fails for a layout of another release, and keeps a checked copy of it. */
export async function startStore(
  start: Start,
  context: ApplianceContext & TelemetryModule,
): Promise<Module<StoreModule>> {
  const { config, live, log, clock, onFatal, meter } = context;
  const options = { dir: config.dataDir, log, clock, meter, onFatal };
  const store = await start("store", new LmdbStore(options));
  await claimStore(store);
  const storeCopy = await addStoreCopy(start, { config, live, clock, log, store });
  return { parts: { store, storeCopy } };
}

/** Starts the part that keeps a checked copy of the store. */
export async function addStoreCopy(
  start: Start,
  {
    config,
    live,
    clock,
    log,
    store,
  }: Pick<ApplianceOptions, "config" | "live" | "clock" | "log"> & { store: LmdbStore },
): Promise<StoreCopy> {
  const { dataDir } = config;
  // Below half of it the alarm `disk_low` is raised.
  const room = live.view((now) => ({ freeBytes: recordingOptions(now).retention.freeBytes }));
  const parts = {
    dataDir,
    clock,
    log,
    copy: {
      file: join(dataDir, copyFolder, dataFile),
      madeAtMs: async () => (await keptCopy(dataDir))?.madeAtMs,
    },
    copyTo: (dir: string) => store.copyTo(dir),
    problemOf: (dir: string, signal: AbortSignal) =>
      problemOf(dir, { isLowPriority: true, signal }),
    async hasRoom(): Promise<boolean> {
      if (store.isFull()) return false;
      return (await freeOnDisk(dataDir)) - store.figures().usedBytes >= room.freeBytes / 2;
    },
  };
  return await start("copy of the store", new StoreCopy(parts));
}
