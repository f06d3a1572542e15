import type { SourceProblem } from "../../cameras/source.ts";
import type { Clock } from "../../base/core/clock.ts";

/** A stream whose video arrives and of which no frame was judged for so many periods is not watching. */
const stalledPeriods = 3;
const stalledMs = 10_000;

/** What `UnjudgedVideo` reads while it measures. */
export interface UnjudgedVideoParts {
  clock: Clock;
  /** Longest time between two judged frames for which the scene counts as seen, in milliseconds. */
  longestGapMs(): number;
  /** Frames dropped under load, counted since any fixed moment. */
  loadDrops(): number;
}

/** Notices that the video of a live stream arrives and no frame of it is judged. */
export class UnjudgedVideo {
  readonly #parts: UnjudgedVideoParts;
  /** Monotonic time of the first fragment since the last judged frame. */
  #sinceMs: number | undefined;
  #dropsBefore = 0;

  constructor(parts: UnjudgedVideoParts) {
    this.#parts = parts;
  }

  /** Video arrived. */
  onFragment(): void {
    if (this.#sinceMs !== undefined) return;
    this.#sinceMs = this.#parts.clock.monoMs();
    this.#dropsBefore = this.#parts.loadDrops();
  }

  /** A frame was judged, or the stream could not be judged for a reason of its own until now. */
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
