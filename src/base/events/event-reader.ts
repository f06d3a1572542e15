import type { Clock, Timer } from "../core/clock.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";
import type { Store, StoreTransaction } from "../core/store.ts";
import type { Event } from "./event.ts";
import type { EventLog } from "./event-log.ts";

/** The parts of `EventReader`. */
export interface EventReaderParts {
  /** Name under which the log stores its position. */
  name: string;
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  /** True when the entry matters; the reader passes over the others without a write. */
  wants(event: Event): boolean;
  /** Writes the consequences of `event`, in the transaction that moves the position beyond it. */
  take(tx: StoreTransaction, event: Event): void;
}

const batch = 100;
/** Largest number of entries that matter in one transaction. */
const maxTaken = 10;
/** Largest number of entries passed over before the position is stored again. */
const maxPassed = 1000;
const retryMs = 1000;
/** Time from the last entry passed over to storing the position, so that the log can be trimmed. */
const settleMs = 1000;

/**
 * Reads the event log of the whole box in order. One transaction writes the consequences of an
 * entry and the position, so that a crash at any moment neither loses nor repeats an entry.
 */
export class EventReader implements Part {
  readonly #parts: EventReaderParts;
  #at = 0;
  #storedAt = 0;
  #work: Promise<void> | undefined;
  #unsubscribe: (() => void) | undefined;
  #timer: Timer | undefined;
  #settling: Timer | undefined;
  #mustSettle = false;
  #isStopped = false;

  constructor(parts: EventReaderParts) {
    this.#parts = parts;
  }

  /** Continues at its stored position; a new reader starts at the end. */
  async start(): Promise<void> {
    const { events, name, store } = this.#parts;
    const known = events.cursor(name);
    this.#at = known ?? events.lastSeq();
    this.#storedAt = this.#at;
    if (known === undefined) await store.transact((tx) => events.advance(tx, name, this.#at));
    this.#unsubscribe = events.subscribe(() => this.#wake());
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe?.();
    this.#timer?.cancel();
    this.#settling?.cancel();
    await this.#work;
  }

  #wake(): void {
    if (this.#isStopped) return;
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined;
      if (this.#at < this.#parts.events.lastSeq() && !this.#timer) this.#wake();
    });
  }

  async #run(): Promise<void> {
    const { events, clock, log } = this.#parts;
    try {
      while (!this.#isStopped && this.#at < events.lastSeq()) await this.#step();
      await this.#settle();
    } catch (error) {
      log.warn(
        { name: this.#parts.name, error: describeError(error) },
        "a reader of the event log waits",
      );
      this.#timer = clock.after(retryMs, () => {
        this.#timer = undefined;
        this.#wake();
      });
    }
  }

  /** The log may trim entries behind the stored position: it must not lag for long. */
  async #settle(): Promise<void> {
    const { clock, store, events, name } = this.#parts;
    if (this.#storedAt === this.#at || this.#isStopped) return;
    if (!this.#mustSettle) {
      this.#settling ??= clock.after(settleMs, () => {
        this.#settling = undefined;
        this.#mustSettle = true;
        this.#wake();
      });
      return;
    }
    await store.transact((tx) => events.advance(tx, name, this.#at));
    this.#storedAt = this.#at;
    this.#mustSettle = false;
  }

  async #step(): Promise<void> {
    const { events, store, name, wants, take } = this.#parts;
    const page = events.readBox(this.#at, batch);
    const last = page.at(-1)?.seq ?? events.lastSeq();
    const matching = page.filter(wants);
    const taken = matching.slice(0, maxTaken);
    const to = taken.length < matching.length ? taken.at(-1)!.seq : last;
    if (taken.length > 0 || to - this.#storedAt >= maxPassed) {
      await store.transact((tx) => {
        for (const event of taken) take(tx, event);
        events.advance(tx, name, to);
      });
      this.#storedAt = to;
    }
    this.#at = to;
  }
}
