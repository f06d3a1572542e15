import type { Severity } from "../../base/contract/event-types.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Condition } from "./ports.ts";

/** How an alarm fares on one way out. */
export interface AlarmDelivery {
  state: "pending" | "done" | "failed";
  attempts: number;
  lastError: string | null;
  /** Of the last attempt, Unix milliseconds. */
  atMs: number | null;
}

/** The ways out that keep account. */
export type Channel = "mail" | "relay";

/** An alarm as stored. */
export interface Alarm {
  v: 1;
  id: string;
  type: string;
  severity: Severity;
  summary: string;
  /** What raised it: `condition` alarms are over when the condition is. */
  origin: "event" | "condition" | "test";
  raisedAtMs: number;
  /** Null while it is on. */
  clearedAtMs: number | null;
  /** Absent where the way out is not configured. */
  mail?: AlarmDelivery;
  relay?: AlarmDelivery;
  /** The mail that it goes out with. */
  mailId?: string;
}

const prefix: StoreKey = ["box", "alarm"];
const keyOf = (id: string): StoreKey => [...prefix, id];
/** Alarms kept; the oldest that are over and done go first, then the oldest that are over. */
const maxAlarms = 500;

/** The alarms of the box. They survive a restart, with what became of them on each way out. */
export class AlarmStore {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #channels: readonly Channel[];
  readonly #listeners = new Set<() => void>();

  constructor(parts: { store: Store; clock: Clock; channels: readonly Channel[] }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#channels = parts.channels;
  }

  /** Calls `listener` after each change that is durable. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Oldest first. */
  all(reader: StoreReader = this.#store): Alarm[] {
    return reader
      .range<Alarm>({ prefix, limit: 2 * maxAlarms })
      .map(({ value }) => value)
      .toSorted((a, b) => a.raisedAtMs - b.raisedAtMs);
  }

  get(id: string): Alarm | undefined {
    return this.#store.get<Alarm>(keyOf(id));
  }

  /** Raises it unless it is on. `isMoment`: over as soon as it is raised, but told all the same. */
  raiseIn(
    tx: StoreTransaction,
    condition: Condition,
    how: { origin: Alarm["origin"]; isMoment?: boolean },
  ): void {
    const before = tx.get<Alarm>(keyOf(condition.id));
    if (before && before.clearedAtMs === null) return;
    const { origin, isMoment = false } = how;
    const nowMs = this.#clock.wallMs();
    const delivery: AlarmDelivery = { state: "pending", attempts: 0, lastError: null, atMs: null };
    const ways = Object.fromEntries(this.#channels.map((channel) => [channel, delivery]));
    const { id, type, severity, summary } = condition;
    const about = { id, type, severity, summary: summary.slice(0, 500), origin };
    const times = { raisedAtMs: nowMs, clearedAtMs: isMoment ? nowMs : null };
    if (!before) this.#makeRoom(tx);
    tx.put(keyOf(id), { v: 1, ...about, ...times, ...ways } satisfies Alarm);
    tx.afterCommit(() => this.#announce());
  }

  /** It is over; what was not told yet still is. */
  clearIn(tx: StoreTransaction, id: string): void {
    const alarm = tx.get<Alarm>(keyOf(id));
    if (!alarm || alarm.clearedAtMs !== null) return;
    tx.put(keyOf(id), { ...alarm, clearedAtMs: this.#clock.wallMs() });
    tx.afterCommit(() => this.#announce());
  }

  /** Alarms of conditions become what holds now. Also on a full disk: that is one of them. */
  async follow(conditions: readonly Condition[]): Promise<void> {
    const holding = new Set(conditions.map(({ id }) => id));
    const on = this.all().filter(
      ({ origin, clearedAtMs }) => origin === "condition" && clearedAtMs === null,
    );
    const known = new Set(on.map(({ id }) => id));
    const raised = conditions.filter(({ id }) => !known.has(id));
    const over = on.filter(({ id }) => !holding.has(id));
    if (raised.length === 0 && over.length === 0) return;
    await this.#change((tx) => {
      for (const each of raised) this.raiseIn(tx, each, { origin: "condition" });
      for (const { id } of over) this.clearIn(tx, id);
    });
  }

  /** Raises one to try the ways out; it is over at once. */
  async raiseTest(summary: string): Promise<void> {
    const test = { id: "test", type: "test", severity: "info", summary } as const;
    await this.#change((tx) => this.raiseIn(tx, test, { origin: "test", isMoment: true }));
  }

  /** Changes those of `ids` that are still as they were raised. */
  async update(alarms: readonly Alarm[], change: (alarm: Alarm) => Partial<Alarm>): Promise<void> {
    await this.#change((tx) => {
      for (const { id, raisedAtMs } of alarms) {
        const now = tx.get<Alarm>(keyOf(id));
        if (now?.raisedAtMs === raisedAtMs) tx.put(keyOf(id), { ...now, ...change(now) });
      }
    });
  }

  async #change(work: (tx: StoreTransaction) => void): Promise<void> {
    await this.#store.transact(work, { essential: true });
  }

  #makeRoom(tx: StoreTransaction): void {
    const all = this.all(tx);
    if (all.length < maxAlarms) return;
    const isTold = ({ mail, relay }: Alarm): boolean =>
      mail?.state !== "pending" && relay?.state !== "pending";
    const over = all.filter(({ clearedAtMs }) => clearedAtMs !== null);
    const oldest = over.find(isTold) ?? over[0] ?? all[0]!;
    tx.remove(keyOf(oldest.id));
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
