import { limits } from "../../base/contract/limits.ts";
import type { Timer } from "../../base/core/clock.ts";
import type { Event } from "../../base/events/event.ts";
import { LiveBlocks } from "../streaming/live-blocks.ts";
import { sseBlock, siteEntryBlock, heartbeatBlock } from "../streaming/sse-frame.ts";
import type { ClosingReason, ReaderParts } from "../streaming/sse-reader.ts";
import { OwnFeed } from "./own-feed.ts";
import type { BoxFeed, SiteFeeds } from "./site-feeds-port.ts";
import { formatSitePosition, logKeyOf, type SitePosition } from "./site-position.ts";
import { SeenIncidents } from "./seen-incidents.ts";

/** Longest time without progress before a reader is dropped. */
const stallMs = 60_000;
/** Clocks of boxes may be this far apart where a place in a log is only known by time. */
const slackMs = 2000;

/** Dependencies of a reader of the whole site. */
export interface SiteReaderParts extends ReaderParts {
  site: SiteFeeds;
}

/** Start of a reader of the whole site. */
export interface SiteReaderStart {
  position: SitePosition;
  /** The reader begins now, without an id. */
  isNew?: boolean;
  /** The requested id that says nothing here; announced as a gap. */
  lost?: string;
}

/** How far the reader has read one box. */
interface Source {
  feed: BoxFeed;
  /** The log that `seq` is a position of, and its key; undefined while only a time is known. */
  log: { epoch: string; key: string } | undefined;
  seq: number;
  /** The reader has everything, and takes each event as it comes. */
  isLive: boolean;
  isReading: boolean;
}

/**
 * One reader of the events of all boxes. The log of each box is the record: the reader has a position in each, catches up
 * with pages, and then takes the events of the feed. When an absent box returns, the reader catches up with it. It
 * reports an incident once, also when two boxes found it.
 */
export class SiteReader {
  readonly #parts: SiteReaderParts;
  readonly #start: SiteReaderStart;
  readonly #sources: Source[] = [];
  readonly #seqs: Map<string, number>;
  readonly #seen = new SeenIncidents();
  readonly #gone = new AbortController();
  readonly #ends: (() => void)[] = [];
  readonly #timers: Timer[] = [];
  #idSent = "";
  #blockedSinceMs: number | undefined;

  constructor(parts: SiteReaderParts, start: SiteReaderStart) {
    this.#parts = parts;
    this.#start = start;
    this.#seqs = new Map(start.position.seqs);
  }

  /** Starts sending; the response head has been written. */
  start(): void {
    const { clock, feed, site, live, outlet, maxAgeMs } = this.#parts;
    this.#add(new OwnFeed(feed, clock));
    this.#ends.push(site.follow((each) => this.#add(each)));
    this.#idSent = this.#id();
    this.#write(sseBlock({ retryMs: 3000, id: this.#idSent }));
    if (this.#start.lost !== undefined) this.#gap(feed.boxId, this.#start.lost);
    const blocks = new LiveBlocks(outlet, (bytes) => this.#write(bytes));
    const endLive = live?.((batch) => blocks.send(batch));
    if (endLive) this.#ends.push(endLive);
    this.#timers.push(
      clock.every(limits.heartbeatMs, () => this.#heartbeat()),
      clock.after(maxAgeMs, () => this.close("max_age")),
    );
  }

  /** Sends the reason and ends the stream; idempotent. */
  close(reason: ClosingReason): void {
    if (this.#gone.signal.aborted) return;
    this.release();
    this.#parts.outlet.end(sseBlock({ event: "server.closing", data: { reason } }));
  }

  /** Releases timers and subscriptions; idempotent. */
  release(): void {
    this.#gone.abort();
    for (const end of this.#ends.splice(0)) end();
    for (const timer of this.#timers) timer.cancel();
  }

  #add(feed: BoxFeed): void {
    const source: Source = { feed, log: undefined, seq: 0, isLive: false, isReading: false };
    this.#sources.push(source);
    const onUp = (): void => this.#onUp(source);
    const onEvent = (event: Event): void => {
      if (source.isLive && event.seq > source.seq) this.#send(source, event);
    };
    this.#ends.push(feed.subscribe({ onUp, onEvent }));
    if (feed.isUp) onUp();
  }

  #onUp(source: Source): void {
    const { boxId, epoch, lastSeq } = source.feed;
    if (epoch !== undefined && source.log?.epoch !== epoch) {
      const key = logKeyOf(boxId, epoch);
      const seq = this.#seqs.get(key) ?? (this.#isStarting() ? lastSeq : undefined);
      source.log = seq === undefined ? undefined : { epoch, key };
      source.seq = seq ?? 0;
      source.isLive = false;
    }
    if (source.isLive && this.#isCovered(source)) return;
    source.isLive = false;
    void this.#catchUp(source);
  }

  /** Until the first turn of a reader without an id, the present end of a log is its beginning. */
  #isStarting(): boolean {
    return this.#start.isNew === true && this.#idSent === "";
  }

  /** The feed keeps everything after the reader's position. */
  #isCovered({ feed, log, seq }: Source): boolean {
    return log !== undefined && log.epoch === feed.epoch && seq >= feed.beginSeq;
  }

  async #catchUp(source: Source): Promise<void> {
    if (source.isReading) return;
    source.isReading = true;
    try {
      // A box that is away, or has begun a new log: the feed tells when it is back.
      while (!this.#gone.signal.aborted && source.feed.isUp && !source.isLive) {
        if (!this.#isCovered(source)) {
          if (!(await this.#readPage(source))) return;
          continue;
        }
        const newest = source.feed.recent(source.seq);
        if (newest.length === 0) source.isLive = true;
        else await this.#sendAll(source, newest);
      }
    } catch {
      // As above.
    } finally {
      source.isReading = false;
    }
  }

  /** Reads one page of the box's log; false when it is of another log than the feed. */
  async #readPage(source: Source): Promise<boolean> {
    const { clock, org } = this.#parts;
    const { feed, log, seq } = source;
    const ageMs = clock.wallMs() - this.#start.position.sinceSec * 1000 + slackMs;
    const isKnown = log !== undefined && log.epoch === feed.epoch;
    const start = isKnown ? { epoch: log.epoch, afterSeq: seq } : { ageMs };
    const page = await feed.page(org, start, this.#gone.signal);
    const { epoch, after, events, toSeq } = page;
    if (epoch !== feed.epoch) return false;
    if (isKnown && seq + 1 < page.oldest) this.#gap(feed.boxId, this.#id());
    source.log = { epoch, key: logKeyOf(feed.boxId, epoch) };
    source.seq = after;
    await this.#sendAll(source, events);
    // What follows the last entry has none for this reader.
    if (source.log.epoch === epoch) this.#moveTo(source, toSeq);
    return true;
  }

  async #sendAll(source: Source, events: readonly Event[]): Promise<void> {
    const { outlet } = this.#parts;
    for (const event of events) {
      if (this.#gone.signal.aborted) return;
      this.#send(source, event);
      if (outlet.blocked) await outlet.drained();
    }
  }

  #send(source: Source, event: Event): void {
    if (event.epoch !== source.log?.epoch) return;
    this.#moveTo(source, event.seq);
    if (event.org !== this.#parts.org || !this.#parts.wants(event)) return;
    if (this.#seen.isRepeated(event)) return;
    this.#idSent = this.#id();
    this.#write(siteEntryBlock(event, this.#idSent));
  }

  #moveTo(source: Source, seq: number): void {
    source.seq = seq;
    this.#seqs.set(source.log!.key, seq);
  }

  /** Announces that entries of a box are missing; the remaining ones follow. */
  #gap(boxId: string, requested: string): void {
    const data = { requested: requested.slice(0, 200), oldest: this.#id(), box_id: boxId };
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
    const id = this.#id();
    if (id === this.#idSent) return;
    this.#idSent = id;
    this.#write(sseBlock({ id }));
  }

  #write(bytes: Buffer): void {
    if (!this.#parts.outlet.write(bytes)) this.#parts.outlet.cut();
  }

  #id(): string {
    return formatSitePosition({ sinceSec: this.#start.position.sinceSec, seqs: this.#seqs });
  }
}
