import type { LostReason } from "./coverage-terms.ts";

/** The class of a stretch of time. */
export type Verdict = "observed" | LostReason;

/** The state that a meter reads while measuring. */
export interface MeterContext {
  /** Longest time between two judged frames for which the scene counts as seen, in milliseconds. */
  maxGapMs(): number;
  /** Frames skipped because the box was too busy, counted since any fixed moment. */
  loadDrops(): number;
  /** Takes a settled stretch of monotonic time; stretches follow one another without a gap. */
  settle(verdict: Verdict, fromMs: number, toMs: number): void;
}

/** A picture that stays bit-identical for this long was frozen all that time (design, stage 1). */
const frozenSec = 10;
/** The time that an unexplained silence waits for its explanation; the box notices stalls within 30 s. */
const explainMs = 30_000;
/** The most changes of the cause since the last frame; the meter settles the oldest beyond it. */
const maxSegments = 64;

interface Segment {
  cause: LostReason | null;
  fromMs: number;
}

/**
 * Measures how much of one stream's time was observed. Two judged frames at most `maxGapMs` apart, without
 * trouble in between, prove that the time between them was observed. All other time is lost to the trouble of
 * that moment, or to one found out later. Identical pictures prove nothing until the picture changes. Times
 * are monotonic milliseconds and must not go back.
 */
export class CoverageMeter {
  readonly #context: MeterContext;
  /** The time since the last judged frame, or since the last settled stretch. */
  #segments: Segment[];
  /** The former reason, until the judge has a frame: recovery takes time. */
  #wasLost: { cause: LostReason; untilMs: number } | undefined;
  /** Start of the run of identical pictures, which is settled when it ends. */
  #identicalFromMs: number | undefined;
  /** True when the first segment begins at a judged frame, which is the evidence for it. */
  #isAnchored = false;
  #fragments = 0;
  #dropsAtFrame = 0;

  constructor(context: MeterContext, nowMs: number) {
    this.#context = context;
    this.#segments = [{ cause: "source_down", fromMs: nowMs }];
    this.#dropsAtFrame = context.loadDrops();
  }

  /** Notes that a frame of the source arrived. */
  onFragment(): void {
    this.#fragments += 1;
  }

  /** Notes that a frame was judged; the vision process reports `identicalSec`. */
  onFrame(nowMs: number, identicalSec: number): void {
    const fromMs = this.#segments[0]!.fromMs;
    if (this.#isWhole() && nowMs - fromMs <= this.#context.maxGapMs()) {
      this.#look(fromMs, nowMs, identicalSec);
    } else {
      this.#lose(nowMs);
    }
    this.#wasLost = undefined;
    this.#begin(nowMs);
    this.#isAnchored = true;
  }

  /** Sets the reason for which the stream is unobserved from now on; null for none. */
  onCause(nowMs: number, cause: LostReason | null): void {
    const last = this.#segments.at(-1)!;
    if (last.cause === cause) return;
    if (this.#segments.length >= maxSegments) {
      this.#lose(nowMs);
      this.#begin(nowMs);
    }
    this.#segments.push({ cause, fromMs: nowMs });
  }

  /** Settles all time whose cause is known. Call about once a second. */
  tick(nowMs: number): void {
    const isKnown =
      this.#segments.some(({ cause }) => cause !== null) || this.#recovering(nowMs) !== undefined;
    if (!isKnown && nowMs - this.#segments[0]!.fromMs <= explainMs) return;
    this.#lose(nowMs);
    this.#begin(nowMs);
  }

  /** Settles everything: the time after the last frame, which no frame proves, as `rest`. */
  end(nowMs: number, rest: LostReason): void {
    const fromMs = this.#segments[0]!.fromMs;
    if (this.#isWhole()) {
      this.#settleIdentical(fromMs, "observed");
      this.#context.settle(rest, fromMs, nowMs);
    } else {
      this.#lose(nowMs);
    }
    this.#begin(nowMs);
  }

  /** True when nothing has been wrong since the last judged frame. */
  #isWhole(): boolean {
    return this.#isAnchored && this.#segments.every(({ cause }) => cause === null);
  }

  #begin(nowMs: number): void {
    this.#isAnchored = false;
    this.#segments = [{ cause: this.#segments.at(-1)!.cause, fromMs: nowMs }];
    this.#fragments = 0;
    this.#dropsAtFrame = this.#context.loadDrops();
  }

  #look(fromMs: number, nowMs: number, identicalSec: number): void {
    if (identicalSec > 0 && identicalSec < frozenSec) {
      this.#identicalFromMs ??= fromMs;
      return;
    }
    const verdict = identicalSec === 0 ? "observed" : "frozen";
    this.#settleIdentical(fromMs, verdict);
    this.#context.settle(verdict, fromMs, nowMs);
  }

  /** Settles all segments as lost. */
  #lose(nowMs: number): void {
    this.#settleIdentical(this.#segments[0]!.fromMs, "frozen");
    const causes = this.#causes(nowMs);
    this.#segments.forEach(({ fromMs }, at) => {
      this.#context.settle(causes[at]!, fromMs, this.#segments[at + 1]?.fromMs ?? nowMs);
    });
    const { cause: current } = this.#segments.at(-1)!;
    const named = this.#segments.findLast(({ cause }) => cause !== null)?.cause;
    if (current !== null) this.#wasLost = { cause: current, untilMs: Infinity };
    else if (named) this.#wasLost = { cause: named, untilMs: nowMs + explainMs };
    else if (this.#wasLost?.untilMs === Infinity) this.#wasLost.untilMs = nowMs + explainMs;
  }

  /** A segment without a cause has that of the one before it, else of the one after it. */
  #causes(nowMs: number): LostReason[] {
    let before = this.#recovering(nowMs);
    const following = this.#segments.find(({ cause }) => cause !== null)?.cause;
    return this.#segments.map(({ cause }) => {
      before = cause ?? before;
      return before ?? following ?? this.#guess();
    });
  }

  #recovering(nowMs: number): LostReason | undefined {
    return this.#wasLost && nowMs <= this.#wasLost.untilMs ? this.#wasLost.cause : undefined;
  }

  #guess(): LostReason {
    if (this.#fragments === 0) return "source_down";
    return this.#context.loadDrops() > this.#dropsAtFrame ? "overload" : "detector_down";
  }

  #settleIdentical(untilMs: number, verdict: Verdict): void {
    const fromMs = this.#identicalFromMs;
    this.#identicalFromMs = undefined;
    if (fromMs !== undefined) this.#context.settle(verdict, fromMs, untilMs);
  }
}
