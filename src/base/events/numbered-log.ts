import { cursorOf, textOfCursor } from "../contract/cursor.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Store, StoreKey, StoreTransaction } from "../core/store.ts";

/** Limits of a log; trimming removes the oldest entries first. */
export interface LogRetention {
  maxAgeMs: number;
  /** On the whole box. */
  maxCount: number;
}

/** The parts of `NumberedLog`. */
export interface NumberedLogParts {
  store: Store;
  clock: Clock;
  log: Logger;
  retention: LogRetention;
}

/** An entry as stored. */
export type NumberedEntry<E> = E & { v: 1; atMs: number };

/** One page, newest first. */
export interface LogPage<W> {
  items: W[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

/** Start of a page; `after` (a cursor) wins over `offset`. */
export interface LogPageQuery {
  limit: number;
  offset: number;
  after?: string;
}

const trimPeriodMs = 60_000;
/** Two keys make an entry: below 100 keys a transaction. */
const trimBatch = 40;

/**
 * A durable list of entries of all organisations, numbered over the box from 1, read by
 * organisation, trimmed every minute by age and count. Stored as `[org, name, seq]`; `["box", name,
 * seq]` holds the organisation of an entry.
 */
export class NumberedLog<E extends { org: string }> {
  readonly #name: string;
  readonly #parts: NumberedLogParts;
  readonly #headKey: StoreKey;
  readonly #placePrefix: StoreKey;
  #timer: Timer | undefined;

  constructor(name: string, parts: NumberedLogParts) {
    this.#name = name;
    this.#parts = parts;
    this.#headKey = ["box", `${name}-head`];
    this.#placePrefix = ["box", name];
  }

  start(): void {
    this.#timer = this.#parts.clock.every(trimPeriodMs, () => {
      this.trim().catch((error: unknown) => {
        const about = { name: this.#name, error: describeError(error) };
        this.#parts.log.warn(about, "a log was not trimmed");
      });
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Adds an entry with the present time; returns its number for `change`. */
  add(tx: StoreTransaction, entry: E): number {
    const seq = (tx.get<{ lastSeq: number }>(this.#headKey)?.lastSeq ?? 0) + 1;
    const atMs = this.#parts.clock.wallMs();
    tx.put(this.#headKey, { v: 1, lastSeq: seq });
    tx.put(this.#key(entry.org, seq), { ...entry, v: 1, atMs } satisfies NumberedEntry<E>);
    tx.put([...this.#placePrefix, seq], { org: entry.org, atMs });
    return seq;
  }

  /** Changes an entry, unless the log has trimmed it. */
  change(tx: StoreTransaction, at: { org: string; seq: number }, to: Partial<E>): void {
    const key = this.#key(at.org, at.seq);
    const stored = tx.get<NumberedEntry<E>>(key);
    if (stored) tx.put(key, { ...stored, ...to });
  }

  /**
   * Returns a page of the organisation's entries. Fails with `invalid_query_parameter` for a cursor
   * of another list.
   */
  page<W>(
    org: string,
    query: LogPageQuery,
    wire: (seq: number, entry: NumberedEntry<E>) => W,
  ): LogPage<W> {
    const { store } = this.#parts;
    const prefix: StoreKey = [org, this.#name];
    const before = query.after === undefined ? {} : { before: [...prefix, seqOf(query.after)] };
    const skip = query.after === undefined ? query.offset : 0;
    const limit = skip + query.limit + 1;
    const found = store
      .range<NumberedEntry<E>>({ prefix, reverse: true, limit, ...before })
      .slice(skip);
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    const hasMore = found.length > query.limit;
    return {
      items: page.map(({ key, value }) => wire(key.at(-1) as number, value)),
      total: store.count(prefix),
      hasMore,
      nextCursor: hasMore && last ? cursorOf(String(last.key.at(-1) as number)) : null,
    };
  }

  /** Removes entries beyond the limits; resolves with their number. */
  async trim(): Promise<number> {
    const { store, clock, retention } = this.#parts;
    let removed = 0;
    for (;;) {
      const surplus = Math.max(0, store.count(this.#placePrefix) - retention.maxCount);
      const oldestMs = clock.ageMs() - retention.maxAgeMs;
      const due = store
        .range<{ org: string; atMs: number }>({ prefix: this.#placePrefix, limit: trimBatch })
        .filter(({ value }, at) => at < surplus || value.atMs <= oldestMs);
      if (due.length === 0) return removed;
      await store.transact(
        (tx) => {
          for (const { key, value } of due) {
            tx.remove(key);
            tx.remove(this.#key(value.org, key.at(-1) as number));
          }
        },
        { essential: true },
      );
      removed += due.length;
    }
  }

  #key(org: string, seq: number): StoreKey {
    return [org, this.#name, seq];
  }
}

function seqOf(cursor: string): number {
  return Number(textOfCursor(cursor, /^\d{1,15}$/));
}
