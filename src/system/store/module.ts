import { copyFolder, keptCopy } from "../../adapters/lmdb/kept-copy.ts";
import { problemOf } from "../../adapters/lmdb/store-check.ts";
import type { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import { dataFile } from "../../adapters/lmdb/reads.ts";
import { join } from "node:path";
import { recordingOptions } from "../../cameras/site-parts.ts";
import type { Part } from "../../base/core/parts.ts";
import { freeOnDisk } from "../selfcare/room-guard.ts";
import { StoreCopy } from "./store-copy.ts";
import type { ApplianceOptions } from "../../appliance-options.ts";

/** The part that keeps a checked copy of the store. */
export async function addStoreCopy(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  {
    config,
    clock,
    log,
    store,
  }: Pick<ApplianceOptions, "config" | "clock" | "log"> & { store: LmdbStore },
): Promise<StoreCopy> {
  const { dataDir } = config;
  // Below this the alarm `disk_low` is raised.
  const lowBytes = recordingOptions(config).retention.freeBytes / 2;
  const parts = {
    dataDir,
    clock,
    log,
    kept: {
      file: join(dataDir, copyFolder, dataFile),
      madeAtMs: async () => (await keptCopy(dataDir))?.madeAtMs,
    },
    copyTo: (dir: string) => store.copyTo(dir),
    problemOf: (dir: string, signal: AbortSignal) =>
      problemOf(dir, { isLowPriority: true, signal }),
    async hasRoom(): Promise<boolean> {
      if (store.isFull()) return false;
      return (await freeOnDisk(dataDir)) - store.figures().usedBytes >= lowBytes;
    },
  };
  return await start("copy of the store", new StoreCopy(parts));
}
