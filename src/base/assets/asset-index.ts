import type { StoreKey, StoreTransaction } from "../core/store.ts";

/** Retention of the files of one class. */
export interface AssetClass {
  /** Age at which a file is removed, in milliseconds; null keeps it until its own expiry. */
  maxAgeMs: number | null;
  /** True for files that stay when space is short. */
  isKept?: boolean;
}

/** A file as stored beside it. Times are Unix milliseconds. */
export interface AssetRecord {
  v: 1;
  org: string;
  class: string;
  mime: string;
  ext: string;
  sizeBytes: number;
  createdAtMs: number;
  expiresAtMs: number | null;
  jobId?: string;
}

/** Store key of a file's record. */
export const recordKey = (id: string): StoreKey => ["box", "asset", id];
const ageKey = (record: AssetRecord, id: string): StoreKey => [
  "box",
  "asset-age",
  record.class,
  record.createdAtMs,
  id,
];
const dueKey = (atMs: number, id: string): StoreKey => ["box", "asset-due", atMs, id];
/** Prefix of the ids of the files that a job has made. */
export const jobPrefix = (org: string, jobId: string): StoreKey => [org, "asset-of-job", jobId];

/** Records of files with their index entries by age and by expiry. */
export class AssetIndex {
  readonly #classes: { readonly [name: string]: AssetClass };

  constructor(classes: { readonly [name: string]: AssetClass }) {
    this.#classes = classes;
  }

  /** Stores the record with its entries, as part of the caller's transaction. */
  put(tx: StoreTransaction, id: string, record: AssetRecord): void {
    tx.put(recordKey(id), record);
    tx.put(ageKey(record, id), record.sizeBytes);
    const dueMs = this.dueMs(record);
    if (dueMs !== null) tx.put(dueKey(dueMs, id), 1);
  }

  /** Removes the record with all its entries; returns the record. */
  forget(tx: StoreTransaction, id: string): { id: string; record: AssetRecord }[] {
    const record = tx.get<AssetRecord>(recordKey(id));
    if (!record) return [];
    tx.remove(recordKey(id));
    this.removeTimes(tx, id, record);
    if (record.jobId !== undefined) tx.remove([...jobPrefix(record.org, record.jobId), id]);
    return [{ id, record }];
  }

  /** Removes its entries by age and expiry. */
  removeTimes(tx: StoreTransaction, id: string, record: AssetRecord): void {
    tx.remove(ageKey(record, id));
    const dueMs = this.dueMs(record);
    if (dueMs !== null) tx.remove(dueKey(dueMs, id));
  }

  /** Returns the earlier of the file's own expiry and its class's; null for never. */
  dueMs(record: AssetRecord): number | null {
    const { maxAgeMs } = this.#classes[record.class] ?? { maxAgeMs: null };
    const ends = [record.expiresAtMs, maxAgeMs === null ? null : record.createdAtMs + maxAgeMs];
    const known = ends.filter((end) => end !== null);
    return known.length === 0 ? null : Math.min(...known);
  }
}
