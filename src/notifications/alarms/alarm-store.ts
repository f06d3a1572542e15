import type { Severity } from "../../base/contract/event-types.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Condition } from "./ports.ts";

/** State of an alarm's notification by one channel. */
export interface AlarmDelivery {
  state: "pending" | "done" | "failed";
  attempts: number;
  lastError: string | null;
  /** Time of the last attempt, Unix milliseconds. */
  atMs: number | null;
}

/** The outlets with a stored state. */
export type AlarmOutlet = "mail" | "relay";

/** An alarm as stored. */
export interface Alarm {
  v: 1;
  id: string;
  type: string;
  severity: Severity;
  summary: string;
  /** Source of the alarm: a `condition` alarm clears when its condition ends. */
  origin: "event" | "condition" | "test";
  raisedAtMs: number;
  /** Null while it is active. */
  clearedAtMs: number | null;
  /** Absent where the channel is not configured. */
  mail?: AlarmDelivery;
  relay?: AlarmDelivery;
  /** Id of the mail that carries it. */
  mailId?: string;
}

const prefix: StoreKey = ["box", "alarm"];
const keyOf = (id: string): StoreKey => [...prefix, id];
/**
 * Bound of stored alarms; the oldest cleared and delivered ones are removed first, then the oldest
 * cleared ones.
 */
const maxAlarms = 500;

/** The alarms of the box with their delivery by each channel. They survive a restart. */
export class AlarmStore {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #outlets: readonly AlarmOutlet[];
  readonly #listeners = new Set<() => void>();

  constructor(parts: { store: Store; clock: Clock; outlets: readonly AlarmOutlet[] }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#outlets = parts.outlets;
  }

  /** Calls `listener` after each durable change. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Returns all alarms, oldest first. */
  all(reader: StoreReader = this.#store): Alarm[] {
    return reader
      .range<Alarm>({ prefix, limit: 2 * maxAlarms })
      .map(({ value }) => value)
      .toSorted((a, b) => a.raisedAtMs - b.raisedAtMs);
  }

  get(id: string): Alarm | undefined {
    return this.#store.get<Alarm>(keyOf(id));
  }

  /** Raises the alarm unless it is active. `isMoment`: clears it at once, and still notifies; `outlets`: only those. */
  raiseIn(
    tx: StoreTransaction,
    condition: Condition,
    how: { origin: Alarm["origin"]; isMoment?: boolean; outlets?: readonly AlarmOutlet[] },
  ): void {
    const before = tx.get<Alarm>(keyOf(condition.id));
    if (before && before.clearedAtMs === null) return;
    const { origin, isMoment = false, outlets = this.#outlets } = how;
    const nowMs = this.#clock.wallMs();
    const delivery: AlarmDelivery = { state: "pending", attempts: 0, lastError: null, atMs: null };
    const ways = Object.fromEntries(
      this.#outlets
        .filter((channel) => outlets.includes(channel))
        .map((channel) => [channel, delivery]),
    );
    const { id, type, severity, summary } = condition;
    const about = { id, type, severity, summary: summary.slice(0, 500), origin };
    const times = { raisedAtMs: nowMs, clearedAtMs: isMoment ? nowMs : null };
    if (!before) this.#makeRoom(tx);
    tx.put(keyOf(id), { v: 1, ...about, ...times, ...ways } satisfies Alarm);
    tx.afterCommit(() => this.#announce());
  }

  /** Clears the alarm; pending notifications are still sent. */
  clearIn(tx: StoreTransaction, id: string): void {
    const alarm = tx.get<Alarm>(keyOf(id));
    if (!alarm || alarm.clearedAtMs !== null) return;
    tx.put(keyOf(id), { ...alarm, clearedAtMs: this.#clock.wallMs() });
    tx.afterCommit(() => this.#announce());
  }

  /**
   * Sets the alarms of conditions to the present ones. Works on a full disk, which is one of them.
   */
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

  /** Raises and clears an alarm that tests the outlets. */
  async raiseTest(summary: string): Promise<void> {
    const test = { id: "test", type: "test", severity: "info", summary } as const;
    await this.#change((tx) => this.raiseIn(tx, test, { origin: "test", isMoment: true }));
  }

  /** Changes those of `alarms` that are still the same raise. */
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
