import { limits } from "../../base/contract/limits.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { type LiveBatch, LiveBlocks } from "./live-blocks.ts";
import type { Outlet } from "./outlet.ts";
import { entryBlock, formatEventId, heartbeatBlock, sseBlock } from "./sse-frame.ts";

/** The parts of the event log that event streams use. */
export type EventFeed = Pick<
  EventLog,
  "boxId" | "epoch" | "oldestSeq" | "lastSeq" | "read" | "subscribe"
>;

/**
 * The reason why the server ends an event stream; `key_ended` also when the page session has ended.
 */
export type ClosingReason = "shutdown" | "max_age" | "key_ended";

/** Start of a reader. */
export interface ReaderStart {
  /** Position before the first event. */
  afterSeq: number;
  /** The requested id that this log does not reach; announced as a gap. */
  lost?: string;
}

/** Dependencies of one reader. */
export interface ReaderParts {
  org: string;
  feed: EventFeed;
  outlet: Outlet;
  clock: Clock;
  /** True when the reader wants this entry; the organisation has been checked. */
  wants(event: Event): boolean;
  maxAgeMs: number;
  /**
   * Calls `send` with live blocks, which are not in the log, from now on; returns a function that
   * ends it.
   */
  live?(send: (batch: LiveBatch) => void): () => void;
}

/** Longest time without progress before a reader is dropped. */
const stallMs = 60_000;
const replayPage = 100;

/**
 * One reader of the log. It subscribes first and then reads the store up to its end; it skips
 * entries announced meanwhile, because the store already has them. So it sends each entry exactly
 * once and in order, and replay keeps one page in memory.
 */
export class SseReader {
  readonly #parts: ReaderParts;
  readonly #lost: string | undefined;
  /** Highest position announced as missing. */
  #gapToSeq = 0;
  #cursor: number;
  #idSent: number;
  #live = false;
  #isClosed = false;
  #blockedSinceMs: number | undefined;
  #unsubscribe: (() => void) | undefined;
  #endLive: (() => void) | undefined;
  readonly #timers: Timer[] = [];

  constructor(parts: ReaderParts, start: ReaderStart) {
    this.#parts = parts;
    this.#cursor = start.afterSeq;
    this.#idSent = start.afterSeq;
    this.#lost = start.lost;
  }

  /** Starts sending; the response head has been written. */
  start(): void {
    const { clock, feed, outlet, maxAgeMs } = this.#parts;
    this.#write(sseBlock({ retryMs: 3000, id: this.#id(this.#cursor) }));
    if (this.#lost !== undefined) this.#gap(this.#lost);
    this.#unsubscribe = feed.subscribe((event) => this.#onEvent(event));
    const blocks = new LiveBlocks(outlet, (bytes) => this.#write(bytes));
    this.#endLive = this.#parts.live?.((batch) => blocks.send(batch));
    this.#timers.push(
      clock.every(limits.heartbeatMs, () => this.#heartbeat()),
      clock.after(maxAgeMs, () => this.close("max_age")),
    );
    void this.#catchUp();
  }

  /** Sends the reason and ends the stream; idempotent. */
  close(reason: ClosingReason): void {
    if (this.#isClosed) return;
    this.release();
    this.#parts.outlet.end(sseBlock({ event: "server.closing", data: { reason } }));
  }

  /** Releases timers and the subscription; idempotent. */
  release(): void {
    this.#isClosed = true;
    this.#unsubscribe?.();
    this.#endLive?.();
    for (const timer of this.#timers) timer.cancel();
  }

  async #catchUp(): Promise<void> {
    const { feed, org, outlet } = this.#parts;
    while (!this.#isClosed) {
      if (this.#cursor + 1 < feed.oldestSeq()) this.#gap(this.#id(this.#cursor));
      const page = feed.read(org, this.#cursor, replayPage);
      if (page.length === 0) {
        this.#live = true;
        return;
      }
      for (const event of page) {
        if (this.#isClosed) return;
        this.#send(event);
        if (outlet.blocked) await outlet.drained();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #onEvent(event: Event): void {
    if (this.#live && event.seq > this.#cursor) this.#send(event);
  }

  #send(event: Event): void {
    this.#cursor = event.seq;
    if (event.org !== this.#parts.org || !this.#parts.wants(event)) return;
    this.#idSent = event.seq;
    this.#write(entryBlock(event));
  }

  /**
   * Announces once that entries are missing. The remaining ones follow: the log keeps entries of
   * quiet streams longer than those of busy ones.
   */
  #gap(requested: string): void {
    const oldest = this.#parts.feed.oldestSeq();
    if (oldest <= this.#gapToSeq) return;
    this.#gapToSeq = oldest;
    const data = { requested: requested.slice(0, 200), oldest: this.#id(oldest) };
    this.#write(sseBlock({ event: "stream.gap", data }));
  }

  #heartbeat(): void {
    const { clock, outlet } = this.#parts;
    if (outlet.blocked) {
      this.#blockedSinceMs ??= clock.monoMs();
      if (clock.monoMs() - this.#blockedSinceMs >= stallMs) outlet.cut();
      return;
    }
    this.#blockedSinceMs = undefined;
    this.#write(heartbeatBlock);
    // Filtered entries still move the position from which the reader would resume.
    if (this.#live && this.#cursor > this.#idSent) {
      this.#idSent = this.#cursor;
      this.#write(sseBlock({ id: this.#id(this.#cursor) }));
    }
  }

  #write(bytes: Buffer): void {
    if (!this.#parts.outlet.write(bytes)) this.#parts.outlet.cut();
  }

  #id(seq: number): string {
    const { boxId, epoch } = this.#parts.feed;
    return formatEventId({ boxId, epoch, seq });
  }
}
