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
   * Calls `run` once these writes are durable, and never when they are not kept. Across transactions
   * the calls come in the order in which the transactions ran, before `transact` resolves.
   */
  afterCommit(run: () => void): void;
}

/** How a transaction stands to a full disk. */
export interface TransactOptions {
  /**
   * The transaction frees space, or ends what was accepted earlier: it may use the reserve while the
   * disk is full. Every other write is refused then.
   */
  essential?: boolean;
  /**
   * The caller waits for as long as the disk stands still and then learns what became of the
   * transaction. Every other caller gets `store_stalled` after five seconds.
   */
  outlastsStall?: boolean;
}

/** Why writes are refused: no room, a disk that does not answer, or one that refuses them. */
export interface StoreTrouble {
  state: "full" | "stalled" | "unwritable";
  /** One sentence that a technician can act on. */
  reason: string;
}

/**
 * The box's durable state. One process writes; a second opener of the same directory is refused
 * with `store_locked`.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work` synchronously in one write transaction and resolves with its result once the
   * commit is flushed to disk. When `work` throws nothing of it is kept and the promise rejects
   * with the same error. Rejects with `storage_full` when the disk or the reserve is spent, with
   * `store_unwritable` when the disk refuses writes, and with `store_stalled` when it has not answered for
   * five seconds: only then the writes may still become durable, and `afterCommit` runs if they do.
   */
  transact<R>(work: (tx: StoreTransaction) => R, options?: TransactOptions): Promise<R>;
  /** True while writes are refused because the disk is full; reads go on. */
  isFull(): boolean;
}

/** How large a store is. */
export interface StoreFigures {
  entries: number;
  /** Bytes of the file that are in use, or wait to be used again. */
  usedBytes: number;
  /** Bytes that the file can grow to. */
  limitBytes: number;
  /** Transactions whose pages wait to be used again. */
  freeListEntries: number;
  readers: number;
  maxReaders: number;
}

/** A store that nobody writes, such as a copy of one. */
export interface ClosableReader extends StoreReader {
  /** Every entry, read one by one. */
  entries(): Iterable<{ key: unknown; value: unknown }>;
  close(): Promise<void>;
}

/**
 * Whether `error` leaves open if a transaction is kept: the disk did not answer in time. What the
 * transaction refers to must stay then; sweeps remove it later if nothing refers to it.
 */
export function isOutcomeOpen(error: unknown): boolean {
  return GatehouseError.find(error)?.code === "store_stalled";
}

/** Whether `error` is a state of the disk that ends: no room, or no answer. */
export function isDiskBusy(error: unknown): boolean {
  return GatehouseError.find(error)?.code === "storage_full" || isOutcomeOpen(error);
}
