import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../core/atomic-file.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import { uuidv7 } from "../core/ids.ts";
import { loadKeyFile } from "../core/key-file.ts";
import type { Logger } from "../core/logger.ts";
import { maySweep } from "../core/orphans.ts";
import type { Part } from "../core/parts.ts";
import {
  isOutcomeOpen,
  type Store,
  type StoreKey,
  type StoreReader,
  type StoreTransaction,
} from "../core/store.ts";
import {
  type AssetClass,
  AssetIndex,
  type AssetRecord,
  jobPrefix,
  recordKey,
} from "./asset-index.ts";
import { signAddress, verifyAddress } from "./signature.ts";

/** What the assets are made of. */
export interface AssetsParts {
  /** Folder of the files and of the signing key; made with mode 0700. */
  dir: string;
  store: Store;
  clock: Clock;
  log: Logger;
  /** How clients reach the box, without a slash at the end; asked for each address. */
  publicUrl: string | (() => string);
  /** Classes by name, the least valuable first: they go first when there is too much. */
  classes: { readonly [name: string]: AssetClass };
  /** All files together, in bytes; beyond it the oldest of the first classes go. */
  maxBytes: number;
}

/** A file to keep. */
export interface NewAsset {
  org: string;
  bytes: Uint8Array;
  mime: string;
  /** Extension without the dot: letters and digits. */
  ext: string;
  class: string;
  /** When the file goes, Unix milliseconds; null leaves it to its class. */
  expiresAtMs: number | null;
  /** The job that made it; deleting the job removes the file. */
  jobId?: string;
}

/** A file that can be read. */
export interface OpenAsset {
  path: string;
  sizeBytes: number;
  contentType: string;
  org: string;
  class: string;
}

/** In the folder: paths of the files that a person has to decide about. */
const unnamedFile = "unnamed.txt";
const sweepPeriodMs = 60_000;
/** Five keys at most make a record: below 100 keys a transaction. */
const batch = 18;
const dayMs = 24 * 3_600_000;
/** Validity of an address whose file has no expiry of its own, from the day it is asked for. */
const openEndedMs = 365 * dayMs;
/** Expiry of a file that is to be kept, until what names it is stored. */
export const unnamedMs = 3_600_000;
const pathPattern = /^\/api\/v1\/assets\/([0-9a-f-]{36})\.([a-z0-9]{1,8})\?exp=(\d{1,12})&sig=/;
const namePattern = /^([0-9a-f-]{36})\.([a-z0-9]{1,8})$/;

/**
 * Files with a life, e.g. pictures of incidents: written whole, found by a signed address that needs
 * no key, and removed when their time is up or the space is needed.
 */
export class Assets implements Part {
  readonly #parts: AssetsParts;
  readonly #index: AssetIndex;
  #secret: Buffer | undefined;
  #bytes = 0;
  #unnamed: { count: number; list: string } | null = null;
  #timer: Timer | undefined;
  #sweeping: Promise<number> | undefined;

  constructor(parts: AssetsParts) {
    this.#parts = parts;
    this.#index = new AssetIndex(parts.classes);
  }

  /** Files without a record that the start has kept, because they are too many to be a crash's. */
  get unnamed(): { count: number; list: string } | null {
    return this.#unnamed;
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reads or makes the signing key and removes files without record and records without file. */
  async start(): Promise<void> {
    const { dir, clock } = this.#parts;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    this.#secret = await loadKeyFile(join(dir, "signing-key"), true);
    await this.#removeOrphans();
    this.#timer = clock.every(sweepPeriodMs, () => {
      if (!this.#sweeping) void this.sweep();
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#sweeping;
  }

  /**
   * Keeps a copy of the bytes; file and record are durable when this resolves. Rejects with
   * `storage_full` on a full disk; then nothing is kept.
   */
  async put(asset: NewAsset): Promise<{ id: string }> {
    const { store, clock, classes } = this.#parts;
    if (!(asset.class in classes)) throw fail("internal_error", `no asset class ${asset.class}`);
    const createdAtMs = clock.wallMs();
    const id = uuidv7(createdAtMs);
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
    if (store.isFull()) throw fail("storage_full", "the disk is full");
    const path = this.#path(id, ext);
    await writeFile(path, bytes);
    try {
      await store.transact((tx) => {
        this.#index.put(tx, id, record);
        if (jobId !== undefined) tx.put([...jobPrefix(org, jobId), id], 1);
      });
    } catch (error) {
      if (!isOutcomeOpen(error)) await rm(path, { force: true });
      throw error;
    }
    this.#bytes += bytes.length;
    if (this.#bytes > this.#parts.maxBytes && !this.#sweeping) void this.sweep();
    return { id };
  }

  /** Where the file lies; undefined when it is gone. */
  open(id: string): OpenAsset | undefined {
    const record = this.#record(id);
    if (!record) return undefined;
    const { ext, sizeBytes, mime, org } = record;
    const path = this.#path(id, ext);
    return { path, sizeBytes, contentType: mime, org, class: record.class };
  }

  /** The file behind a signed address; undefined for a bad or outdated one, and when it is gone. */
  openSigned(address: {
    id: string;
    extension: string;
    exp: string;
    sig: string;
  }): Promise<OpenAsset | undefined> {
    const { id, extension, exp, sig } = address;
    const good = this.verify({ id, ext: extension, exp, sig });
    const record = good ? this.#record(id) : undefined;
    return Promise.resolve(record?.ext === extension ? this.open(id) : undefined);
  }

  /** What the organisation's file is; undefined when it is gone or another organisation's. */
  describe(
    org: string,
    id: string,
  ): { class: string; mime: string; ext: string; jobId: string | undefined } | undefined {
    const record = this.#record(id);
    if (record?.org !== org) return undefined;
    const { mime, ext, jobId } = record;
    return { class: record.class, mime, ext, jobId };
  }

  /** The bytes of the organisation's file; undefined when it is gone or another organisation's. */
  async read(org: string, id: string): Promise<Uint8Array | undefined> {
    const record = this.#record(id);
    if (record?.org !== org) return undefined;
    try {
      return await readFile(this.#path(id, record.ext));
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw fail("store_failed", "a file could not be read", { cause: error });
    }
  }

  /**
   * An absolute address that needs no key, good as long as the file, for a year if that has no end;
   * null when it is gone. `reader`: the transaction that has changed the file.
   */
  url(org: string, id: string, reader: StoreReader = this.#parts.store): string | null {
    const record = reader.get<AssetRecord>(recordKey(id));
    if (record?.org !== org) return null;
    const endMs = record.expiresAtMs ?? this.#index.dueMs(record) ?? this.#openEndMs();
    const exp = Math.ceil(endMs / 1000);
    const sig = this.sign(id, record.ext, exp);
    return `${this.publicUrl()}/api/v1/assets/${id}.${record.ext}?exp=${exp}&sig=${sig}`;
  }

  /**
   * The path of an address, for the organisation's own files with the signature of today's key: the one that it
   * was given with may be of a key that was not restored.
   */
  signed(org: string, path: string): string {
    const [, id = "", ext = "", exp = ""] = pathPattern.exec(path) ?? [];
    if (this.#record(id)?.org !== org) return path;
    return `/api/v1/assets/${id}.${ext}?exp=${exp}&sig=${this.sign(id, ext, Number(exp))}`;
  }

  /** The same all day, so that the addresses of one file are few. */
  #openEndMs(): number {
    return Math.floor(this.#parts.clock.wallMs() / dayMs) * dayMs + openEndedMs;
  }

  /** How clients reach the box, without a slash at the end. */
  publicUrl(): string {
    const { publicUrl } = this.#parts;
    return typeof publicUrl === "string" ? publicUrl : publicUrl();
  }

  /** The signature of an address that is good until `expSec`, Unix seconds. */
  sign(id: string, ext: string, expSec: number): string {
    return signAddress(this.#signingKey(), `${id}.${ext}`, String(expSec));
  }

  /** Whether the signature fits and the address is not past its time. */
  verify(address: { id: string; ext: string; exp: string; sig: string }): boolean {
    const { id, ext, exp, sig } = address;
    if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= this.#parts.clock.wallMs()) return false;
    return verifyAddress(this.#signingKey(), { name: `${id}.${ext}`, exp, sig });
  }

  /**
   * As part of `tx`, which stores what names the organisation's file: it has no end of its own any more. Put with
   * an expiry before, it goes by itself when the process dies in between.
   */
  keep(tx: StoreTransaction, org: string, id: string): void {
    this.#setExpiry(tx, org, { id, expiresAtMs: null });
  }

  /** As part of `tx`, which stores that nothing names the organisation's file any more: it goes within a minute. */
  drop(tx: StoreTransaction, org: string, id: string): void {
    this.#setExpiry(tx, org, { id, expiresAtMs: this.#parts.clock.ageMs() });
  }

  #setExpiry(
    tx: StoreTransaction,
    org: string,
    { id, expiresAtMs }: { id: string; expiresAtMs: number | null },
  ): void {
    const record = tx.get<AssetRecord>(recordKey(id));
    if (record?.org !== org) return;
    this.#index.removeTimes(tx, id, record);
    this.#index.put(tx, id, { ...record, expiresAtMs });
  }

  /**
   * Puts the organisation's file into another class; nothing happens when it is gone. A file of a
   * class that is kept outlives its job.
   */
  async reclass(org: string, id: string, name: string): Promise<void> {
    const { store, classes } = this.#parts;
    if (!(name in classes)) throw fail("internal_error", `no asset class ${name}`);
    const work = (tx: StoreTransaction): void => {
      const record = tx.get<AssetRecord>(recordKey(id));
      if (record?.org !== org) return;
      this.#index.removeTimes(tx, id, record);
      this.#index.put(tx, id, { ...record, class: name });
      if (record.jobId === undefined) return;
      const ofJob: StoreKey = [...jobPrefix(org, record.jobId), id];
      if (classes[name]!.isKept) tx.remove(ofJob);
      else tx.put(ofJob, 1);
    };
    await store.transact(work, { essential: true });
  }

  /** Removes the organisation's file; idempotent. */
  async remove(org: string, id: string): Promise<void> {
    if (this.#record(id)?.org === org) await this.#remove([recordKey(id)]);
  }

  /** Removes every file that the job has made; resolves once they are gone from the disk. */
  async removeOfJob(org: string, jobId: string): Promise<void> {
    for (;;) {
      const prefix = jobPrefix(org, jobId);
      const found = this.#parts.store.range({ prefix, limit: batch });
      if (found.length === 0) return;
      await this.#remove(found.map(({ key }) => key));
    }
  }

  /** Removes what is past its time, and the least valuable when there is too much; says how many. */
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

  async #sweepAll(): Promise<number> {
    const { store, clock, classes, maxBytes } = this.#parts;
    let removed = 0;
    for (;;) {
      const before: StoreKey = ["box", "asset-due", clock.ageMs()];
      const due = store.range({ prefix: ["box", "asset-due"], before, limit: batch });
      if (due.length === 0) break;
      removed += await this.#remove(due.map(({ key }) => key));
    }
    for (const [name, { isKept = false }] of Object.entries(classes)) {
      while (!isKept && this.#bytes > maxBytes) {
        const prefix: StoreKey = ["box", "asset-age", name];
        const oldest = store.range<number>({ prefix, limit: batch });
        let surplus = this.#bytes - maxBytes;
        const chosen = oldest.filter(({ value }) => {
          const isNeeded = surplus > 0;
          surplus -= value;
          return isNeeded;
        });
        if (chosen.length === 0) break;
        removed += await this.#remove(chosen.map(({ key }) => key));
      }
    }
    return removed;
  }

  /** Removes the files named last in the index keys given, and the index keys themselves. */
  async #remove(places: StoreKey[]): Promise<number> {
    const gone = await this.#parts.store.transact(
      (tx) =>
        places.flatMap((place) => {
          const forgotten = this.#index.forget(tx, place.at(-1) as string);
          tx.remove(place);
          return forgotten;
        }),
      { essential: true },
    );
    for (const { id, record } of gone) {
      this.#bytes -= record.sizeBytes;
      await rm(this.#path(id, record.ext), { force: true });
    }
    return gone.length;
  }

  async #removeOrphans(): Promise<void> {
    const { dir, store } = this.#parts;
    const present = new Set<string>();
    const orphans: string[] = [];
    for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const [, id] = namePattern.exec(entry.name) ?? [];
      if (id !== undefined && store.get(recordKey(id)) !== undefined) present.add(id);
      else if (id !== undefined) orphans.push(path);
      else if (entry.name.startsWith(unfinishedPrefix)) await rm(path);
    }
    await this.#sweepOrphans(orphans, present.size);
    this.#bytes = 0;
    const lost: StoreKey[] = [];
    for (const { key, value } of store.range<AssetRecord>({ prefix: ["box", "asset"] })) {
      const id = key.at(-1) as string;
      this.#bytes += value.sizeBytes;
      if (!present.has(id)) lost.push(key);
    }
    for (let at = 0; at < lost.length; at += batch) await this.#remove(lost.slice(at, at + batch));
  }

  async #sweepOrphans(orphans: string[], present: number): Promise<void> {
    const { dir, log } = this.#parts;
    const list = join(dir, unnamedFile);
    if (maySweep(orphans.length, orphans.length + present)) {
      for (const path of orphans) await rm(path);
      await rm(list, { force: true });
      return;
    }
    this.#unnamed = { count: orphans.length, list };
    await writeFileAtomic(list, Buffer.from(`${orphans.join("\n")}\n`));
    log.error(
      { files: orphans.length, present, list },
      "too many files have no record: all are kept",
    );
  }

  #record(id: string): AssetRecord | undefined {
    return this.#parts.store.get<AssetRecord>(recordKey(id));
  }

  #signingKey(): Buffer {
    if (!this.#secret) throw fail("internal_error", "the assets were not started");
    return this.#secret;
  }

  /** Spread over 256 folders by the random end of the id. */
  #path(id: string, ext: string): string {
    if (!namePattern.test(`${id}.${ext}`))
      throw fail("internal_error", "this is no name of a file");
    return join(this.#parts.dir, id.slice(-2), `${id}.${ext}`);
  }
}

async function writeFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    await writeFileAtomic(path, bytes);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOSPC" || code === "EDQUOT") {
      throw fail("storage_full", "the disk is full", { cause: error });
    }
    throw fail("store_failed", "a file could not be written", { cause: error });
  }
}
