import { chmodSync, mkdirSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { open as openStore, type RootDatabase } from "lmdb";
import { fail } from "../../contract/fail.ts";
import { type Meter, silentMeter } from "../../contract/metrics.ts";
import type { Clock, Timer } from "../../core/clock.ts";
import { describeError, GatehouseError } from "../../core/errors.ts";
import { withoutLogFields } from "../../core/log-context.ts";
import type { Logger } from "../../core/logger.ts";
import type { Part } from "../../core/parts.ts";
import type {
  RangeOptions,
  Store,
  StoreFigures,
  StoreKey,
  StoreTransaction,
  TransactOptions,
} from "../../core/store.ts";
import { DirectoryLock } from "./directory-lock.ts";
import { bounds, dataFile, figuresOf, type Key, mapBytes, rangeOf } from "./reads.ts";
import { Reserve } from "./reserve.ts";

/** What the store is opened with. */
export interface LmdbStoreOptions {
  /** Directory of the store; made with mode 0700 when absent. */
  dir: string;
  /** Bytes kept back for purges and job ends on a full disk; 16 MiB when absent. */
  reserveBytes?: number;
  log: Logger;
  clock: Clock;
  /** Hears how long commits take. */
  meter?: Meter;
  /** Called once when the store can no longer be written at all; the process must end then. */
  onFatal?: (error: GatehouseError) => void;
}

/** A transaction that ran; later ones wait for it, so that all settle in the order they ran in. */
interface Ran {
  hooks: (() => void)[];
  settle: (() => void) | undefined;
}

const defaultReserveBytes = 16 * 1024 * 1024;
/** How often a full disk is looked at again, in milliseconds. */
const probeMs = 1000;
/** LMDB and system codes: MDB_MAP_FULL, ENOSPC, EDQUOT, and EIO, as which a short write shows. */
const mapFull = -30792;
const fullCodes: ReadonlySet<unknown> = new Set([mapFull, 28, 122, 5]);
/** Codes after which the environment takes no further write: MDB_PANIC, MDB_CORRUPTED. */
const fatalCodes: ReadonlySet<unknown> = new Set([-30795, -30796]);
/** Below this much free space a failed write is put down to the disk being full, in bytes. */
const fullBelowBytes = 8 * 1024 * 1024;

/**
 * The store on LMDB. Each transaction is a nested one inside the batch that the write thread is about
 * to commit: throwing undoes exactly its own writes, and all transactions of a batch share one fsync.
 */
export class LmdbStore implements Store, Part {
  readonly #options: LmdbStoreOptions;
  readonly #lock: DirectoryLock;
  readonly #reserve: Reserve;
  readonly #ran = new Set<Ran>();
  /** Monotonic starts of the transactions under way, oldest first. */
  readonly #begun = new Map<Ran, number>();
  #db: RootDatabase<unknown, Key> | undefined;
  #full = false;
  #fatal: GatehouseError | undefined;
  #probe: Timer | undefined;
  #probing: Promise<void> | undefined;
  #refused = 0;

  constructor(options: LmdbStoreOptions) {
    this.#options = options;
    this.#lock = new DirectoryLock(options.dir);
    this.#reserve = new Reserve(options.dir, options.reserveBytes ?? defaultReserveBytes);
  }

  /** Writes refused because the disk was full, since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Opens the directory; fails with `store_locked` or `store_failed`. */
  async start(): Promise<void> {
    const { dir, log, clock } = this.#options;
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      chmodSync(dir, 0o700);
      this.#lock.take();
      this.#db = await this.#open();
      this.#full = !(await this.#reserve.fill());
    } catch (error) {
      this.#lock.release();
      if (error instanceof GatehouseError) throw error;
      throw fail("store_failed", `cannot open the store in ${dir}`, { cause: error });
    }
    if (this.#full) log.error({ dir }, "the disk is full: only reads and purges");
    this.#probe = clock.every(probeMs, () => this.#look());
  }

  /** Waits for the writes under way, closes and unlocks; idempotent. */
  async stop(): Promise<void> {
    const db = this.#db;
    this.#db = undefined;
    this.#probe?.cancel();
    await this.#probing;
    await db?.close();
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

  /** Monotonic milliseconds since which the oldest transaction is under way; null without one. */
  get pendingSinceMs(): number | null {
    for (const startMs of this.#begun.values()) return startMs;
    return null;
  }

  isFull(): boolean {
    return this.#full;
  }

  async transact<R>(work: (tx: StoreTransaction) => R, options: TransactOptions = {}): Promise<R> {
    const db = this.#opened();
    if (this.#fatal) throw this.#fatal;
    if (this.#full && !options.essential) throw this.#refuse();
    const ran: Ran = { hooks: [], settle: undefined };
    let thrown: { error: unknown } | undefined;
    const { clock, meter = silentMeter } = this.#options;
    const startMs = clock.monoMs();
    this.#begun.set(ran, startMs);
    try {
      const result = await db.childTransaction(() => {
        this.#ran.add(ran);
        try {
          return work(transactionOn(db, ran));
        } catch (error) {
          thrown = { error };
          throw error;
        }
      });
      await db.flushed;
      meter.observe("gatehouse_store_commit_seconds", (clock.monoMs() - startMs) / 1000);
      await this.#inOrder(ran);
      return result;
    } catch (error) {
      ran.hooks = [];
      await this.#inOrder(ran);
      if (thrown) throw thrown.error;
      throw await this.#convert(error);
    } finally {
      this.#begun.delete(ran);
    }
  }

  /**
   * Writes a copy of the last committed state to `dir`, which is made, while reads and writes go on; it
   * is on the disk when this resolves. The copy is a store of its own that nobody else writes.
   */
  async copyTo(dir: string): Promise<void> {
    const db = this.#opened();
    await mkdir(dir, { recursive: true, mode: 0o700 });
    try {
      // Compacting copies are known to go wrong (lmdb-js issue 198).
      await db.backup(dir, false);
      const file = await open(join(dir, dataFile), "r+");
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (cause) {
      throw fail("store_failed", `the store could not be copied to ${dir}`, { cause });
    }
  }

  /** How large the store is; pages are of `pageBytes`. */
  figures(): StoreFigures {
    return figuresOf(this.#opened());
  }

  async #open(): Promise<RootDatabase<unknown, Key>> {
    const options = {
      path: join(this.#options.dir, "store"),
      encoding: "json" as const,
      mapSize: mapBytes,
      maxDbs: 1,
      // Otherwise each batch makes a promise of its own that nobody can catch when the commit fails.
      eventTurnBatching: false,
    };
    try {
      return openStore<unknown, Key>(options);
    } catch (error) {
      if ((await this.#reserve.freeBytes()) > fullBelowBytes) throw error;
      await this.#reserve.release();
      return openStore<unknown, Key>(options);
    }
  }

  #opened(): RootDatabase<unknown, Key> {
    if (!this.#db) throw fail("store_failed", "the store is not open");
    return this.#db;
  }

  /** Waits until every transaction that ran before has settled, then runs the hooks. */
  async #inOrder(ran: Ran): Promise<void> {
    if (!this.#ran.has(ran)) return;
    await new Promise<void>((resolve) => {
      ran.settle = resolve;
      for (const first of this.#ran) {
        if (!first.settle) break;
        this.#ran.delete(first);
        this.#runHooks(first);
        first.settle();
      }
    });
  }

  #runHooks(ran: Ran): void {
    for (const hook of ran.hooks) {
      try {
        // Who happens to settle a batch has nothing to do with what others hung on it.
        withoutLogFields(hook);
      } catch (error) {
        this.#options.log.error({ error: describeError(error) }, "a hook after a commit failed");
      }
    }
  }

  #refuse(cause?: unknown): GatehouseError {
    this.#refused += 1;
    return fail("storage_full", "the disk is full", { cause });
  }

  /** Turns what LMDB rejects with into a coded error, and notes a full disk or a dead environment. */
  async #convert(error: unknown): Promise<GatehouseError> {
    const { commitError } = error as { commitError?: Promise<unknown> };
    const cause = (await commitError?.catch((reason: unknown) => reason)) ?? error;
    const { code } = cause as { code?: unknown };
    if (fatalCodes.has(code)) return this.#die(cause);
    if (fullCodes.has(code) && (code === mapFull || (await this.#isDiskFull()))) {
      if (!this.#full) this.#options.log.error({ dir: this.#options.dir }, "the disk is full");
      this.#full = true;
      await this.#reserve.release();
      return this.#refuse(cause);
    }
    return fail("store_failed", "the store could not be written", { cause });
  }

  async #isDiskFull(): Promise<boolean> {
    return (await this.#reserve.freeBytes()) < fullBelowBytes;
  }

  #die(cause: unknown): GatehouseError {
    const error = fail("store_failed", "the store can no longer be written", { cause });
    if (!this.#fatal) {
      this.#fatal = error;
      this.#options.onFatal?.(error);
    }
    return error;
  }

  /** On a full disk: tries the reserve again, and takes writes again once it fits. */
  #look(): void {
    if (!this.#full || this.#probing) return;
    this.#probing = this.#refill().finally(() => {
      this.#probing = undefined;
    });
  }

  async #refill(): Promise<void> {
    try {
      if (!(await this.#reserve.fill())) return;
      this.#full = false;
      this.#options.log.info({ dir: this.#options.dir }, "the disk has room again");
    } catch (error) {
      this.#options.log.warn({ error: describeError(error) }, "cannot look at the disk");
    }
  }
}

function transactionOn(db: RootDatabase<unknown, Key>, ran: Ran): StoreTransaction {
  return {
    get: <T>(key: StoreKey) => db.get(key as Key) as T | undefined,
    range: <T>(options: RangeOptions) => rangeOf<T>(db, options),
    count: (prefix) => db.getKeysCount(bounds({ prefix })),
    put: (key, value) => void db.put(key as Key, value),
    remove: (key) => void db.remove(key as Key),
    afterCommit: (run) => void ran.hooks.push(run),
  };
}
