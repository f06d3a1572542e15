import type { Clock } from "../../base/core/clock.ts";
import type { EventFeed } from "../streaming/sse-reader.ts";
import type { BoxFeed, FeedListener, FeedPage, FeedStart } from "./site-feeds-port.ts";

const pageEntries = 100;

/** The log of this box, as one of the site's. */
export class OwnFeed implements BoxFeed {
  readonly isUp = true;
  readonly #log: EventFeed;
  readonly #clock: Clock;

  constructor(log: EventFeed, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  get boxId(): string {
    return this.#log.boxId;
  }

  get epoch(): string {
    return this.#log.epoch;
  }

  /** Nothing is kept besides the log itself. */
  get beginSeq(): number {
    return this.#log.lastSeq();
  }

  get lastSeq(): number {
    return this.#log.lastSeq();
  }

  recent(): [] {
    return [];
  }

  subscribe({ onEvent }: FeedListener): () => void {
    return this.#log.subscribe(onEvent);
  }

  async page(org: string, start: FeedStart): Promise<FeedPage> {
    const log = this.#log;
    const oldest = log.oldestSeq();
    const after = "afterSeq" in start ? start.afterSeq : this.#positionAt(org, start.ageMs);
    const last = log.lastSeq();
    const events = log.read(org, after, pageEntries);
    const toSeq = events.length < pageEntries ? last : events.at(-1)!.seq;
    return await Promise.resolve({ epoch: log.epoch, after, oldest, events, toSeq });
  }

  /** The position before the first entry of this age. */
  #positionAt(org: string, ageMs: number): number {
    const log = this.#log;
    const sinceMs = this.#clock.wallMs() - ageMs;
    let before = log.oldestSeq() - 1;
    let end = log.lastSeq();
    while (before < end) {
      const middle = Math.floor((before + end) / 2);
      const [next] = log.read(org, middle, 1);
      if (next !== undefined && next.atMs < sinceMs) before = next.seq;
      else end = middle;
    }
    return before;
  }
}
