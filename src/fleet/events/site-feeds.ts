import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { FleetPeers } from "../peers/fleet-peers.ts";
import { PeerFeed } from "./peer-feed.ts";

/** Interval between two looks for new boxes while somebody reads, in milliseconds. */
const lookMs = 1000;

/** The feeds of all other boxes of the fleet: one for each, made when the first reader comes. */
export class SiteFeeds implements Part {
  readonly #parts: { peers: FleetPeers; clock: Clock; log: Logger };
  readonly #feeds = new Map<string, PeerFeed>();
  readonly #followers = new Set<(feed: PeerFeed) => void>();
  #timer: Timer | undefined;

  constructor(parts: { peers: FleetPeers; clock: Clock; log: Logger }) {
    this.#parts = parts;
  }

  /** Calls `onFeed` for each box that the fleet has now, and for each that comes; returns a function that ends it. */
  follow(onFeed: (feed: PeerFeed) => void): () => void {
    this.#look();
    this.#followers.add(onFeed);
    for (const feed of this.#feeds.values()) onFeed(feed);
    this.#timer ??= this.#parts.clock.every(lookMs, () => this.#look());
    return () => {
      this.#followers.delete(onFeed);
      if (this.#followers.size > 0) return;
      this.#timer?.cancel();
      this.#timer = undefined;
    };
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    for (const feed of this.#feeds.values()) feed.stop();
  }

  #look(): void {
    const { peers } = this.#parts;
    const members = peers.others().map(({ boxId }) => boxId);
    for (const boxId of members) {
      if (this.#feeds.has(boxId)) continue;
      const feed = new PeerFeed({ ...this.#parts, boxId });
      this.#feeds.set(boxId, feed);
      for (const onFeed of this.#followers) onFeed(feed);
    }
  }
}
