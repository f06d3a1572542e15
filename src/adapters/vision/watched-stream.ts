import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type { Fragment, InitSegment } from "../../cameras/source.ts";
import type { FeedPurpose } from "./child/protocol.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type {
  DropCounts,
  PrivacyMasks,
  VisionStream,
  VisionStreamEvents,
  VisionStreamOptions,
} from "../../perception/core/vision-port.ts";
import { Feed, type FeedMessage, type FeedRouter } from "./feed.ts";
import { type DecoderStart, GopCache } from "./gop-cache.ts";
import { IdleWatch } from "./idle-watch.ts";
import type { LiveView } from "./live-view.ts";
import type { VisionLink } from "./vision-link.ts";

/** Bytes of compressed video kept for a new decoder: live streams, and files that must lose nothing. */
const liveCacheBytes = 8 * 1024 * 1024;
const losslessCacheBytes = 32 * 1024 * 1024;
/** A file's decoder that fails so often without one more frame will not get any further. */
const maxLosslessFailures = 3;
/** Time that the decoder of an old generation gets for its last frames. */
const flushMs = 1_000;
/** Less than any frame duration: turns "later than" into "from". */
const epsilonSec = 0.0005;

/** The parts that a watched stream is built from. */
export interface WatchedStreamParts {
  link: VisionLink;
  router: FeedRouter;
  clock: Clock;
  log: Logger;
  options: VisionStreamOptions;
  events: VisionStreamEvents;
  onClosed: () => void;
}

/** One watched stream on the host's side: caches, counts, and keeps its decoder going. */
export class WatchedStream implements VisionStream {
  readonly #parts: WatchedStreamParts;
  readonly #gop: GopCache;
  readonly #drops: DropCounts = { detector_busy: 0, decoder_behind: 0, vision_down: 0 };
  readonly #views = new Set<LiveView>();
  readonly #idle = new IdleWatch();
  #options: VisionStreamOptions;
  #feed: Feed;
  #init: InitSegment | undefined;
  /** The generation that starts when the old one's last frame has been reported (lossless). */
  #next: { init: InitSegment; begun: PromiseWithResolvers<void> } | undefined;
  #lastPtsSec = Number.NEGATIVE_INFINITY;
  #lastGeneration = 0;
  #draining: PromiseWithResolvers<void> | undefined;
  #usedModel = "";
  #isClosed = false;

  constructor(parts: WatchedStreamParts) {
    this.#parts = parts;
    this.#options = parts.options;
    this.#gop = new GopCache(parts.options.lossless ? losslessCacheBytes : liveCacheBytes);
    this.#feed = this.#newFeed();
  }

  get masks(): PrivacyMasks {
    return this.#options.masks;
  }

  get streamId(): string {
    return this.#options.streamId;
  }

  init(init: InitSegment): void {
    if (this.#isClosed) return;
    const { lossless } = this.#options;
    if (lossless && this.#init && this.#feed.isOpen) {
      // The old decoder returns its last frames first; `onFinished` continues with this one.
      this.#next = { init, begun: Promise.withResolvers() };
      this.#feed.end();
      return;
    }
    if (this.#feed.isOpen) this.#flush(this.#feed);
    this.#begin(init);
  }

  async push(fragment: Fragment): Promise<void> {
    if (this.#isClosed) return;
    if (this.#next) await this.#next.begun.promise;
    this.#gop.append(fragment, this.#options.lossless ? this.#lastPtsSec : undefined);
    for (const view of this.#views) view.push(fragment);
    if (!this.#isAnalysed) return;
    if (this.#options.lossless) {
      this.#feed.pushAlways(fragment);
      if (!this.#hasGivenUp()) await this.#feed.room();
    } else if (this.#parts.link.state !== "up") this.#drops.vision_down += 1;
    else if (!this.#idle.takes(fragment)) return;
    else if (!this.#feed.push(fragment)) this.#drops[this.#feed.cause] += 1;
  }

  drain(): Promise<void> {
    if (this.#isClosed || !this.#init || this.#hasGivenUp()) return Promise.resolve();
    this.#draining ??= Promise.withResolvers<void>();
    this.#feed.end();
    return this.#draining.promise;
  }

  reconfigure(change: Partial<Omit<VisionStreamOptions, "streamId" | "lossless">>): void {
    const before = this.#options;
    this.#options = { ...before, ...change };
    const { motion, minScore, labels, scene, fpsCap, model, masks } = this.#options;
    const isOtherMask = JSON.stringify(masks) !== JSON.stringify(before.masks);
    if (isOtherMask) for (const view of this.#views) view.open();
    // The feature maps that a veto needs are asked for when a feed is opened.
    const isOtherLesson = JSON.stringify(this.#options.learnt) !== JSON.stringify(before.learnt);
    if (isOtherMask || isOtherLesson || fpsCap !== before.fpsCap || model !== before.model) {
      if (this.#init) this.#openFeed();
      return;
    }
    const tuning = { motion, minScore, labels, ...(scene === undefined ? {} : { scene }) };
    this.#feed.tell((feedId) => ({ type: "feedTune", feedId, tuning }));
  }

  idleGopSec(): number | null {
    return this.#idle.idleGopSec;
  }

  wake(): void {
    if (this.#idle.wake()) this.#catchUp();
  }

  drops(): DropCounts {
    return { ...this.#drops };
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#feed.close();
      for (const view of this.#views) view.close();
      this.#next?.begun.resolve();
      this.#draining?.resolve();
      this.#parts.onClosed();
    }
    return Promise.resolve();
  }

  /** Gives `view` this stream's fragments until it is detached. */
  attach(view: LiveView): void {
    this.#views.add(view);
  }

  detach(view: LiveView): void {
    this.#views.delete(view);
  }

  /** Returns the fragments that a decoder for a view can start with. */
  viewStart(): DecoderStart | undefined {
    return this.#gop.start();
  }

  /** The vision process is ready again. */
  onUp(): void {
    if (this.#isClosed) return;
    this.#parts.events.onHealth("up");
    this.#idle.reset();
    if (this.#init) this.#openFeed();
    for (const view of this.#views) view.open();
  }

  onDown(): void {
    if (this.#isClosed) return;
    this.#feed.onDown();
    for (const view of this.#views) view.onDown();
    this.#parts.events.onHealth("down");
  }

  get #isAnalysed(): boolean {
    return this.#options.isAnalysed !== false;
  }

  #openFeed(): void {
    if (this.#isAnalysed) this.#feed.open();
  }

  #begin(init: InitSegment): void {
    this.#init = init;
    this.#gop.reset(init);
    this.#idle.reset();
    if (this.#options.lossless) {
      this.#feed.close();
      this.#feed = this.#newFeed();
    }
    this.#openFeed();
    if (this.#draining) this.#feed.end();
    for (const view of this.#views) view.open();
  }

  /** Lets the old generation's decoder finish, out of the way of the new one. */
  #flush(old: Feed): void {
    this.#feed = this.#newFeed();
    old.end();
    this.#parts.clock.after(flushMs, () => old.close());
  }

  #newFeed(): Feed {
    const { link, router, clock } = this.#parts;
    const feed: Feed = new Feed({
      link,
      router,
      clock,
      purpose: (): FeedPurpose => ({ kind: "watch", watch: this.#options }),
      start: () => this.#gop.start(),
      afterPtsSec: (start) => this.#resumeAfter(start),
      onMessage: (message, generation) => this.#onMessage(message, generation),
      onProblem: (problem) => {
        if (feed === this.#feed) this.#onProblem(problem);
        else feed.close();
      },
      onFinished: () => {
        if (feed === this.#feed) this.#onFinished();
        else feed.close();
      },
    });
    return feed;
  }

  /**
   * A file continues after the last reported frame. A live stream continues with the newest frame: earlier
   * ones are too late and only prime the decoder.
   */
  #resumeAfter({ init, fragments }: DecoderStart): number | null {
    const reported = init.generation === this.#lastGeneration ? this.#lastPtsSec : null;
    if (this.#options.lossless) return reported;
    const newestSec = fragments.reduce(
      (newest, one) => Math.max(newest, one.ptsSec),
      Number.NEGATIVE_INFINITY,
    );
    return Number.isFinite(newestSec) ? newestSec - epsilonSec : null;
  }

  #onMessage(message: FeedMessage, generation: number): void {
    if (this.#isClosed) return;
    if (message.type === "feedModel") this.#onModel(message);
    if (message.type !== "feedResult") return;
    this.#drops.detector_busy += message.busyDrops;
    const { ptsSec } = message.result;
    const isNew = generation > this.#lastGeneration;
    // A decoder that was primed again returns some frames twice.
    if (!isNew && (generation < this.#lastGeneration || ptsSec <= this.#lastPtsSec)) return;
    this.#lastGeneration = generation;
    this.#lastPtsSec = ptsSec;
    this.#parts.events.onResult({ generation, ...message.result });
    const { lossless, motion } = this.#options;
    const mayIdle = !lossless && motion.mode === "auto" && this.#parts.events.mayIdle?.() === true;
    if (this.#idle.onResult(message.result, mayIdle)) this.#catchUp();
  }

  /** Decodes the delayed frames since the last key frame, so that none is lost. */
  #catchUp(): void {
    const fragments = this.#gop.start()?.fragments ?? [];
    const { takenSec } = this.#idle;
    // A picture shown before its key frame needs pictures that were left out.
    const fromSec = fragments[0]?.ptsSec ?? 0;
    const isHeld = ({ ptsSec }: Fragment): boolean => ptsSec > takenSec && ptsSec >= fromSec;
    this.#feed.catchUp(fragments.filter(isHeld));
  }

  #onModel({ used, problem }: Extract<FeedMessage, { type: "feedModel" }>): void {
    const state = `${this.#options.model} ${used} ${problem?.message ?? ""}`;
    if (state === this.#usedModel) return;
    this.#usedModel = state;
    const requested = this.#options.model;
    if (problem) {
      const fields = { streamId: this.streamId, requested, used, reason: problem.message };
      this.#parts.log.warn(fields, "the stream's model cannot be used");
    }
    this.#parts.events.onModel?.({ requested: requested, used, problem });
  }

  #onProblem(problem: { code: ErrorCode; message: string }): void {
    if (this.#isClosed) return;
    this.#parts.events.onDecodeProblem(problem);
    if (this.#hasGivenUp()) this.#onFinished();
  }

  #hasGivenUp(): boolean {
    return this.#options.lossless && this.#feed.failures >= maxLosslessFailures;
  }

  #onFinished(): void {
    if (this.#next) {
      const { init, begun } = this.#next;
      this.#next = undefined;
      this.#begin(init);
      begun.resolve();
      return;
    }
    this.#feed.drop();
    this.#draining?.resolve();
  }
}
