import { fail } from "../contract/fail.ts";
import type { AuditWire } from "../contract/key.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreKey } from "../core/store.ts";

/** What somebody changed, or tried to. */
export interface AuditEntry {
  org: string;
  actor: AuditWire["actor"];
  address: string | null;
  action: string;
  outcome: AuditWire["outcome"];
  requestId: string | null;
}

/** How much is kept; the oldest go first. */
export interface AuditRetention {
  maxAgeMs: number;
  /** On the whole box. */
  maxCount: number;
}

/** One page, newest first. */
export interface AuditPage {
  items: AuditWire[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

interface Stored extends AuditEntry {
  v: 1;
  atMs: number;
}

const trimPeriodMs = 60_000;
/** Two keys make an entry: below 100 keys a transaction. */
const trimBatch = 40;
const headKey: StoreKey = ["box", "audit-head"];
const placePrefix: StoreKey = ["box", "audit"];
const maxTextLength = 500;

/**
 * Who changed what, from where, and what came of it. Entries are only ever added; the retention takes
 * the oldest. What cannot be written is counted and logged, and does not stop the work: a full disk
 * must not keep anybody from stopping a robot or revoking a key.
 */
export class AuditLog implements Part {
  readonly #parts: { store: Store; clock: Clock; log: Logger; retention: AuditRetention };
  #timer: Timer | undefined;
  #lost = 0;

  constructor(parts: { store: Store; clock: Clock; log: Logger; retention: AuditRetention }) {
    this.#parts = parts;
  }

  /** Entries that could not be written since the start. */
  get lost(): number {
    return this.#lost;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(trimPeriodMs, () => {
      this.trim().catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "the audit log was not trimmed");
      });
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Adds an entry; durable when this resolves. Never rejects. */
  async add(entry: AuditEntry): Promise<void> {
    const { store, clock, log } = this.#parts;
    const stored: Stored = {
      ...entry,
      v: 1,
      atMs: clock.wallMs(),
      action: entry.action.slice(0, maxTextLength),
    };
    try {
      await store.transact((tx) => {
        const seq = (tx.get<{ lastSeq: number }>(headKey)?.lastSeq ?? 0) + 1;
        tx.put(headKey, { v: 1, lastSeq: seq });
        tx.put([entry.org, "audit", seq], stored);
        tx.put([...placePrefix, seq], { org: entry.org, atMs: stored.atMs });
      });
    } catch (error) {
      this.#lost += 1;
      log.warn({ ...stored, error: describeError(error) }, "an audit entry was not kept");
    }
  }

  /**
   * A page of the organisation's entries, newest first; `after` (a cursor) wins over `offset`. Fails
   * with `invalid_query_parameter` for a cursor of another list.
   */
  list(org: string, page: { limit: number; offset: number; after?: string }): AuditPage {
    const { store } = this.#parts;
    const prefix: StoreKey = [org, "audit"];
    const before = page.after === undefined ? {} : { before: [...prefix, seqOf(page.after)] };
    const skip = page.after === undefined ? page.offset : 0;
    const limit = skip + page.limit + 1;
    const found = store.range<Stored>({ prefix, reverse: true, limit, ...before }).slice(skip);
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    const hasMore = found.length > page.limit;
    return {
      items: shown.map(({ key, value }) => wire(key.at(-1) as number, value)),
      total: store.count(prefix),
      hasMore,
      nextCursor:
        hasMore && last ? Buffer.from(String(last.key.at(-1))).toString("base64url") : null,
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
            tx.remove([value.org, "audit", key.at(-1)!]);
          }
        },
        { essential: true },
      );
      removed += due.length;
    }
  }
}

function wire(seq: number, entry: Stored): AuditWire {
  return {
    id: String(seq),
    object: "audit.entry",
    org: entry.org,
    created_at: entry.atMs / 1000,
    actor: entry.actor,
    address: entry.address,
    action: entry.action,
    outcome: entry.outcome,
    request_id: entry.requestId,
  };
}

function seqOf(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString();
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw fail("invalid_query_parameter", "after is no cursor of this list", { param: "after" });
}
