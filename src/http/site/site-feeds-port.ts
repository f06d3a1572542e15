import type { Event } from "../../base/events/event.ts";

/** Where a page of a log begins: after a position, or at an age of the entries. */
export type FeedStart = { epoch: string; afterSeq: number } | { ageMs: number };

/** A page of a box's log. */
export interface FeedPage {
  epoch: string;
  /** Position before the first entry. */
  after: number;
  /** Position from which on the log is complete. */
  oldest: number;
  /** Entries of one organisation, oldest first. */
  events: readonly Event[];
  /** Position up to which the page has everything. */
  toSeq: number;
}

/** A reader of a feed. */
export interface FeedListener {
  /** Connected, for the first time or again. */
  onUp(): void;
  onEvent(event: Event): void;
}

/** The events of one box of the site. */
export interface BoxFeed {
  readonly boxId: string;
  /** Identity of the log; undefined while the box was never reached. */
  readonly epoch: string | undefined;
  /** True while events come as they happen. */
  readonly isUp: boolean;
  /** `recent` has all entries after this position. */
  readonly beginSeq: number;
  /** The newest entry. */
  readonly lastSeq: number;
  /** The kept entries after `seq`, oldest first. */
  recent(seq: number): readonly Event[];
  subscribe(listener: FeedListener): () => void;
  /** Fails with `box_unreachable`. */
  page(org: string, start: FeedStart, signal: AbortSignal): Promise<FeedPage>;
}

/** The feeds of the other boxes of the fleet. */
export interface SiteFeeds {
  /** Calls `onFeed` for each box now, and for each that comes; returns a function that ends it. */
  follow(onFeed: (feed: BoxFeed) => void): () => void;
}
