import type { RootDatabase } from "lmdb";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError, type GatehouseError } from "../../base/core/errors.ts";
import { withoutLogFields } from "../../base/core/log-context.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { RangeOptions, StoreKey, StoreTransaction } from "../../base/core/store.ts";
import { bounds, type Key, rangeOf } from "./reads.ts";

/** MDB_MAP_FULL. */
export const mapFull = -30792;
/** Most transactions of one commit; the event loop runs their work in one turn. */
const maxBatch = 500;

/** A transaction that waits for its commit, or is part of the one under way. */
export interface QueuedTransaction {
  work: (tx: StoreTransaction) => unknown;
  /** `TransactOptions.essential`. */
  isEssential: boolean;
  /** `TransactOptions.outlastsStall`. */
  outlastsStall: boolean;
  sinceMs: number;
  hooks: (() => void)[];
  /** The error that the work threw; the queue undid its writes. */
  thrown?: { error: unknown };
  result?: unknown;
  /** Both are without effect once one of them was called. */
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The parts of the queue. */
export interface CommitQueueParts {
  clock: Clock;
  log: Logger;
  /** The open database; called once per commit. */
  database(): RootDatabase<unknown, Key>;
  /** A commit failed: returns the error for its callers, once the store can go on or refuses writes. */
  recover(error: unknown): Promise<GatehouseError>;
  /** A commit is on the disk; the transactions of it are about to settle. */
  onCommitted(batch: readonly QueuedTransaction[]): void;
}

/**
 * Transactions in the order of their calls, many to a commit. One commit is under way at a time: the
 * next begins once the one before is on the disk, or has failed and the store has recovered. (lmdb-js
 * never settles a commit that begins after one that broke the environment.)
 */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  #waiting: QueuedTransaction[] = [];
  #running: QueuedTransaction[] | undefined;
  #startedMs = 0;
  #isDraining = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(parts: CommitQueueParts) {
    this.#parts = parts;
  }

  /** Transactions that wait for the commit after the one under way. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Monotonic start of the commit under way, in milliseconds; null without one. */
  get startedMs(): number | null {
    return this.#running ? this.#startedMs : null;
  }

  /** Resolves when no transaction waits and no commit is under way. */
  get idle(): Promise<void> {
    return this.#idle;
  }

  add(transaction: QueuedTransaction): void {
    this.#waiting.push(transaction);
    if (this.#isDraining) return;
    this.#isDraining = true;
    // Whose call happens to lead a batch has nothing to do with the others of it.
    this.#idle = withoutLogFields(() => this.#drain());
  }

  /** Rejects what waits and matches; it is not run. */
  refuse(matches: (each: QueuedTransaction) => boolean, error: GatehouseError): void {
    const refused = this.#waiting.filter(matches);
    this.#waiting = this.#waiting.filter((each) => !matches(each));
    for (const each of refused) each.reject(error);
  }

  /** Rejects the matching callers of the commit in progress; its result stays open. */
  abandon(matches: (each: QueuedTransaction) => boolean, error: GatehouseError): void {
    for (const each of this.#running ?? []) if (matches(each)) each.reject(error);
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit();
    this.#isDraining = false;
  }

  async #commit(): Promise<void> {
    const batch: QueuedTransaction[] = [];
    this.#running = batch;
    this.#startedMs = this.#parts.clock.monoMs();
    try {
      const db = this.#parts.database();
      // Work that arrives before the write thread begins belongs to this commit.
      await db.transaction(() => {
        batch.push(...this.#waiting.splice(0, maxBatch));
        for (const each of batch) run(db, each);
      });
    } catch (error) {
      if (batch.length === 0) batch.push(...this.#waiting.splice(0, maxBatch));
      const coded = await this.#parts.recover(error);
      this.#running = undefined;
      for (const each of batch) each.reject(each.thrown ? each.thrown.error : coded);
      return;
    }
    this.#running = undefined;
    this.#parts.onCommitted(batch);
    for (const each of batch) this.#settle(each);
  }

  #settle(each: QueuedTransaction): void {
    if (each.thrown) {
      each.reject(each.thrown.error);
      return;
    }
    for (const hook of each.hooks) {
      try {
        hook();
      } catch (error) {
        this.#parts.log.error({ error: describeError(error) }, "a hook after a commit failed");
      }
    }
    each.resolve(each.result);
  }
}

/** Runs the work as a transaction inside the commit: throwing undoes exactly its own writes. */
function run(db: RootDatabase<unknown, Key>, each: QueuedTransaction): void {
  try {
    each.result = db.childTransaction(() => each.work(transactionOn(db, each.hooks)));
  } catch (error) {
    each.thrown = { error: codedError(error) };
  }
}

/** Makes a coded error of LMDB's own errors; errors of the work stay as they are. */
function codedError(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== "number") return error;
  if (code === mapFull)
    return fail("storage_full", "store: is full. Free space on the disk", { cause: error });
  return fail("store_failed", "store: cannot be written. See the log for the cause", {
    cause: error,
  });
}

function transactionOn(db: RootDatabase<unknown, Key>, hooks: (() => void)[]): StoreTransaction {
  return {
    get: <T>(key: StoreKey) => db.get(key as Key) as T | undefined,
    range: <T>(options: RangeOptions) => rangeOf<T>(db, options),
    count: (prefix) => db.getKeysCount(bounds({ prefix })),
    put: (key, value) => void db.put(key as Key, value),
    remove: (key) => void db.remove(key as Key),
    afterCommit: (hook) => void hooks.push(hook),
  };
}
