import type { Clock, Timer } from "../base/core/clock.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../base/core/store.ts";

/** The daily limits of one organisation (UTC); null for no limit. */
export interface Budget {
  requestsPerDay: number | null;
  /** In the currency of the endpoints, as they report it or the routes estimate it. */
  costPerDay: number | null;
}

/** The usage of one day. */
export interface Usage {
  v: 1;
  requests: number;
  cost: number;
}

const dayMs = 24 * 3_600_000;
const keptDays = 32;
const nothing: Usage = { v: 1, requests: 0, cost: 0 };

/** Counts the usage of each organisation, day by day. A day ends at midnight UTC. */
export class Budgets {
  readonly #parts: { store: Store; clock: Clock; budgetOf: (org: string) => Budget };
  readonly #renewed: () => void;
  #timer: Timer | undefined;
  #day: number | undefined;

  /** `renewed` is called when a new day begins. */
  constructor(
    parts: { store: Store; clock: Clock; budgetOf: (org: string) => Budget },
    renewed: () => void,
  ) {
    this.#parts = parts;
    this.#renewed = renewed;
  }

  start(): void {
    this.#day = dayOf(this.#parts.clock.wallMs());
    this.#timer = this.#parts.clock.every(60_000, () => {
      const day = dayOf(this.#parts.clock.wallMs());
      if (day === this.#day) return;
      this.#day = day;
      this.#renewed();
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Returns the organisation's usage of today. */
  today(org: string, reader: StoreReader = this.#parts.store): Usage {
    return reader.get<Usage>(keyOf(org, dayOf(this.#parts.clock.wallMs()))) ?? nothing;
  }

  /** True when the organisation has nothing left today. */
  isSpent(org: string, reader?: StoreReader): boolean {
    const { requestsPerDay, costPerDay } = this.#parts.budgetOf(org);
    if (requestsPerDay === null && costPerDay === null) return false;
    const { requests, cost } = this.today(org, reader);
    return requests >= (requestsPerDay ?? Infinity) || cost >= (costPerDay ?? Infinity);
  }

  /** Adds to the day of `atMs`; negative amounts subtract. */
  add(
    tx: StoreTransaction,
    org: string,
    change: { atMs: number; requests: number; cost: number },
  ): void {
    const day = dayOf(change.atMs);
    const key = keyOf(org, day);
    const used = tx.get<Usage>(key);
    if (!used) this.#forget(tx, org, day - keptDays);
    const { requests, cost } = used ?? nothing;
    tx.put(key, {
      v: 1,
      requests: Math.max(0, requests + change.requests),
      cost: Math.max(0, cost + change.cost),
    });
  }

  #forget(tx: StoreTransaction, org: string, beforeDay: number): void {
    const old = tx.range({ prefix: [org, "uplink-day"], before: keyOf(org, beforeDay), limit: 40 });
    for (const { key } of old) tx.remove(key);
  }
}

function dayOf(wallMs: number): number {
  return Math.floor(wallMs / dayMs);
}

function keyOf(org: string, day: number): StoreKey {
  return [org, "uplink-day", day];
}
