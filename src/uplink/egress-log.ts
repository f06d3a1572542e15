import { fail } from "../contract/fail.ts";
import type { Capability, DataClass, EgressWire } from "../contract/uplink.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Store, StoreKey, StoreTransaction } from "../core/store.ts";
import type { Received } from "./endpoint-port.ts";

/** What is about to leave, and to whom. */
export interface EgressEntry {
  org: string;
  endpoint: string;
  host: string;
  model: string | null;
  capability: Capability;
  dataClass: DataClass;
  jobId: string;
  step: string;
  bytesSent: number;
}

/** How much is kept; the oldest go first. */
export interface EgressRetention {
  maxAgeMs: number;
  /** On the whole box. */
  maxCount: number;
}

/** One page, newest first. */
export interface EgressPage {
  items: EgressWire[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

interface Stored extends EgressEntry {
  v: 1;
  atMs: number;
  outcome: string;
  received: Received | null;
}

const trimPeriodMs = 60_000;
/** Two keys make an entry: below 100 keys a transaction. */
const trimBatch = 40;
const headKey: StoreKey = ["box", "egress-head"];
const placePrefix: StoreKey = ["box", "egress"];

/**
 * What left the box, when, to whom, and how much. An entry is durable before the first byte leaves: what
 * cannot be written down is not sent.
 */
export class EgressLog {
  readonly #parts: { store: Store; clock: Clock; log: Logger; retention: EgressRetention };
  #timer: Timer | undefined;

  constructor(parts: { store: Store; clock: Clock; log: Logger; retention: EgressRetention }) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(trimPeriodMs, () => {
      this.trim().catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "the egress log was not trimmed");
      });
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Adds an entry; its number is for `end`. */
  begin(tx: StoreTransaction, entry: EgressEntry): number {
    const seq = (tx.get<{ lastSeq: number }>(headKey)?.lastSeq ?? 0) + 1;
    const stored: Stored = {
      ...entry,
      v: 1,
      atMs: this.#parts.clock.wallMs(),
      outcome: "sent",
      received: null,
    };
    tx.put(headKey, { v: 1, lastSeq: seq });
    tx.put([entry.org, "egress", seq], stored);
    tx.put([...placePrefix, seq], { org: entry.org, atMs: stored.atMs });
    return seq;
  }

  /** Writes down what came of an entry, unless it is trimmed already. */
  end(
    tx: StoreTransaction,
    at: { org: string; seq: number },
    came: { outcome: string; received: Received },
  ): void {
    const key: StoreKey = [at.org, "egress", at.seq];
    const stored = tx.get<Stored>(key);
    if (stored) tx.put(key, { ...stored, ...came });
  }

  /**
   * A page of the organisation's entries, newest first; `after` (a cursor) wins over `offset`. Fails
   * with `invalid_query_parameter` for a cursor of another list.
   */
  list(org: string, page: { limit: number; offset: number; after?: string }): EgressPage {
    const { store } = this.#parts;
    const prefix: StoreKey = [org, "egress"];
    const before = page.after === undefined ? {} : { before: [...prefix, seqOf(page.after)] };
    const skip = page.after === undefined ? page.offset : 0;
    const limit = skip + page.limit + 1;
    const found = store.range<Stored>({ prefix, reverse: true, limit, ...before }).slice(skip);
    const items = found
      .slice(0, page.limit)
      .map(({ key, value }) => wire(key.at(-1) as number, value));
    const hasMore = found.length > page.limit;
    const last = items.at(-1);
    return {
      items,
      total: store.count(prefix),
      hasMore,
      nextCursor: hasMore && last ? Buffer.from(last.id).toString("base64url") : null,
    };
  }

  /** Removes what is too old or too much; resolves with how many entries went. */
  async trim(): Promise<number> {
    const { store, clock, retention } = this.#parts;
    let removed = 0;
    for (;;) {
      const surplus = Math.max(0, store.count(placePrefix) - retention.maxCount);
      const oldestMs = clock.wallMs() - retention.maxAgeMs;
      const due = store
        .range<{ org: string; atMs: number }>({ prefix: placePrefix, limit: trimBatch })
        .filter(({ value }, at) => at < surplus || value.atMs <= oldestMs);
      if (due.length === 0) return removed;
      await store.transact(
        (tx) => {
          for (const { key, value } of due) {
            tx.remove(key);
            tx.remove([value.org, "egress", key.at(-1)!]);
          }
        },
        { essential: true },
      );
      removed += due.length;
    }
  }
}

function wire(seq: number, entry: Stored): EgressWire {
  return {
    id: String(seq),
    object: "egress.entry",
    created_at: entry.atMs / 1000,
    endpoint: entry.endpoint,
    host: entry.host,
    model: entry.model,
    capability: entry.capability,
    data_class: entry.dataClass,
    job_id: entry.jobId,
    step: entry.step,
    bytes_sent: entry.bytesSent,
    bytes_received: entry.received?.receivedBytes ?? null,
    cost: entry.received?.cost ?? null,
    outcome: entry.outcome,
  };
}

function seqOf(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw fail("invalid_query_parameter", "after is no cursor of this list", { param: "after" });
}
