import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { SendOutcome } from "./bus-port.ts";

/** The parts of `EventFeed`. */
export interface EventFeedParts {
  /** Name under which the log stores its position. */
  name: string;
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  /** Returns the message of the entry; undefined to skip it. */
  messageOf(event: Event): string | undefined;
  /** Sends one entry; called in the order of the log. */
  send(event: Event, message: string): Promise<SendOutcome>;
  /** Delay after a refusal or a failed read of the store, in milliseconds; 5000 when absent. */
  retryMs?: number;
  /** Announces that the entries between these positions are gone; resolves like `send`. */
  gap(afterSeq: number, beforeSeq: number): Promise<SendOutcome>;
}

interface InFlight {
  seq: number;
  isTaken: boolean;
}

/** Bound of entries without an acknowledgement; below the smallest limit of common brokers (20). */
const windowSize = 10;
const page = 100;
/** Time from the first acknowledgement that moves the position to storing it. */
const settleMs = 200;
const standardRetryMs = 5000;

/**
 * Sends entries of the event log to an external receiver, in order, each at least once. It stores
 * its position only behind acknowledged entries: after the end of a connection or process it
 * repeats unacknowledged ones.
 */
export class EventPublisher implements Part {
  readonly #parts: EventFeedParts;
  readonly #inFlight: InFlight[] = [];
  /** Every entry up to here is acknowledged or skipped. */
  #ackedSeq = 0;
  #storedSeq = 0;
  /** Every entry up to here was read on this connection. */
  #readSeq = 0;
  /** Grows with each connection: results of an earlier one are ignored. */
  #round = 0;
  #isUp = false;
  #isPumping = false;
  #unsubscribe: (() => void) | undefined;
  #settling: Timer | undefined;
  #retrying: Timer | undefined;
  #writing: Promise<void> | undefined;
  #acknowledged = 0;
  #lost = 0;

  constructor(parts: EventFeedParts) {
    this.#parts = parts;
  }

  /** Continues at its stored position; a new feed begins at the end of the log. */
  async start(): Promise<void> {
    const { events, name, store } = this.#parts;
    const known = events.cursor(name);
    this.#ackedSeq = known ?? events.lastSeq();
    this.#storedSeq = this.#ackedSeq;
    this.#readSeq = this.#ackedSeq;
    if (known === undefined) {
      await store.transact((tx) => events.advance(tx, name, this.#ackedSeq));
    }
    this.#unsubscribe = events.subscribe(() => this.#pump());
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.onDown();
    this.#settling?.cancel();
    await this.#settle();
  }

  /** Sends all unacknowledged entries to the connected receiver, from the first. */
  onUp(): void {
    this.#rewind();
    this.#isUp = true;
    this.#pump();
  }

  /** Entries in transit count as not sent. */
  onDown(): void {
    this.#isUp = false;
    this.#retrying?.cancel();
    this.#retrying = undefined;
    this.#rewind();
  }

  counts(): { backlog: number; acknowledged: number; lost: number } {
    const backlog = Math.max(0, this.#parts.events.lastSeq() - this.#ackedSeq);
    return { backlog, acknowledged: this.#acknowledged, lost: this.#lost };
  }

  #rewind(): void {
    this.#round += 1;
    this.#inFlight.length = 0;
    this.#readSeq = this.#ackedSeq;
  }

  #pump(): void {
    if (this.#isPumping || !this.#isUp || this.#retrying) return;
    this.#isPumping = true;
    try {
      this.#fill();
    } catch (error) {
      this.#parts.log.warn({ error: describeError(error) }, "events wait to be sent");
      this.#later();
    } finally {
      this.#isPumping = false;
    }
  }

  /** Fills the window. */
  #fill(): void {
    const { events, messageOf } = this.#parts;
    while (this.#inFlight.length < windowSize && this.#readSeq < events.lastSeq()) {
      const oldest = events.oldestSeq();
      if (this.#readSeq + 1 < oldest && this.#isMissing(oldest)) {
        this.#sendGap(oldest);
        continue;
      }
      const found = events.readBox(this.#readSeq, page);
      const end = found.at(-1)?.seq ?? events.lastSeq();
      for (const event of found) {
        const message = messageOf(event);
        if (message === undefined) continue;
        if (this.#inFlight.length >= windowSize) return;
        this.#readSeq = event.seq;
        this.#send(event.seq, () => this.#parts.send(event, message));
      }
      this.#readSeq = end;
      if (this.#inFlight.length === 0) this.#moveTo(end);
    }
  }

  /** The log keeps entries of quiet streams longer: true when the next ones are really gone. */
  #isMissing(oldest: number): boolean {
    const next = this.#parts.events.readBox(this.#readSeq, 1)[0]?.seq ?? oldest;
    return next > this.#readSeq + 1;
  }

  #sendGap(oldest: number): void {
    const after = this.#readSeq;
    const next = this.#parts.events.readBox(after, 1)[0]?.seq ?? oldest;
    this.#readSeq = next - 1;
    this.#send(next - 1, () => this.#parts.gap(after, next), next - 1 - after);
  }

  #send(seq: number, send: () => Promise<SendOutcome>, lost = 0): void {
    const entry: InFlight = { seq, isTaken: false };
    const round = this.#round;
    this.#inFlight.push(entry);
    void send().then((sent) => {
      if (round !== this.#round) return;
      if (sent !== "taken") {
        // The connection reports its own end; an administrator may correct a refusal on the broker.
        this.#rewind();
        if (sent === "refused") this.#later();
        return;
      }
      entry.isTaken = true;
      if (lost > 0) this.#lost += lost;
      else this.#acknowledged += 1;
      this.#advance();
      this.#pump();
    });
  }

  #advance(): void {
    let seq = this.#ackedSeq;
    while (this.#inFlight[0]?.isTaken) seq = this.#inFlight.shift()!.seq;
    // No entry is in transit: entries skipped since count too.
    if (this.#inFlight.length === 0) seq = this.#readSeq;
    this.#moveTo(seq);
  }

  #moveTo(seq: number): void {
    if (seq <= this.#ackedSeq) return;
    this.#ackedSeq = seq;
    this.#settling ??= this.#parts.clock.after(settleMs, () => {
      this.#settling = undefined;
      void this.#settle();
    });
  }

  #settle(): Promise<void> {
    this.#writing ??= this.#store().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #store(): Promise<void> {
    const { store, events, name, log } = this.#parts;
    const seq = this.#ackedSeq;
    if (seq === this.#storedSeq) return;
    try {
      // Lets the log be trimmed, even on a full disk.
      await store.transact((tx) => events.advance(tx, name, seq), { essential: true });
      this.#storedSeq = seq;
    } catch (error) {
      log.warn({ error: describeError(error) }, "the place in the event log was not stored");
    }
  }

  #later(): void {
    const { clock, retryMs = standardRetryMs } = this.#parts;
    this.#retrying ??= clock.after(retryMs, () => {
      this.#retrying = undefined;
      this.#pump();
    });
  }
}
