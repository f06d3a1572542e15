import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../core/atomic-file.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { maySweep } from "../core/orphans.ts";
import type { Store, StoreKey } from "../core/store.ts";
import type { AssetFiles } from "./asset-files.ts";
import { type AssetClass, type AssetIndex, type AssetRecord, recordKey } from "./asset-index.ts";

/** The parts of `AssetSweep`. */
export interface AssetSweepParts {
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  classes: { readonly [name: string]: AssetClass };
  /**
   * Limit of all files together in bytes; beyond it the oldest files of the first classes are
   * removed. Read for each sweep.
   */
  maxBytes: () => number;
  index: AssetIndex;
  files: AssetFiles;
}

/** File in the folder with the paths of the files that a person has to decide about. */
const unnamedFile = "unnamed.txt";
const sweepPeriodMs = 60_000;
/** Records removed in one transaction: at five keys each, below 100 keys. */
export const assetBatch = 18;

/**
 * Removes expired files, the least valuable files when space is short, and orphans at the start.
 */
export class AssetSweep {
  readonly #parts: AssetSweepParts;
  #bytes = 0;
  #unnamed: { count: number; list: string } | null = null;
  #timer: Timer | undefined;
  #sweeping: Promise<number> | undefined;

  constructor(parts: AssetSweepParts) {
    this.#parts = parts;
  }

  /** Files without a record that the start kept, because a crash does not leave so many. */
  get unnamed(): { count: number; list: string } | null {
    return this.#unnamed;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Removes files without a record and records without a file, then sweeps once a minute. */
  async start(): Promise<void> {
    await this.#removeOrphans();
    this.#timer = this.#parts.clock.every(sweepPeriodMs, () => {
      if (!this.#sweeping) void this.sweep();
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#sweeping;
  }

  /** Adds the size of a new file; starts a sweep when the total exceeds the limit. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#parts.maxBytes() && !this.#sweeping) void this.sweep();
  }

  /** Removes expired files, and the least valuable ones above the limit; returns how many files. */
  async sweep(): Promise<number> {
    while (this.#sweeping) await this.#sweeping;
    this.#sweeping = this.#sweepAll()
      .catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "old files were not removed");
        return 0;
      })
      .finally(() => {
        this.#sweeping = undefined;
      });
    return await this.#sweeping;
  }

  /**
   * Removes the files whose ids end the index keys `places`, and these keys; returns how many
   * files.
   */
  async remove(places: readonly StoreKey[]): Promise<number> {
    const { store, index, files } = this.#parts;
    const removed = await store.transact(
      (tx) =>
        places.flatMap((place) => {
          const forgotten = index.forget(tx, place.at(-1) as string);
          tx.remove(place);
          return forgotten;
        }),
      { essential: true },
    );
    for (const { id, record } of removed) {
      this.#bytes -= record.sizeBytes;
      await files.remove(id, record.ext);
    }
    return removed.length;
  }

  async #sweepAll(): Promise<number> {
    let removed = await this.#removeDue();
    for (const [name, { isKept = false }] of Object.entries(this.#parts.classes)) {
      if (!isKept) removed += await this.#removeSurplus(name);
    }
    return removed;
  }

  async #removeDue(): Promise<number> {
    const { store, clock } = this.#parts;
    let removed = 0;
    for (;;) {
      const before: StoreKey = ["box", "asset-due", clock.ageMs()];
      const due = store.range({ prefix: ["box", "asset-due"], before, limit: assetBatch });
      if (due.length === 0) return removed;
      removed += await this.remove(due.map(({ key }) => key));
    }
  }

  /** Removes the oldest files of a class while the total exceeds the limit. */
  async #removeSurplus(name: string): Promise<number> {
    const { store } = this.#parts;
    const maxBytes = this.#parts.maxBytes();
    let removed = 0;
    while (this.#bytes > maxBytes) {
      const prefix: StoreKey = ["box", "asset-age", name];
      const oldest = store.range<number>({ prefix, limit: assetBatch });
      let surplus = this.#bytes - maxBytes;
      const chosen = oldest.filter(({ value }) => {
        const isNeeded = surplus > 0;
        surplus -= value;
        return isNeeded;
      });
      if (chosen.length === 0) break;
      removed += await this.remove(chosen.map(({ key }) => key));
    }
    return removed;
  }

  async #removeOrphans(): Promise<void> {
    const { store, files } = this.#parts;
    const present = new Set<string>();
    const orphans: string[] = [];
    for (const { id, path } of await files.list()) {
      if (store.get(recordKey(id)) === undefined) orphans.push(path);
      else present.add(id);
    }
    await this.#sweepOrphans(orphans, present.size);
    this.#bytes = 0;
    const lost: StoreKey[] = [];
    for (const { key, value } of store.range<AssetRecord>({ prefix: ["box", "asset"] })) {
      this.#bytes += value.sizeBytes;
      if (!present.has(key.at(-1) as string)) lost.push(key);
    }
    for (let at = 0; at < lost.length; at += assetBatch) {
      await this.remove(lost.slice(at, at + assetBatch));
    }
  }

  async #sweepOrphans(orphans: readonly string[], present: number): Promise<void> {
    const { dir, log } = this.#parts;
    const list = join(dir, unnamedFile);
    if (maySweep(orphans.length, orphans.length + present)) {
      for (const path of orphans) await rm(path);
      await rm(list, { force: true });
      return;
    }
    this.#unnamed = { count: orphans.length, list };
    await writeFileAtomic(list, Buffer.from(`${orphans.join("\n")}\n`));
    const fields = { files: orphans.length, present, list };
    log.error(fields, "too many files have no record: all are kept");
  }
}
