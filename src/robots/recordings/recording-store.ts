import type { Store } from "../../base/core/store.ts";
import { recordingPrefix, type RecordingRecord } from "./recording-record.ts";
import { recordingLimits } from "./recording-terms.ts";

/** Keeps the files of recordings. */
export interface RecordingFiles {
  put(file: {
    org: string;
    bytes: Uint8Array;
    mime: string;
    ext: string;
    class: string;
    expiresAtMs: number | null;
  }): Promise<{ id: string }>;
  /** Undefined once the file was removed. */
  describe(org: string, id: string): object | undefined;
  remove(org: string, id: string): Promise<void>;
  /** A signed address that needs no key; null when the file is gone. */
  url(org: string, id: string): string | null;
}

/** The recordings that are done. A recording is gone when its file is: by age, or for want of space. */
export class RecordingStore {
  readonly #store: Store;
  readonly #files: RecordingFiles;

  constructor(parts: { store: Store; files: RecordingFiles }) {
    this.#store = parts.store;
    this.#files = parts.files;
  }

  /** The organisation's recordings whose files are still there, newest first. */
  list(org: string): RecordingRecord[] {
    return this.#all(org).filter((each) => this.#isThere(each));
  }

  get(org: string, id: string): RecordingRecord | undefined {
    const record = this.#store.get<RecordingRecord>([...recordingPrefix(org), id.toLowerCase()]);
    return record && this.#isThere(record) ? record : undefined;
  }

  /** Stores the file and the record; removes the oldest ones beyond the bound, and those without a file. */
  async put(record: RecordingRecord, bytes: Uint8Array): Promise<RecordingRecord> {
    const { org, id } = record;
    const file = { org, bytes, mime: "application/octet-stream", ext: "mcap" };
    const asset = await this.#files.put({ ...file, class: "snapshot", expiresAtMs: null });
    const stored = { ...record, file: { assetId: asset.id, sizeBytes: bytes.length } };
    await this.#store.transact((tx) => tx.put([...recordingPrefix(org), id], stored));
    await this.#trim(org);
    return stored;
  }

  /** Removes a recording with its file; false for an unknown one. */
  async remove(org: string, id: string): Promise<boolean> {
    const record = this.get(org, id);
    if (!record) return false;
    await this.#forget([record]);
    return true;
  }

  #all(org: string): RecordingRecord[] {
    const found = this.#store.range<RecordingRecord>({
      prefix: recordingPrefix(org),
      reverse: true,
    });
    return found.map(({ value }) => value);
  }

  #isThere({ org, file }: RecordingRecord): boolean {
    return file !== null && this.#files.describe(org, file.assetId) !== undefined;
  }

  async #trim(org: string): Promise<void> {
    const all = this.#all(org);
    const newest = all.filter((each) => this.#isThere(each)).slice(0, recordingLimits.kept);
    await this.#forget(all.filter((each) => !newest.includes(each)));
  }

  async #forget(records: readonly RecordingRecord[]): Promise<void> {
    for (const { org, id, file } of records) {
      await this.#store.transact((tx) => tx.remove([...recordingPrefix(org), id]), {
        essential: true,
      });
      if (file) await this.#files.remove(org, file.assetId);
    }
  }
}
