import type { Clock, Timer } from "../base/core/clock.ts";
import type { Ingest, IngestRun } from "./ingest-port.ts";
import type { InitSegment, SourceProblem, SourceSpec } from "./source.ts";

/** The properties of a stream, measured over a few seconds. */
export interface StreamMeasure {
  /** The reason why the stream is unusable, even after its first pictures; null when they came until the end. */
  problem: SourceProblem | null;
  codec: string | null;
  mimeCodec: string | null;
  widthPx: number | null;
  heightPx: number | null;
  fps: number | null;
  /** Longest time from key frame to key frame in media time; null without a second key frame. */
  gopSec: number | null;
  gopFrames: number | null;
  /** True when frames arrive in another order than they are shown; null without frames. */
  hasBFrames: boolean | null;
  /** From the start to the first picture. */
  firstPictureSec: number | null;
  /** The time for which the measurement watched the pictures. */
  watchedSec: number;
  /** The camera's clock minus the box's by RTCP; null when the camera does not report its time. */
  clockOffsetMs: number | null;
}

/** The longest time for a measurement. */
const firstPictureMs = 15_000;
const watchMs = 10_000;
/** Enough for a result: two whole GOPs within this time. */
const enoughMs = 3000;
const enoughKeys = 3;

const silent: SourceProblem = {
  code: "stream_stalled",
  message:
    "The camera accepts the connection but sends no pictures. Restart it, and check whether it has too many viewers.",
};

const stopped: SourceProblem = {
  code: "stream_stalled",
  message:
    "The camera sent pictures and then stopped, without ending the connection. Restart it, and check whether its network loses packets.",
};
/** A stream counts as stopped after this long, and this many usual gaps, without a picture. */
const stoppedMs = 2000;
const stoppedGaps = 5;

/** The parts that one measurement of a stream uses. */
export interface MeasureParts {
  clock: Clock;
  /** Opens a separate connection; `onCameraClock` receives the wall time in the camera's reports. */
  ingest: (onCameraClock: (unixMs: number) => void) => Ingest;
}

/**
 * Watches a stream over a connection of its own for 3 to 10 s after its first picture, which may
 * take 15 s. Never rejects; keeps no picture. After an abort the result has what was measured by then.
 */
export async function measureStream(
  { clock, ingest }: MeasureParts,
  source: SourceSpec,
  signal: AbortSignal,
): Promise<StreamMeasure> {
  const counter = new FragmentCounter(clock, clock.monoMs());
  const done = Promise.withResolvers<SourceProblem | null>();
  const timers: Timer[] = [clock.after(firstPictureMs, () => done.resolve(silent))];
  const stop = (): void => done.resolve(null);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const port = ingest((unixMs) => counter.onCameraClock(unixMs));
  const run: IngestRun = port.open(source, {
    onInit: (init) => counter.onInit(init),
    onFragment: (fragment) => {
      if (counter.onFrame(fragment)) timers.push(clock.after(watchMs, stop));
      if (counter.isEnough()) stop();
      // The first picture ends the wait for it.
      timers[0]?.cancel();
    },
    onEnd: (problem) => done.resolve(problem),
  });
  const problem = await done.promise;
  const measure = counter.result(problem);
  for (const timer of timers) timer.cancel();
  signal.removeEventListener("abort", stop);
  await run.stop();
  return measure;
}

class FragmentCounter {
  readonly #clock: Clock;
  readonly #startMs: number;
  #init: Omit<InitSegment, "generation"> | undefined;
  #firstMs: number | undefined;
  #lastMs = 0;
  #frames = 0;
  #minPtsSec = Infinity;
  #maxPtsSec = -Infinity;
  #keys = 0;
  #lastKey: { ptsSec: number; frame: number } | undefined;
  #gopSec: number | null = null;
  #gopFrames: number | null = null;
  #hasBFrames = false;
  #clockOffsetMs: number | null = null;

  constructor(clock: Clock, startMs: number) {
    this.#clock = clock;
    this.#startMs = startMs;
  }

  onInit(init: Omit<InitSegment, "generation">): void {
    this.#init = init;
  }

  onCameraClock(unixMs: number): void {
    // The report that travelled shortest is the most exact: the greatest difference.
    const offsetMs = unixMs - this.#clock.wallMs();
    this.#clockOffsetMs = Math.max(this.#clockOffsetMs ?? -Infinity, offsetMs);
  }

  /** Returns true for the first one. */
  onFrame({ ptsSec, key }: { ptsSec: number; key: boolean }): boolean {
    const isFirst = this.#firstMs === undefined;
    this.#lastMs = this.#clock.monoMs();
    this.#firstMs ??= this.#lastMs;
    if (key) this.#onKey(ptsSec);
    if (ptsSec < this.#maxPtsSec) this.#hasBFrames = true;
    this.#frames += 1;
    this.#minPtsSec = Math.min(this.#minPtsSec, ptsSec);
    this.#maxPtsSec = Math.max(this.#maxPtsSec, ptsSec);
    return isFirst;
  }

  isEnough(): boolean {
    return this.#keys >= enoughKeys && this.#lastMs - this.#firstMs! >= enoughMs;
  }

  result(ended: SourceProblem | null): StreamMeasure {
    const spanSec = this.#maxPtsSec - this.#minPtsSec;
    const hasPictures = this.#firstMs !== undefined;
    return {
      problem: ended ?? this.#silence(),
      codec: this.#init?.codec ?? null,
      mimeCodec: this.#init?.mimeCodec ?? null,
      widthPx: this.#init?.widthPx ?? null,
      heightPx: this.#init?.heightPx ?? null,
      fps: spanSec > 0 ? (this.#frames - 1) / spanSec : null,
      gopSec: this.#gopSec,
      gopFrames: this.#gopFrames,
      hasBFrames: hasPictures ? this.#hasBFrames : null,
      firstPictureSec: hasPictures ? (this.#firstMs! - this.#startMs) / 1000 : null,
      watchedSec: hasPictures ? (this.#lastMs - this.#firstMs!) / 1000 : 0,
      clockOffsetMs: this.#clockOffsetMs === null ? null : Math.round(this.#clockOffsetMs),
    };
  }

  #silence(): SourceProblem | null {
    if (this.#firstMs === undefined) return null;
    const gapMs = (this.#lastMs - this.#firstMs) / Math.max(1, this.#frames - 1);
    const silentMs = this.#clock.monoMs() - this.#lastMs;
    return silentMs > Math.max(stoppedMs, stoppedGaps * gapMs) ? stopped : null;
  }

  #onKey(ptsSec: number): void {
    this.#keys += 1;
    if (this.#lastKey) {
      this.#gopSec = Math.max(this.#gopSec ?? 0, ptsSec - this.#lastKey.ptsSec);
      this.#gopFrames = Math.max(this.#gopFrames ?? 0, this.#frames - this.#lastKey.frame);
    }
    this.#lastKey = { ptsSec, frame: this.#frames };
  }
}
