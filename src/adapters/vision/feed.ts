import type { Fragment } from "../../cameras/source.ts";
import type { DecoderProgress, FeedPurpose, FromVisionChild } from "./child/protocol.ts";
import type { CodedProblem } from "./child/decoding/decoder.ts";
import { Backoff } from "../../base/concurrency/backoff.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { DecoderStart } from "./gop-cache.ts";
import { HeldFrames } from "./held-frames.ts";
import type { VisionLink } from "./vision-link.ts";

/** Bytes on the way to the decoder beyond which it is behind. */
const windowBytes = 256 * 1024;
/** A decoder is behind, too, when its newest frame is this much older than a period before its input. */
const windowSec = 2;
/** Nets that hold the child for more of its time than this are why decoders are not read. */
const maxNetShare = 0.5;
/** A decoder that gave pictures for this long was healthy: the next failure is the first again. */
const healthyMs = 30_000;
/**
 * A live decoder that was given nothing for this long is ended; above the longest silence (30 s) after
 * which a camera is connected again, so that the next picture begins another generation.
 */
const decoderRestMs = 40_000;

/** Any message of the child about one feed. */
export type FeedMessage = Extract<FromVisionChild, { feedId: number }>;

/** Gives feeds their ids and brings the child's messages to them. */
export class FeedRouter {
  readonly #feeds = new Map<number, Feed>();
  #nextId = 1;

  add(feed: Feed): number {
    const id = this.#nextId++;
    this.#feeds.set(id, feed);
    return id;
  }

  remove(feedId: number): void {
    this.#feeds.delete(feedId);
  }

  route(message: FromVisionChild): void {
    if ("feedId" in message) this.#feeds.get(message.feedId)?.onMessage(message);
  }
}

/** The parts that a feed is built from. */
export interface FeedParts {
  link: VisionLink;
  router: FeedRouter;
  clock: Clock;
  purpose: () => FeedPurpose;
  /** The fragments that a new decoder starts with; undefined while there is nothing to decode. */
  start: () => DecoderStart | undefined;
  /** Frames up to this time only prime a new decoder. */
  afterPtsSec: (start: DecoderStart) => number | null;
  /** Results, frames of views and the model in use. */
  onMessage: (message: FeedMessage, generation: number) => void;
  /** The decoder failed; another try follows. */
  onProblem: (problem: CodedProblem) => void;
  /** The decoder has given everything after `end`. */
  onFinished: () => void;
}

/**
 * Keeps one decoder in the child going: opens it, primes it from the last key frame, watches how
 * far it is behind, and opens another one with growing delays when it fails. While its source is
 * silent there is none: it would hold its memory for nothing.
 */
export class Feed {
  readonly #parts: FeedParts;
  readonly #held = new HeldFrames();
  readonly #backoff = new Backoff({ firstMs: 500, maxMs: 30_000, jitter: 0.2 });
  #feedId: number | undefined;
  #generation = 0;
  #inFlight = 0;
  #priming = 0;
  #needsKey = true;
  #cause: "detector_busy" | "decoder_behind" = "decoder_behind";
  #sentPtsSec = Number.NaN;
  #decodedPtsSec = Number.NaN;
  /** Pictures held back up to here are late on purpose. */
  #excusedPtsSec = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #openedMs = 0;
  /** The time of the source's last data, or of the feed's creation. */
  #suppliedMs: number;
  #isResting = false;
  #retry: Timer | undefined;
  #restWatch: Timer | undefined;
  #roomWaiters: (() => void)[] = [];
  #isEnding = false;
  #isClosed = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#suppliedMs = parts.clock.monoMs();
  }

  /** True while a decoder is open. */
  get isOpen(): boolean {
    return this.#feedId !== undefined;
  }

  /** The reason for which `push` refuses fragments: the decoder is slow, or models leave it no time. */
  get cause(): "detector_busy" | "decoder_behind" {
    return this.#cause;
  }

  /** Failures in a row without a picture in between. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Opens a decoder in place of the one that may run; nothing happens while the child is down. While
   * the source is silent the decoder follows with its next fragment.
   */
  open(): void {
    this.drop();
    const start = this.#parts.start();
    if (this.#isClosed || !start || this.#parts.link.state !== "up") return;
    if (this.#untilRestMs() <= 0) {
      this.#isResting = true;
      return;
    }
    const { init, fragments } = start;
    const { link, router } = this.#parts;
    this.#feedId = router.add(this);
    this.#generation = init.generation;
    this.#needsKey = fragments.length === 0;
    this.#openedMs = this.#parts.clock.monoMs();
    link.send({
      type: "feedOpen",
      feedId: this.#feedId,
      init: {
        bytes: init.bytes,
        codec: init.codec,
        widthPx: init.widthPx,
        heightPx: init.heightPx,
        colourMatrix: init.colourMatrix,
      },
      purpose: this.#parts.purpose(),
      afterPtsSec: this.#parts.afterPtsSec(start),
    });
    this.#inFlight = init.bytes.length;
    this.#decodedPtsSec = Number.NaN;
    this.#excusedPtsSec = Number.NEGATIVE_INFINITY;
    this.#held.reset();
    this.#send(fragments);
    this.#priming = this.#inFlight;
    if (this.#isEnding) link.send({ type: "feedEnd", feedId: this.#feedId });
    this.#watchSupply();
    this.#wakeWaiters();
  }

  /** Forgets the decoder and any further try; `open` starts again. */
  drop(): void {
    this.#retry?.cancel();
    this.#restWatch?.cancel();
    this.#isResting = false;
    if (this.#feedId === undefined) return;
    this.#parts.link.send({ type: "feedClose", feedId: this.#feedId });
    this.#parts.router.remove(this.#feedId);
    this.#feedId = undefined;
  }

  /** Ends it for good. */
  close(): void {
    this.#isClosed = true;
    this.drop();
    this.#wakeWaiters();
  }

  /**
   * Hands on the next fragment, which `start` holds already. False when the decoder does not get it:
   * it is closed, or behind and waits for the next key frame.
   */
  push(fragment: Fragment): boolean {
    this.#suppliedMs = this.#parts.clock.monoMs();
    if (this.#isResting) {
      this.open();
      return this.isOpen && !this.#needsKey;
    }
    if (this.#feedId === undefined || fragment.generation !== this.#generation) return false;
    if (this.#isBehind()) this.#skip();
    else if (fragment.key && this.#needsKey) {
      this.#needsKey = false;
      // Pictures that were left out count as no delay.
      this.#decodedPtsSec = Math.max(this.#decodedPtsSec, fragment.ptsSec);
    }
    if (this.#needsKey) return false;
    this.#send(this.#held.add(fragment, this.#fps));
    return true;
  }

  /** Hands on fragments that were held back, in order; their age is no delay of the decoder. */
  catchUp(fragments: readonly Fragment[]): void {
    if (this.#feedId === undefined || this.#needsKey) return;
    const own = fragments.filter(({ generation }) => generation === this.#generation);
    this.#send([...this.#held.take(), ...own]);
    for (const { bytes, ptsSec } of own) {
      this.#priming += bytes.length;
      this.#excusedPtsSec = Math.max(this.#excusedPtsSec, ptsSec);
    }
  }

  /** Hands on the next fragment whatever is on its way; for sources that wait with `room`. */
  pushAlways(fragment: Fragment): void {
    if (this.#feedId !== undefined && fragment.generation === this.#generation) {
      this.#send(this.#held.add(fragment, this.#fps));
    }
  }

  /** Resolves when a decoder is open and can take more, or the feed was closed. */
  async room(): Promise<void> {
    while (!this.#isClosed && (!this.isOpen || this.#inFlight > windowBytes)) {
      await new Promise<void>((resolve) => {
        this.#roomWaiters.push(resolve);
      });
    }
  }

  /** No more fragments: `onFinished` follows, also when another decoder has to be opened first. */
  end(): void {
    this.#isEnding = true;
    if (this.#feedId !== undefined) {
      this.#send(this.#held.take());
      this.#parts.link.send({ type: "feedEnd", feedId: this.#feedId });
    }
  }

  /** Sends a message about this feed while it is open. */
  tell(make: (feedId: number) => Parameters<VisionLink["send"]>[0]): void {
    if (this.#feedId !== undefined) this.#parts.link.send(make(this.#feedId));
  }

  /** The child is gone and the decoder with it. */
  onDown(): void {
    this.drop();
  }

  /** A message of the child about this feed. */
  onMessage(message: FeedMessage): void {
    if (message.type === "feedProgress") this.#onProgress(message);
    else if (message.type === "feedEnded") this.#onEnded(message.problem);
    else {
      if (message.type === "feedResult") this.#onProgress(message.progress);
      if (message.type === "feedResult" || message.type === "viewFrame") this.#failures = 0;
      this.#parts.onMessage(message, this.#generation);
    }
  }

  /** Time until the silence of the source is long enough; files are never silent, they wait. */
  #untilRestMs(): number {
    const purpose = this.#parts.purpose();
    if (purpose.kind === "watch" && purpose.watch.lossless) return Number.POSITIVE_INFINITY;
    return this.#suppliedMs + decoderRestMs - this.#parts.clock.monoMs();
  }

  #watchSupply(): void {
    const leftMs = this.#untilRestMs();
    if (leftMs === Number.POSITIVE_INFINITY) return;
    if (leftMs > 0) {
      this.#restWatch = this.#parts.clock.after(leftMs, () => this.#watchSupply());
      return;
    }
    this.drop();
    this.#isResting = true;
  }

  #skip(): void {
    if (this.#needsKey) return;
    this.#send(this.#held.take());
    this.#needsKey = true;
    const isHeld = this.#parts.link.netShare > maxNetShare;
    this.#cause = isHeld ? "detector_busy" : "decoder_behind";
  }

  #isBehind(): boolean {
    if (this.#inFlight - this.#priming > windowBytes) return true;
    // A stream of few bytes is old long before it is many; the pipe to the decoder counts for nothing.
    const reachedSec = Math.max(this.#decodedPtsSec, this.#excusedPtsSec);
    return this.#sentPtsSec - reachedSec > windowSec + 1 / this.#fps;
  }

  get #fps(): number {
    const purpose = this.#parts.purpose();
    return purpose.kind === "watch" ? purpose.watch.fpsCap : purpose.fps;
  }

  #send(fragments: readonly Fragment[]): void {
    const last = fragments.at(-1);
    if (last === undefined) return;
    for (const { bytes } of fragments) this.#inFlight += bytes.length;
    this.#sentPtsSec = last.ptsSec;
    const feedId = this.#feedId!;
    const bare = fragments.map(({ bytes, ptsSec }) => ({ bytes, ptsSec }));
    this.#parts.link.send({ type: "feedFragments", feedId, fragments: bare });
  }

  #onProgress({ takenBytes, decodedPtsSec }: DecoderProgress): void {
    if (decodedPtsSec !== null) this.#decodedPtsSec = decodedPtsSec;
    this.#inFlight -= takenBytes;
    this.#priming = Math.max(0, this.#priming - takenBytes);
    if (this.#inFlight <= windowBytes) this.#wakeWaiters();
  }

  #wakeWaiters(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const wake of waiters) wake();
  }

  #onEnded(problem: CodedProblem | null): void {
    this.#parts.router.remove(this.#feedId!);
    this.#feedId = undefined;
    if (!problem) {
      this.#parts.onFinished();
      return;
    }
    const livedMs = this.#parts.clock.monoMs() - this.#openedMs;
    if (livedMs > healthyMs && this.#failures === 0) this.#backoff.reset();
    this.#failures += 1;
    this.#retry = this.#parts.clock.after(this.#backoff.nextMs(), () => this.open());
    this.#parts.onProblem(problem);
  }
}
