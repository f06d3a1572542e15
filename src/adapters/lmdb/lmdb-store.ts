import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { fail } from "../../base/contract/fail.ts";
import { type Meter, silentMeter } from "../../base/contract/metrics.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type {
  RangeOptions,
  Store,
  StoreFigures,
  StoreKey,
  StoreTransaction,
  StoreTrouble,
  TransactOptions,
} from "../../base/core/store.ts";
import { admitStore, hasStore, noteCleanStop, refuseLostStore } from "./admission.ts";
import { CommitQueue, mapFull, type QueuedTransaction } from "./commit-queue.ts";
import { DirectoryLock } from "./directory-lock.ts";
import { DiskProbe } from "./disk-probe.ts";
import { Environment, storeFolder } from "./environment.ts";
import { causeOf, damageCodes, fullCodes } from "./commit-failure.ts";
import { copyStore } from "./copy-store.ts";
import { bounds, figuresOf, type Key, rangeOf } from "./reads.ts";
import type { MetaRepair } from "./meta-repair.ts";
import { Reserve } from "./reserve.ts";
import { rewriteStore, type RewriteParts } from "./rewrite.ts";

/** The options of the store. */
export interface LmdbStoreOptions {
  /** Directory of the store; made with mode 0700 when absent. */
  dir: string;
  /** Bytes reserved for purges and job ends on a full disk; 16 MiB when absent. */
  reserveBytes?: number;
  log: Logger;
  clock: Clock;
  /** Hears how long commits take. */
  meter?: Meter;
  /** Called once when the store is damaged; the process must end then. */
  onFatal?: (error: GatehouseError) => void;
}

const defaultReserveBytes = 16 * 1024 * 1024;
/** The interval between two checks of a disk in trouble, in milliseconds. */
const lookMs = 1000;
/** A commit that takes longer fails its callers; eMMC that collects garbage takes up to two seconds. */
const stallMs = 5000;
/** Transactions that may wait for a commit; further ones are refused with `store_stalled`. */
const maxWaiting = 10_000;
/** Below this much free space a failed write is put down to the disk being full, in bytes. */
const fullBelowBytes = 8 * 1024 * 1024;

const fullReason = "The disk is full. Free space on it";
const unwritableReason =
  "The disk refuses writes. Look at the disk, its mount (read-only?) and `dmesg`; the log has the system's words";
const stalledReason = `disk: has not answered for ${stallMs / 1000} s. Check the disk and its cables`;

/**
 * The store on LMDB. Transactions are nested ones inside the next commit (`CommitQueue`). After a commit
 * that failed LMDB is opened again, and a disk that cannot be written is a state (`trouble`) that ends
 * by itself once the disk takes writes again.
 */
export class LmdbStore implements Store, Part {
  readonly #options: LmdbStoreOptions;
  readonly #lock: DirectoryLock;
  readonly #reserve: Reserve;
  readonly #environment: Environment;
  readonly #probe: DiskProbe;
  readonly #queue: CommitQueue;
  #trouble: StoreTrouble | undefined;
  #fatal: GatehouseError | undefined;
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  /** Copies under way; LMDB must not be closed beneath them. */
  readonly #copies = new Set<Promise<unknown>>();
  #refused = 0;
  #repair: MetaRepair | null = null;

  constructor(options: LmdbStoreOptions) {
    const { dir, log, clock } = options;
    this.#options = options;
    this.#lock = new DirectoryLock(dir);
    this.#reserve = new Reserve(dir, options.reserveBytes ?? defaultReserveBytes);
    this.#environment = new Environment(dir, log);
    this.#probe = new DiskProbe(dir);
    this.#queue = new CommitQueue({
      clock,
      log,
      database: () => this.#opened(),
      recover: (error) => this.#recover(error),
      onCommitted: (batch) => this.#noteCommit(batch),
    });
  }

  /** Writes refused because the disk was full, since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** The meta pages that this start has rewritten; null for none. */
  get repair(): MetaRepair | null {
    return this.#repair;
  }

  /** Opens the directory; fails with `store_locked`, `store_damaged`, `store_lost` or `store_failed`. */
  async start(): Promise<void> {
    const { dir, clock } = this.#options;
    let hasRoom: boolean;
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      chmodSync(dir, 0o700);
      this.#lock.take();
      await this.#admit();
      await this.#open();
      if (this.#isEmpty()) await refuseLostStore(dir);
      hasRoom = await this.#reserve.fill();
    } catch (error) {
      await this.#environment.close();
      this.#lock.release();
      if (error instanceof GatehouseError) throw error;
      throw fail("store_failed", `store: cannot be opened in ${dir}. See the log for the cause`, {
        cause: error,
      });
    }
    if (!hasRoom) this.#enter({ state: "full", reason: fullReason });
    // Made while there are inodes for it.
    void this.#probe.run();
    this.#timer = clock.every(lookMs, () => this.#look());
  }

  /** Waits for the writes under way, closes and unlocks; idempotent. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
    await this.#queue.idle;
    await Promise.allSettled(this.#copies);
    const wasOpen = this.#environment.db !== undefined;
    await this.#environment.close();
    if (wasOpen && !this.#trouble) await this.#noteCleanStop();
    this.#lock.release();
  }

  get<T>(key: StoreKey): T | undefined {
    return this.#opened().get(key as Key) as T | undefined;
  }

  range<T>(options: RangeOptions): { key: StoreKey; value: T }[] {
    return rangeOf<T>(this.#opened(), options);
  }

  count(prefix: StoreKey): number {
    return this.#opened().getKeysCount(bounds({ prefix }));
  }

  /**
   * Monotonic milliseconds since which a commit is under way; null without one, and while the disk
   * itself does not answer, which starting again would not mend.
   */
  get pendingSinceMs(): number | null {
    return this.#trouble?.state === "stalled" && this.#probe.isRunning
      ? null
      : this.#queue.startedMs;
  }

  isFull(): boolean {
    return this.#trouble?.state === "full";
  }

  /** Returns the reason for which the store refuses writes; null while it accepts them. */
  trouble(): StoreTrouble | null {
    return this.#trouble ?? null;
  }

  transact<R>(work: (tx: StoreTransaction) => R, options: TransactOptions = {}): Promise<R> {
    const { essential: isEssential = false, outlastsStall = false } = options;
    const sinceMs = this.#options.clock.monoMs();
    return new Promise<R>((resolve, reject) => {
      const refusal = this.#refusal({ isEssential, outlastsStall });
      if (refusal) throw refusal;
      const settle = resolve as (value: unknown) => void;
      const request = { work, isEssential, outlastsStall, sinceMs, hooks: [] };
      this.#queue.add({ ...request, resolve: settle, reject });
    });
  }

  /**
   * Writes a copy of the last committed state to the new folder `dir`, while reads and writes continue; it is
   * on the disk when this resolves. The copy is a store of its own without other writers.
   */
  async copyTo(dir: string): Promise<void> {
    const copy = copyStore(this.#opened(), dir);
    this.#copies.add(copy);
    try {
      await copy;
    } catch (cause) {
      throw fail(
        "store_failed",
        `store: cannot be copied to ${dir}. Check the folder and its disk`,
        { cause },
      );
    } finally {
      this.#copies.delete(copy);
    }
  }

  /** As `rewriteStore`. No transaction may be begun before this settles. */
  async rewrite(changes: RewriteParts["changes"]): Promise<void> {
    const { dir: dataDir, log } = this.#options;
    await this.#queue.idle;
    await rewriteStore({ environment: this.#environment, dataDir, changes, log });
  }

  /** Returns the size of the store in pages of `pageBytes`. */
  figures(): StoreFigures {
    return figuresOf(this.#opened());
  }

  async #admit(): Promise<void> {
    const { dir, clock, log } = this.#options;
    const storeDir = join(dir, storeFolder);
    if (!(await hasStore(storeDir))) return await refuseLostStore(dir);
    this.#repair = await admitStore(storeDir, clock.wallMs());
    if (this.#repair) log.error({ ...this.#repair }, "meta pages of the store were repaired");
  }

  #isEmpty(): boolean {
    return this.#opened().getKeysCount({ limit: 1 }) === 0;
  }

  async #noteCleanStop(): Promise<void> {
    try {
      await noteCleanStop(join(this.#options.dir, storeFolder));
    } catch (error) {
      // The next start reads the store from end to end.
      this.#options.log.warn({ error: describeError(error) }, "the clean stop is not noted");
    }
  }

  async #open(): Promise<void> {
    try {
      this.#environment.open();
    } catch (error) {
      if (!(await this.#isDiskFull())) throw error;
      await this.#reserve.release();
      this.#environment.open();
    }
  }

  #opened(): RootDatabase<unknown, Key> {
    const { db } = this.#environment;
    if (!db) throw this.#fatal ?? fail("store_failed", "store: is not open. Start the appliance");
    return db;
  }

  /** Returns the error that refuses a transaction before it runs, or undefined. */
  #refusal(request: { isEssential: boolean; outlastsStall: boolean }): GatehouseError | undefined {
    if (this.#fatal) return this.#fatal;
    if (!this.#environment.db)
      return fail("store_failed", "store: is not open. Start the appliance");
    const { state, reason } = this.#trouble ?? {};
    if (state === "full" && !request.isEssential) return this.#refuse();
    if (state === "unwritable") return fail("store_unwritable", reason!);
    const mayWait = state !== "stalled" || request.outlastsStall;
    const hasPlace = mayWait && this.#queue.length < maxWaiting;
    return hasPlace ? undefined : fail("store_stalled", stalledReason);
  }

  #refuse(cause?: unknown): GatehouseError {
    this.#refused += 1;
    return fail("storage_full", "disk: is full. Free space", { cause });
  }

  #noteCommit(batch: readonly QueuedTransaction[]): void {
    const { clock, meter = silentMeter } = this.#options;
    const nowMs = clock.monoMs();
    for (const { sinceMs } of batch) {
      meter.observe("gatehouse_store_commit_seconds", (nowMs - sinceMs) / 1000);
    }
    if (this.#trouble?.state === "stalled") this.#leave();
  }

  /** Handles a failed commit: records the error, and opens LMDB again before anything else runs. */
  async #recover(error: unknown): Promise<GatehouseError> {
    const cause = await causeOf(error);
    const { code } = cause as { code?: unknown };
    if (damageCodes.has(code)) return this.#die(cause);
    if (fullCodes.has(code) && (code === mapFull || (await this.#isDiskFull()))) {
      this.#enter({ state: "full", reason: fullReason });
      await this.#reserve.release();
    } else {
      if (this.#trouble?.state !== "unwritable") {
        this.#options.log.error({ error: describeError(cause) }, "a commit failed");
      }
      this.#enter({ state: "unwritable", reason: unwritableReason });
    }
    await this.#reopen();
    const { state, reason } = this.#trouble!;
    return state === "full" ? this.#refuse(cause) : fail("store_unwritable", reason, { cause });
  }

  async #reopen(): Promise<void> {
    await Promise.allSettled(this.#copies);
    try {
      await this.#environment.reopen();
    } catch (error) {
      this.#die(error);
    }
  }

  async #isDiskFull(): Promise<boolean> {
    return (await this.#reserve.freeBytes()) < fullBelowBytes;
  }

  #die(cause: unknown): GatehouseError {
    const error = fail("store_failed", "store: can no longer be read. Restart the appliance", {
      cause,
    });
    if (!this.#fatal) {
      this.#fatal = error;
      this.#options.onFatal?.(error);
    }
    return error;
  }

  /** Refuses waiting work that may not wait, and logs it. */
  #enter(trouble: StoreTrouble): void {
    const { log, dir } = this.#options;
    if (this.#trouble?.state !== trouble.state)
      log.error({ dir, ...trouble }, "writes are refused");
    this.#trouble = trouble;
    if (trouble.state === "full") this.#queue.refuse((each) => !each.isEssential, this.#refuse());
    else if (trouble.state === "unwritable") {
      this.#queue.refuse(() => true, fail("store_unwritable", trouble.reason));
    }
  }

  #leave(): void {
    this.#trouble = undefined;
    this.#options.log.info({ dir: this.#options.dir }, "the store can be written again");
  }

  /** Records a slow commit; while in trouble, checks if the disk accepts writes again. */
  #look(): void {
    const { startedMs } = this.#queue;
    const isLate = startedMs !== null && this.#options.clock.monoMs() - startedMs > stallMs;
    if (isLate && !this.#fatal) this.#stall();
    if (!this.#trouble || this.#looking) return;
    this.#looking = this.#endTrouble(this.#trouble.state)
      .catch((error: unknown) => {
        this.#options.log.warn({ error: describeError(error) }, "cannot look at the disk");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Fails the callers of a commit that takes too long, and those that wait behind it. */
  #stall(): void {
    if (this.#trouble?.state !== "stalled") {
      this.#enter({ state: "stalled", reason: stalledReason });
    }
    void this.#probe.run();
    const impatient = (each: QueuedTransaction): boolean => !each.outlastsStall;
    const open = `disk: has not answered for ${stallMs / 1000} s; the change may be written. Read it when the disk answers again`;
    this.#queue.abandon(impatient, fail("store_stalled", open));
    this.#queue.refuse(
      impatient,
      fail(
        "store_stalled",
        `disk: has not answered for ${stallMs / 1000} s; nothing was changed. Check the disk and its cables`,
      ),
    );
  }

  async #endTrouble(state: StoreTrouble["state"]): Promise<void> {
    if (state === "full") {
      if (!(await this.#reserve.fill())) return;
    } else if (state === "unwritable") {
      if ((await this.#probe.run()) !== undefined) return;
    } else return;
    await this.#queue.idle;
    if (this.#environment.isReadOnly) await this.#reopen();
    if (this.#trouble?.state === state && !this.#environment.isReadOnly) this.#leave();
  }
}
