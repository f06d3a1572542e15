import type { Fragment } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Overlay, PrivacyMasks } from "../../perception/core/vision-port.ts";
import { Feed, type FeedMessage, type FeedRouter } from "./feed.ts";
import type { DecoderStart } from "./gop-cache.ts";
import type { VisionLink } from "./vision-link.ts";

/** The parts that a view is built from. */
export interface LiveViewParts {
  link: VisionLink;
  router: FeedRouter;
  clock: Clock;
  log: Logger;
  fps: number;
  maxWidthPx: number;
  /** Asked for each decoder. */
  masks: () => PrivacyMasks;
  start: () => DecoderStart | undefined;
}

/** One viewer. */
export interface Viewer {
  overlay: () => Overlay;
  onJpeg: (jpeg: Uint8Array) => void;
}

/** Less than any frame duration: turns "later than" into "from". */
const epsilonSec = 0.0005;

/**
 * The live pictures of one stream at one size and rate, shared by all viewers of the same size and rate. The
 * first viewer supplies the overlay of each picture.
 */
export class LiveView {
  readonly #parts: LiveViewParts;
  readonly #feed: Feed;
  readonly #viewers = new Set<Viewer>();
  #newest: Uint8Array | undefined;

  constructor(parts: LiveViewParts) {
    this.#parts = parts;
    const { link, router, clock, fps, maxWidthPx, masks, start, log } = parts;
    this.#feed = new Feed({
      link,
      router,
      clock,
      start,
      purpose: () => ({ kind: "view", fps, maxWidthPx, masks: masks() }),
      afterPtsSec: ({ fragments }) => {
        const newest = fragments.at(-1);
        return newest ? newest.ptsSec - epsilonSec : null;
      },
      onMessage: (message) => this.#onMessage(message),
      onProblem: ({ code, message }) => log.warn({ code, message }, "a live view has no picture"),
      onFinished: () => {},
    });
  }

  /** True without viewers. */
  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  /** Adds a viewer; it gets the newest picture at once, also of a camera that is away. */
  add(viewer: Viewer): void {
    this.#viewers.add(viewer);
    if (this.#newest) viewer.onJpeg(this.#newest);
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
  }

  /** Opens a decoder and drops the last picture, which may be masked now. */
  open(): void {
    this.#newest = undefined;
    this.#feed.open();
  }

  push(fragment: Fragment): void {
    this.#feed.push(fragment);
  }

  onDown(): void {
    this.#feed.onDown();
  }

  close(): void {
    this.#viewers.clear();
    this.#feed.close();
  }

  #onMessage(message: FeedMessage): void {
    const [first] = this.#viewers;
    if (!first) return;
    if (message.type === "viewFrame") {
      const { feedId } = message;
      this.#parts.link.send({ type: "viewOverlay", feedId, overlay: first.overlay() });
    } else if (message.type === "viewJpeg") {
      this.#newest = message.jpeg;
      for (const { onJpeg } of this.#viewers) onJpeg(message.jpeg);
    }
  }
}
