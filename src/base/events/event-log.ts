import { fail } from "../contract/fail.ts";
import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import { uuidv7 } from "../core/ids.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreKey, StoreTransaction } from "../core/store.ts";
import type { Event, NewEvent } from "./event.ts";

/** Limits of the log; trimming removes the oldest entries beyond them. */
export interface EventRetention {
  maxAgeMs: number;
  maxCount: number;
  maxPerStream: number;
}

/** The parts of `EventLog`. */
export interface EventLogParts {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Name of the box in event ids; created once and stored when absent. */
  boxId?: string;
  /** Creates the identity of a new log: digits only. Wall time in milliseconds when absent. */
  newEpoch?: () => string;
  retention?: Partial<EventRetention>;
}

/** The log's own record; rewritten with each entry. */
interface Head {
  v: 1;
  boxId: string;
  epoch: string;
  lastSeq: number;
  /** Highest position ever trimmed. */
  trimmedSeq: number;
}

/** Keys of an entry, by its position in the box. */
interface Place {
  org: string;
  atMs: number;
  streamId?: string;
}

/** Notes, section 1.4: 24 h, 200 000 entries per box, 10 000 per stream. */
const defaultRetention: EventRetention = {
  maxAgeMs: 24 * 3_600_000,
  maxCount: 200_000,
  maxPerStream: 10_000,
};
/** Longest time that an entry stays for a durable reader that lags behind. */
const maxLagMs = 7 * 24 * 3_600_000;
const trimPeriodMs = 60_000;
/** Three keys make an entry, and a transaction trims at most 100 keys. */
const trimBatch = 33;

const headKey = ["box", "events"];
const placeKey = (seq: number): StoreKey => ["box", "event", seq];
const eventKey = (org: string, seq: number): StoreKey => [org, "event", seq];
const streamPrefix = (org: string, streamId: string): StoreKey => [org, "event-stream", streamId];

/**
 * Gives the stored log a new identity, as part of `tx`: after a restore positions repeat, and
 * readers must not confuse them. `epoch` is digits only. A store without a log stays unchanged.
 */
export function renewEpoch(tx: StoreTransaction, epoch: string): void {
  const head = tx.get<Head>(headKey);
  if (head) tx.put(headKey, { ...head, epoch });
}

/**
 * The box's ordered, durable event log. An entry becomes part of the writer's transaction and gets
 * the next position; positions are never reused. Listeners get each entry once, in order, after it
 * is durable. The store keeps the positions of named readers.
 */
export class EventLog implements Part {
  readonly #parts: EventLogParts;
  readonly #listeners = new Set<(event: Event) => void>();
  /** Streams with new entries since the last trim; bounded by the streams of the box. */
  readonly #grown = new Map<string, { org: string; streamId: string }>();
  #head: Head | undefined;
  #timer: Timer | undefined;
  #trimming: Promise<number> | undefined;

  constructor(parts: EventLogParts) {
    this.#parts = parts;
  }

  /** Returns the name of the box in event ids. */
  get boxId(): string {
    return this.#started().boxId;
  }

  /** Returns the identity of this log, which a restore changes. */
  get epoch(): string {
    return this.#started().epoch;
  }

  async start(): Promise<void> {
    const { store, clock, boxId, newEpoch = () => String(clock.wallMs()) } = this.#parts;
    const stored = store.get<Head>(headKey);
    const head: Head = stored ?? {
      v: 1,
      boxId: boxId ?? uuidv7(clock.wallMs()),
      epoch: newEpoch(),
      lastSeq: 0,
      trimmedSeq: 0,
    };
    if (boxId !== undefined) head.boxId = boxId;
    if (head.boxId !== stored?.boxId || !stored) {
      await store.transact((tx) => tx.put(headKey, head));
    }
    this.#head = head;
    this.#timer = clock.every(trimPeriodMs, () => {
      if (!this.#trimming) void this.trim();
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#trimming;
  }

  /** Makes `event` part of `tx`; listeners get it once `tx` is durable. */
  appendIn(tx: StoreTransaction, event: NewEvent): Event {
    const head = tx.get<Head>(headKey);
    if (!head) throw fail("store_failed", "event log: has not been started. Start it first");
    const seq = head.lastSeq + 1;
    const { epoch, boxId } = head;
    const entry: Event = { v: 1, seq, epoch, boxId, atMs: this.#parts.clock.wallMs(), ...event };
    const { org, streamId } = entry;
    const place: Place = { org, atMs: entry.atMs, ...(streamId === undefined ? {} : { streamId }) };
    tx.put(headKey, { ...head, lastSeq: seq });
    tx.put(eventKey(org, seq), entry);
    tx.put(placeKey(seq), place);
    if (streamId !== undefined) tx.put([...streamPrefix(org, streamId), seq], 1);
    tx.afterCommit(() => this.#announce(entry));
    return entry;
  }

  /** Stores `event` in its own transaction; resolves once it is durable. */
  append(event: NewEvent): Promise<Event> {
    return this.#parts.store.transact((tx) => this.appendIn(tx, event));
  }

  /** Durable entries of `org` after `afterSeq`, oldest first, at most `limit`. */
  read(org: string, afterSeq: number, limit: number): Event[] {
    return this.#parts.store
      .range<Event>({
        prefix: [org, "event"],
        after: eventKey(org, afterSeq),
        before: eventKey(org, this.lastSeq() + 1),
        limit,
      })
      .map(({ value }) => value);
  }

  /** Durable entries of all organisations after `afterSeq`, oldest first, at most `limit`. */
  readBox(afterSeq: number, limit: number): Event[] {
    const { store } = this.#parts;
    return store
      .range<Place>({
        prefix: ["box", "event"],
        after: placeKey(afterSeq),
        before: placeKey(this.lastSeq() + 1),
        limit,
      })
      .map(({ key, value }) => store.get<Event>(eventKey(value.org, key.at(-1) as number)))
      .filter((event) => event !== undefined);
  }

  /** Returns the position of the newest durable entry; 0 before the first. */
  lastSeq(): number {
    return this.#started().lastSeq;
  }

  /** Returns the position from which on the log is complete; `lastSeq() + 1` when it is empty. */
  oldestSeq(): number {
    return this.#started().trimmedSeq + 1;
  }

  /**
   * Calls `listener` for each entry that becomes durable from now on; returns a function that
   * unsubscribes.
   */
  subscribe(listener: (event: Event) => void): () => void {
    // A new function, so that one listener subscribed twice has two subscriptions.
    const entry = (event: Event): void => listener(event);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Returns the position of the durable reader `name`; undefined when it never advanced. */
  cursor(name: string): number | undefined {
    return this.#parts.store.get<{ seq: number }>(["box", "event-cursor", name])?.seq;
  }

  /**
   * Moves the durable reader `name` to `seq` as part of `tx`; the log may trim entries behind it.
   */
  advance(tx: StoreTransaction, name: string, seq: number): void {
    tx.put(["box", "event-cursor", name], { v: 1, seq });
  }

  /** Forgets the durable reader `name`, so that trimming no longer waits for it. */
  forget(tx: StoreTransaction, name: string): void {
    tx.remove(["box", "event-cursor", name]);
  }

  /**
   * Removes entries beyond the retention, at most 100 keys a transaction. Entries that a durable
   * reader has not seen stay for up to seven days. Resolves with the number removed.
   */
  async trim(): Promise<number> {
    while (this.#trimming) await this.#trimming;
    this.#trimming = this.#trimAll().finally(() => {
      this.#trimming = undefined;
    });
    return await this.#trimming;
  }

  #started(): Head {
    if (!this.#head) throw fail("store_failed", "event log: has not been started. Start it first");
    return this.#head;
  }

  #announce(event: Event): void {
    const head = this.#started();
    head.lastSeq = event.seq;
    const { org, streamId } = event;
    if (streamId !== undefined) this.#grown.set(`${org} ${streamId}`, { org, streamId });
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        const { log } = this.#parts;
        log.error({ seq: event.seq, error: describeError(error) }, "an event listener failed");
      }
    }
  }

  async #trimAll(): Promise<number> {
    let removed = 0;
    try {
      removed += await this.#trimBox();
      for (const [name, { org, streamId }] of this.#grown) {
        removed += await this.#trimStream(org, streamId);
        this.#grown.delete(name);
      }
    } catch (error) {
      this.#parts.log.warn({ error: describeError(error) }, "the event log could not be trimmed");
    }
    return removed;
  }

  /** Read for each trim, because the site changes it while the box runs. */
  #retention(): EventRetention {
    return { ...defaultRetention, ...this.#parts.retention };
  }

  async #trimBox(): Promise<number> {
    const { store, clock } = this.#parts;
    const { maxAgeMs, maxCount } = this.#retention();
    let surplus = store.count(["box", "event"]) - maxCount;
    let removed = 0;
    for (;;) {
      const oldestMs = clock.ageMs() - maxAgeMs;
      const page = store.range<Place>({ prefix: ["box", "event"], limit: trimBatch });
      const due = page.filter(({ value }, index) => index < surplus || value.atMs < oldestMs);
      const count = await this.#removeSeen(
        due.map(({ key, value }) => [key.at(-1) as number, value]),
      );
      removed += count;
      surplus -= count;
      if (count < trimBatch) return removed;
    }
  }

  async #trimStream(org: string, streamId: string): Promise<number> {
    const { store } = this.#parts;
    const prefix = streamPrefix(org, streamId);
    let surplus = store.count(prefix) - this.#retention().maxPerStream;
    let removed = 0;
    while (surplus > 0) {
      const page = store.range({ prefix, limit: Math.min(surplus, trimBatch) });
      const places = page.map(({ key }): [number, Place] => {
        const seq = key.at(-1) as number;
        return [seq, store.get<Place>(placeKey(seq)) ?? { org, streamId, atMs: 0 }];
      });
      const count = await this.#removeSeen(places);
      removed += count;
      surplus -= count;
      if (count < page.length) break;
    }
    return removed;
  }

  /**
   * Removes entries that every durable reader has seen, or that waited too long; returns the
   * number.
   */
  async #removeSeen(places: [seq: number, place: Place][]): Promise<number> {
    const { store, clock } = this.#parts;
    if (places.length === 0) return 0;
    const tooOldMs = clock.ageMs() - maxLagMs;
    const removable = await store.transact(
      (tx) => {
        const readSeq = tx
          .range<{ seq: number }>({ prefix: ["box", "event-cursor"] })
          .reduce((least, { value }) => Math.min(least, value.seq), Infinity);
        const chosen = places.filter(([seq, { atMs }]) => seq <= readSeq || atMs < tooOldMs);
        for (const [seq, { org, streamId }] of chosen) {
          tx.remove(eventKey(org, seq));
          tx.remove(placeKey(seq));
          if (streamId !== undefined) tx.remove([...streamPrefix(org, streamId), seq]);
        }
        const head = tx.get<Head>(headKey)!;
        const trimmedSeq = chosen.reduce((most, [seq]) => Math.max(most, seq), head.trimmedSeq);
        tx.put(headKey, { ...head, trimmedSeq });
        tx.afterCommit(() => {
          this.#started().trimmedSeq = trimmedSeq;
        });
        return chosen;
      },
      { essential: true },
    );
    return removable.length;
  }
}
