import { systemClock } from "../../base/core/clock.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { cleanFile } from "./admission.ts";
import { storeFolder } from "./environment.ts";
import { LmdbStore } from "./lmdb-store.ts";
import { metaCopyFile } from "./meta-copy.ts";
import { dataFile } from "./reads.ts";

/** The store's folder in a data directory, and the files beside it that describe its present content. */
export const storeLayout = {
  folder: storeFolder,
  file: dataFile,
  notes: [cleanFile, metaCopyFile],
} as const;

/** The store in a data directory that was just unpacked; the caller starts and stops it. */
export function openForRestore(dir: string): LmdbStore {
  return new LmdbStore({ dir, log: silentLogger, clock: systemClock, reserveBytes: 0 });
}
