import { Backoff } from "../../base/concurrency/backoff.ts";
import { fail } from "../../base/contract/fail.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Event } from "../../base/events/event.ts";
import type { FleetPeers } from "../peers/fleet-peers.ts";
import { asDocument } from "../read-document.ts";
import { feedEventSchema, type FeedHead, feedHeadSchema } from "./feed-document.ts";
import { aliveMs, feedPath, linesOf } from "./feed-lines.ts";

/** Newest entries that a box keeps of another one, so that readers at the live edge need no requests. */
const ringEntries = 1000;
/** After the last reader has gone, the connection stays for this long, in milliseconds. */
const lingerMs = 30_000;
/** Who asks for the events of all organisations: the box itself. */
const self = { org: "default", keyId: "box", scopes: [] } as const;

/** Where a page of another box's log begins. */
export type FeedStart = { epoch: string; afterSeq: number } | { ageMs: number };

/** A page of another box's log. */
export interface FeedPage extends FeedHead {
  /** Entries of one organisation. */
  events: Event[];
  /** Position up to which the page has everything. */
  toSeq: number;
}

/** A reader of a feed. */
export interface FeedListener {
  /** Connected, for the first time or again: the entries since before are on their way, or in the log. */
  onUp(): void;
  onEvent(event: Event): void;
}

/** The parts of `PeerFeed`. */
export interface PeerFeedParts {
  boxId: string;
  peers: Pick<FleetPeers, "request">;
  clock: Clock;
  log: Logger;
}

/**
 * The events of one other box as they happen, over one connection that all readers share. The log of the other box is
 * the record: after a break the feed continues at its position, and pages of the past are read by request.
 */
export class PeerFeed {
  readonly #parts: PeerFeedParts;
  readonly #listeners = new Set<FeedListener>();
  readonly #backoff = new Backoff({ firstMs: 250, maxMs: 3000, jitter: 0.4 });
  readonly #ring: Event[] = [];
  #stopping: AbortController | undefined;
  #lastReaderMs = 0;
  #epoch: string | undefined;
  /** Position before the first entry of the ring. */
  #beginSeq = 0;
  #lastSeq = 0;
  #isUp = false;

  constructor(parts: PeerFeedParts) {
    this.#parts = parts;
  }

  get boxId(): string {
    return this.#parts.boxId;
  }

  /** Identity of the other box's log; undefined before the first connection. */
  get epoch(): string | undefined {
    return this.#epoch;
  }

  /** True while it is connected: `lastSeq` is the newest entry, and `recent` has all after `beginSeq`. */
  get isUp(): boolean {
    return this.#isUp;
  }

  get beginSeq(): number {
    return this.#beginSeq;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** The kept entries after `seq`, oldest first. */
  recent(seq: number): Event[] {
    return this.#ring.filter((event) => event.seq > seq);
  }

  /** Adds a reader, and connects for the first one; returns a function that ends it. */
  subscribe(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    this.#stopping ??= this.#run();
    return () => {
      this.#listeners.delete(listener);
      this.#lastReaderMs = this.#parts.clock.monoMs();
    };
  }

  /** Ends the connection. */
  stop(): void {
    this.#stopping?.abort();
  }

  /** Reads a page of the log for `org`. Fails with `box_unreachable`. */
  async page(org: string, start: FeedStart, signal: AbortSignal): Promise<FeedPage> {
    const page: FeedPage = { epoch: "", after: 0, last: 0, oldest: 0, events: [], toSeq: 0 };
    for await (const { head, event, toSeq } of this.#lines(
      [...queryOf(start), ["org", org]],
      signal,
    )) {
      if (head) Object.assign(page, head, { toSeq: head.after });
      else if (toSeq !== undefined) page.toSeq = toSeq;
      else if (event) page.events.push({ ...event, boxId: this.boxId, epoch: page.epoch });
    }
    return page;
  }

  #run(): AbortController {
    const stopping = new AbortController();
    void this.#runUntil(stopping.signal).finally(() => {
      this.#isUp = false;
      this.#stopping = undefined;
      // Somebody came while it ended.
      if (this.#listeners.size > 0 && !stopping.signal.aborted) this.#stopping = this.#run();
    });
    return stopping;
  }

  async #runUntil(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    while (!signal.aborted && !this.#isUnused()) {
      const broken = await this.#follow(signal).catch((error: unknown) => error);
      this.#isUp = false;
      if (signal.aborted || this.#isUnused()) return;
      log.debug({ box: this.boxId, problem: describeError(broken) }, "no events of another box");
      await sleep(clock, this.#backoff.nextMs(), signal).catch(() => undefined);
    }
  }

  #isUnused(): boolean {
    const { clock } = this.#parts;
    return this.#listeners.size === 0 && clock.monoMs() - this.#lastReaderMs > lingerMs;
  }

  /** Reads the live events of one connection; resolves when nobody needs them. */
  async #follow(signal: AbortSignal): Promise<void> {
    const epoch = this.#epoch;
    const known = epoch === undefined ? [] : queryOf({ epoch, afterSeq: this.#lastSeq });
    for await (const { head, event } of this.#lines([...known, ["follow", "true"]], signal)) {
      if (head) this.#onHead(head);
      if (event) this.#onEvent({ ...event, boxId: this.boxId, epoch: this.#epoch! });
      if (this.#isUnused()) return;
    }
  }

  #onHead({ epoch, after }: FeedHead): void {
    this.#backoff.reset();
    if (epoch !== this.#epoch || after !== this.#lastSeq) {
      this.#ring.length = 0;
      this.#beginSeq = after;
      this.#lastSeq = after;
    }
    this.#epoch = epoch;
    this.#isUp = true;
    for (const listener of this.#listeners) listener.onUp();
  }

  #onEvent(event: Event): void {
    this.#lastSeq = event.seq;
    this.#ring.push(event);
    if (this.#ring.length > ringEntries) this.#beginSeq = this.#ring.shift()!.seq;
    for (const listener of this.#listeners) listener.onEvent(event);
  }

  async *#lines(query: readonly Parameter[], signal: AbortSignal) {
    const words = new URLSearchParams(
      query.map(([name, value]): [string, string] => [name, value]),
    );
    const { status, body } = await this.#parts.peers.request({
      boxId: this.boxId,
      caller: self,
      method: "GET",
      target: `${feedPath}?${words.toString()}`,
      answerMs: 5000,
      idleMs: 5 * aliveMs,
      signal,
    });
    if (status !== 200) {
      body.destroy();
      throw fail("box_unreachable", `box: answers ${status} for its events. Update all boxes`);
    }
    try {
      for await (const line of linesOf(body)) yield parsed(line);
    } finally {
      body.destroy();
    }
  }
}

type Parameter = readonly [name: string, value: string];

function queryOf(start: FeedStart): Parameter[] {
  if ("ageMs" in start) return [["age_ms", String(Math.max(0, Math.round(start.ageMs)))]];
  return [
    ["epoch", start.epoch],
    ["after", String(start.afterSeq)],
  ];
}

interface Line {
  head?: FeedHead;
  event?: Omit<Event, "boxId" | "epoch">;
  /** The page has everything up to this position. */
  toSeq?: number;
}

/** An empty line is a sign of life; what a later release adds is passed over. */
function parsed(line: string): Line {
  if (line === "") return {};
  const value = JSON.parse(line) as { head?: unknown; event?: unknown; to?: unknown };
  const head = asDocument<FeedHead>(feedHeadSchema, value.head);
  if (head) return { head };
  if (typeof value.to === "number") return { toSeq: value.to };
  const event = asDocument<NonNullable<Line["event"]>>(feedEventSchema, value.event);
  return event ? { event } : {};
}
