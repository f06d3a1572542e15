import { GatehouseError } from "./errors.ts";

/** One part of a key. Numbers sort before strings and by value. */
export type KeyPart = string | number;

/**
 * A key of the store: an ordered tuple whose first part is the organisation id (or `"box"` for what
 * belongs to no organisation), so that a range read cannot cross organisations by mistake.
 */
export type StoreKey = readonly KeyPart[];

/** Values are plain JSON-like data (no functions, no class instances); `undefined` means absent. */
export interface RangeOptions {
  /** Only keys that start with these parts. */
  prefix: StoreKey;
  /** Only keys strictly after this one. */
  after?: StoreKey;
  /** Only keys strictly before this one. */
  before?: StoreKey;
  /** Newest key first. */
  reverse?: boolean;
  /** At most this many entries. */
  limit?: number;
}

/** Reads see the last committed state; inside a transaction also its own writes. */
export interface StoreReader {
  get<T>(key: StoreKey): T | undefined;
  /** A materialised page of entries in key order; bounded by `limit` or by the caller's prefix. */
  range<T>(options: RangeOptions): { key: StoreKey; value: T }[];
  count(prefix: StoreKey): number;
}

/** Writes of one transaction: all of them become visible and durable together, or none. */
export interface StoreTransaction extends StoreReader {
  put(key: StoreKey, value: unknown): void;
  remove(key: StoreKey): void;
  /**
   * Calls `run` once these writes are durable, and never when they are dropped. Calls come in the
   * order of the transactions, before `transact` resolves.
   */
  afterCommit(run: () => void): void;
}

/** Behavior of a transaction when the disk is full or stalled. */
export interface TransactOptions {
  /**
   * True for a transaction that frees space or ends accepted work: it may use the reserve while the
   * disk is full. The store refuses every other write then.
   */
  essential?: boolean;
  /**
   * True when the caller waits for as long as the disk stalls and then learns the transaction's
   * outcome. Every other caller gets `store_stalled` after five seconds.
   */
  outlastsStall?: boolean;
}

/**
 * The reason why the store refuses writes: no room, a disk that does not answer, or one that
 * refuses them.
 */
export interface StoreTrouble {
  state: "full" | "stalled" | "unwritable";
  /** One sentence that a technician can act on. */
  reason: string;
}

/**
 * The box's durable state. One process writes; a second process that opens the same directory gets
 * `store_locked`.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work` synchronously in one write transaction and resolves with its result once the commit
   * is flushed to disk. When `work` throws, the store keeps nothing and the promise rejects with
   * the same error. Rejects with `storage_full` when the disk or the reserve is spent, with
   * `store_unwritable` when the disk refuses writes, and with `store_stalled` when it has not
   * answered for five seconds: only then the writes may still become durable, and `afterCommit`
   * runs if they do.
   */
  transact<R>(work: (tx: StoreTransaction) => R, options?: TransactOptions): Promise<R>;
  /** True while the store refuses writes because the disk is full; reads continue. */
  isFull(): boolean;
}

/** Sizes of a store. */
export interface StoreFigures {
  entries: number;
  /** Bytes of the file that are in use or wait for reuse. */
  usedBytes: number;
  /** Largest size of the file in bytes. */
  limitBytes: number;
  /** Transactions whose pages wait for reuse. */
  freeListEntries: number;
  readers: number;
  maxReaders: number;
}

/** A read-only store, such as a copy. */
export interface ClosableReader extends StoreReader {
  /** Yields every entry. */
  entries(): Iterable<{ key: unknown; value: unknown }>;
  close(): Promise<void>;
}

/**
 * True when the transaction's outcome is unknown: the disk did not answer in time. Files that the
 * transaction refers to must stay then; sweeps remove them later if nothing refers to them.
 */
export function isOutcomeOpen(error: unknown): boolean {
  return GatehouseError.find(error)?.code === "store_stalled";
}

/** True when `error` is a temporary state of the disk: no room, or no answer. */
export function isDiskBusy(error: unknown): boolean {
  return GatehouseError.find(error)?.code === "storage_full" || isOutcomeOpen(error);
}
