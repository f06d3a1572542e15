import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";

/** A stream whose video arrives without a judged frame for this many periods is not watching. */
const stalledPeriods = 3;
const stalledMs = 10_000;

/** The state that `UnjudgedVideo` reads while measuring. */
export interface UnjudgedVideoParts {
  clock: Clock;
  /** Longest time between two judged frames for which the scene counts as seen, in milliseconds. */
  longestGapMs(): number;
  /** Frames dropped under load, counted since any fixed moment. */
  loadDrops(): number;
}

/** Notices a live stream whose video arrives while no frame of it is judged. */
export class UnjudgedVideo {
  readonly #parts: UnjudgedVideoParts;
  /** Monotonic time of the first fragment since the last judged frame. */
  #sinceMs: number | undefined;
  #dropsBefore = 0;

  constructor(parts: UnjudgedVideoParts) {
    this.#parts = parts;
  }

  /** Notes that video arrived. */
  onFragment(): void {
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = this.#parts.clock.monoMs();
    this.#dropsBefore = this.#parts.loadDrops();
  }

  /** Notes that a frame was judged, or that another known reason explains the gap. */
  reset(): void {
    this.#sinceMs = undefined;
  }

  /**
   * Returns why no frame is judged, once that has lasted 10 s or three periods: `overloaded` when the box dropped
   * frames in this time, `stream_broken` otherwise.
   */
  problem(): SourceProblem | null {
    if (this.#sinceMs === undefined) return null;
    const { clock, longestGapMs, loadDrops } = this.#parts;
    const unjudgedMs = clock.monoMs() - this.#sinceMs;
    if (unjudgedMs < Math.max(stalledMs, stalledPeriods * longestGapMs())) return null;
    const seconds = Math.round(unjudgedMs / 1000);
    if (loadDrops() > this.#dropsBefore) {
      const message = `The box is too busy: it dropped the stream's frames for ${seconds} s. Watch fewer streams or lower fps_cap.`;
      return { code: "overloaded", message };
    }
    return {
      code: "stream_broken",
      message: `No frame of this stream was analysed for ${seconds} s`,
    };
  }
}
