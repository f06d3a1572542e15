import type { Clock } from "../base/core/clock.ts";
import type { SourceSpec } from "./source.ts";

/** The anchor follows a drifting camera clock within two of these periods. */
const windowMs = 60_000;
/** A jump of the camera's clock that no network delay explains. */
const jumpMs = 10_000;

/** Whose clock the media times are of. */
export type MediaTiming = "live" | "file" | "box";

/** Returns whose clock the times of a source of this kind are of. */
export function timingOf({ kind }: Pick<SourceSpec, "kind">): MediaTiming {
  if (kind === "robot") return "box";
  return kind === "file" ? "file" : "live";
}

/**
 * Maps the media time of one generation to wall time: wall = anchor + PTS. A frame can arrive late
 * but never early, so the anchor of a live source is the smallest (arrival − PTS) of the last one
 * to two minutes. It is kept in monotonic time, so that a step of the box's clock changes only the
 * result. A file has no arrival: its first frame is now, and the rest follows the file's own times. The times of a
 * `box` source are the box's monotonic clock already: nothing is to be found out, and no delay remains unseen.
 */
export class MediaClock {
  readonly #clock: Clock;
  readonly #timing: MediaTiming;
  #anchorMs: number | undefined;
  #windowStartMs = 0;
  #windowMinMs = Infinity;

  constructor(clock: Clock, timing: MediaTiming) {
    this.#clock = clock;
    this.#timing = timing;
    if (timing === "box") this.#anchorMs = 0;
  }

  /** True when a live frame's time is so far from its arrival that the camera's clock jumped. */
  hasJumped(ptsSec: number): boolean {
    if (this.#timing !== "live" || this.#anchorMs === undefined) return false;
    const offsetMs = this.#clock.monoMs() - ptsSec * 1000 - this.#anchorMs;
    return Math.abs(offsetMs) > jumpMs;
  }

  /** Unix milliseconds of the frame at `ptsSec`, which arrives now. */
  stamp(ptsSec: number): number {
    const nowMs = this.#clock.monoMs();
    const arrivalMs = nowMs - ptsSec * 1000;
    if (this.#anchorMs === undefined) {
      this.#anchorMs = arrivalMs;
      this.#windowStartMs = nowMs;
    }
    if (this.#timing === "live") this.#follow(arrivalMs, nowMs);
    return this.#clock.wallMs() - nowMs + this.#anchorMs + ptsSec * 1000;
  }

  #follow(arrivalMs: number, nowMs: number): void {
    this.#windowMinMs = Math.min(this.#windowMinMs, arrivalMs);
    this.#anchorMs = Math.min(this.#anchorMs!, arrivalMs);
    if (nowMs - this.#windowStartMs < windowMs) return;
    this.#anchorMs = this.#windowMinMs;
    this.#windowMinMs = Infinity;
    this.#windowStartMs = nowMs;
  }
}
