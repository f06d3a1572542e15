import { mkdir } from "node:fs/promises";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { uuidv7 } from "../core/ids.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import {
  isOutcomeOpen,
  type Store,
  type StoreKey,
  type StoreReader,
  type StoreTransaction,
} from "../core/store.ts";
import { AssetAddresses } from "./asset-addresses.ts";
import { AssetFiles, diskFull } from "./asset-files.ts";
import {
  type AssetClass,
  AssetIndex,
  type AssetRecord,
  jobPrefix,
  recordKey,
} from "./asset-index.ts";
import { assetBatch, AssetSweep } from "./asset-sweep.ts";

/** The parts of `Assets`. */
export interface AssetsParts {
  /** Folder of the files and of the signing key; created with mode 0700. */
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  /** The box's address for clients, without a slash at the end; read for each address. */
  publicUrl: string | (() => string);
  /**
   * Classes by name, the least valuable first: their files are removed first when space is short.
   */
  classes: { readonly [name: string]: AssetClass };
  /**
   * Limit of all files together in bytes; beyond it the oldest files of the first classes are
   * removed.
   */
  maxBytes: number;
}

/** A file to keep. */
export interface NewAsset {
  /** Id that another box gave the file; a new one when absent. A file of this id stays as it is. */
  id?: string;
  org: string;
  bytes: Uint8Array;
  mime: string;
  /** Extension without the dot: letters and digits. */
  ext: string;
  class: string;
  /** Expiry of the file, Unix milliseconds; null leaves it to its class. */
  expiresAtMs: number | null;
  /** The job that made it; deleting the job removes the file. */
  jobId?: string;
}

/** A file that a job has made. */
export type JobAsset = Pick<AssetRecord, "class" | "mime" | "ext" | "sizeBytes" | "expiresAtMs"> & {
  id: string;
};

/** A file that can be read. */
export interface OpenAsset {
  path: string;
  sizeBytes: number;
  contentType: string;
  org: string;
  class: string;
}

/** Expiry of a file that is to be kept, until a record that names it is stored. */
export const unnamedMs = 3_600_000;

/**
 * Files with a limited life, such as pictures of incidents: written whole, served by a signed
 * address that needs no key, and removed when they expire or space is short.
 */
export class Assets implements Part {
  readonly #parts: AssetsParts;
  readonly #index: AssetIndex;
  readonly #files: AssetFiles;
  readonly #addresses: AssetAddresses;
  readonly #sweep: AssetSweep;

  constructor(parts: AssetsParts) {
    this.#parts = parts;
    this.#index = new AssetIndex(parts.classes);
    this.#files = new AssetFiles(parts.dir);
    this.#addresses = new AssetAddresses(parts);
    const { index, files } = { index: this.#index, files: this.#files };
    this.#sweep = new AssetSweep({ ...parts, index, files, maxBytes: () => parts.maxBytes });
  }

  /** Files without a record that the start kept, because a crash does not leave so many. */
  get unnamed(): { count: number; list: string } | null {
    return this.#sweep.unnamed;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#sweep.bytes;
  }

  /**
   * Reads or creates the signing key; removes files without a record and records without a file.
   */
  async start(): Promise<void> {
    await mkdir(this.#parts.dir, { recursive: true, mode: 0o700 });
    await this.#addresses.start();
    await this.#sweep.start();
  }

  async stop(): Promise<void> {
    await this.#sweep.stop();
  }

  /**
   * Keeps a copy of the bytes; file and record are durable when this resolves. Rejects with
   * `storage_full` on a full disk and then keeps nothing.
   */
  async put(asset: NewAsset): Promise<{ id: string }> {
    const { store, clock, classes } = this.#parts;
    if (!(asset.class in classes)) throw fail("internal_error", `no asset class ${asset.class}`);
    const createdAtMs = clock.wallMs();
    const { id = uuidv7(createdAtMs) } = asset;
    if (asset.id !== undefined && this.#isThere(asset.id, asset)) return { id };
    const { org, mime, ext, bytes, expiresAtMs, jobId } = asset;
    const record: AssetRecord = {
      v: 1,
      org,
      class: asset.class,
      mime,
      ext,
      sizeBytes: bytes.length,
      createdAtMs,
      expiresAtMs,
      ...(jobId === undefined ? {} : { jobId }),
    };
    if (store.isFull()) throw fail("storage_full", diskFull);
    await this.#files.write(id, ext, bytes);
    try {
      await store.transact((tx) => {
        this.#index.put(tx, id, record);
        if (jobId !== undefined) tx.put([...jobPrefix(org, jobId), id], 1);
      });
    } catch (error) {
      if (!isOutcomeOpen(error)) await this.#files.remove(id, ext);
      throw error;
    }
    this.#sweep.add(bytes.length);
    return { id };
  }

  /** Returns the path and the MIME type of a file; undefined when it is gone. */
  open(id: string): OpenAsset | undefined {
    const record = this.#record(id);
    if (!record) return undefined;
    const { ext, sizeBytes, mime, org } = record;
    const path = this.#files.path(id, ext);
    return { path, sizeBytes, contentType: mime, org, class: record.class };
  }

  /**
   * Returns the file of a signed address; undefined for a bad or expired one, and when the file is
   * gone.
   */
  openSigned(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<OpenAsset | undefined> {
    const { id, extension, exp, sig } = address;
    const isGood = this.#addresses.verify({ id, ext: extension, exp, sig });
    const record = isGood ? this.#record(id) : undefined;
    return Promise.resolve(record?.ext === extension ? this.open(id) : undefined);
  }

  /**
   * Returns the MIME type of the organisation's file; undefined when it is gone or another
   * organisation's.
   */
  describe(
    org: string,
    id: string,
  ): { class: string; mime: string; ext: string; jobId: string | undefined } | undefined {
    const record = this.#recordOf(org, id);
    if (!record) return undefined;
    const { mime, ext, jobId } = record;
    return { class: record.class, mime, ext, jobId };
  }

  /** Returns the bytes of the organisation's file; undefined when it is gone or another organisation's. */
  async read(org: string, id: string): Promise<Uint8Array | undefined> {
    const record = this.#recordOf(org, id);
    return record && (await this.#files.read(id, record.ext));
  }

  /**
   * Returns an absolute address that needs no key, valid as long as the file, or a year for a file
   * without an expiry; null when the file is gone. `reader`: the transaction that has changed the
   * file.
   */
  url(org: string, id: string, reader: StoreReader = this.#parts.store): string | null {
    const record = this.#recordOf(org, id, reader);
    if (!record) return null;
    return this.#addresses.url(id, record.ext, record.expiresAtMs ?? this.#index.dueMs(record));
  }

  /**
   * Returns the path of an address, signed with the current key if the file is the organisation's
   * own.
   */
  signed(org: string, path: string): string {
    return this.#addresses.renewed(path, (id) => this.#recordOf(org, id) !== undefined);
  }

  /** Returns the box's address for clients, without a slash at the end. */
  publicUrl(): string {
    return this.#addresses.publicUrl();
  }

  /** Returns the signature of an address that is good until `expSec`, Unix seconds. */
  sign(id: string, ext: string, expSec: number): string {
    return this.#addresses.sign(id, ext, expSec);
  }

  /** True when the signature fits and the address has not expired. */
  verify(address: { id: string; ext: string; exp: string; sig: string }): boolean {
    return this.#addresses.verify(address);
  }

  /**
   * Takes the expiry off the organisation's file, in the transaction that stores a record naming
   * it. A file put with an expiry is removed by itself when the process dies in between.
   */
  keep(tx: StoreTransaction, org: string, id: string): void {
    this.#change(tx, org, { id, change: { expiresAtMs: null } });
  }

  /**
   * Removes the organisation's file within a minute of the transaction after which no record names
   * it.
   */
  drop(tx: StoreTransaction, org: string, id: string): void {
    this.#change(tx, org, { id, change: { expiresAtMs: this.#parts.clock.ageMs() } });
  }

  /**
   * Moves the organisation's file to another class; does nothing when the file is gone. A file of a
   * class that is kept outlives its job.
   */
  async reclass(org: string, id: string, name: string): Promise<void> {
    const { store, classes } = this.#parts;
    if (!(name in classes)) throw fail("internal_error", `no asset class ${name}`);
    const work = (tx: StoreTransaction): void => {
      const record = this.#change(tx, org, { id, change: { class: name } });
      if (record?.jobId === undefined) return;
      const ofJob: StoreKey = [...jobPrefix(org, record.jobId), id];
      if (classes[name]!.isKept) tx.remove(ofJob);
      else tx.put(ofJob, 1);
    };
    await store.transact(work, { essential: true });
  }

  /** Returns the files that the job has made. */
  ofJob(org: string, jobId: string): JobAsset[] {
    return this.#parts.store.range({ prefix: jobPrefix(org, jobId) }).flatMap(({ key }) => {
      const id = key.at(-1) as string;
      const record = this.#recordOf(org, id);
      return record ? [{ id, ...record }] : [];
    });
  }

  /** Removes the organisation's file; idempotent. */
  async remove(org: string, id: string): Promise<void> {
    if (this.#recordOf(org, id)) await this.#sweep.remove([recordKey(id)]);
  }

  /** Removes every file that the job has made; resolves once the disk no longer holds them. */
  async removeOfJob(org: string, jobId: string): Promise<void> {
    for (;;) {
      const prefix = jobPrefix(org, jobId);
      const found = this.#parts.store.range({ prefix, limit: assetBatch });
      if (found.length === 0) return;
      await this.#sweep.remove(found.map(({ key }) => key));
    }
  }

  /** Removes expired files, and the least valuable ones above the limit; returns how many files. */
  sweep(): Promise<number> {
    return this.#sweep.sweep();
  }

  /**
   * Changes the record of the organisation's file and returns the former one; undefined when it is
   * gone.
   */
  #change(
    tx: StoreTransaction,
    org: string,
    { id, change }: { id: string; change: Partial<Pick<AssetRecord, "class" | "expiresAtMs">> },
  ): AssetRecord | undefined {
    const record = this.#recordOf(org, id, tx);
    if (!record) return undefined;
    this.#index.removeTimes(tx, id, record);
    this.#index.put(tx, id, { ...record, ...change });
    return record;
  }

  #isThere(id: string, { org, jobId }: NewAsset): boolean {
    const record = this.#record(id);
    if (!record) return false;
    if (record.org === org && record.jobId === jobId) return true;
    throw fail("internal_error", `the file ${id} of another box is another file here`);
  }

  #record(id: string, reader: StoreReader = this.#parts.store): AssetRecord | undefined {
    return reader.get<AssetRecord>(recordKey(id));
  }

  #recordOf(org: string, id: string, reader?: StoreReader): AssetRecord | undefined {
    const record = this.#record(id, reader);
    return record?.org === org ? record : undefined;
  }
}
