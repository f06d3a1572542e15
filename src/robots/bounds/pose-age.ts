import type { Clock } from "../../base/core/clock.ts";

/**
 * For how long the box has not known where a robot is. A robot in a rhythm has to say its pose always;
 * one that speaks when something changes only while it may be driving.
 */
export class PoseAge {
  readonly #clock: Clock;
  /** `RobotDriver.stoodUntilMs`. */
  readonly #stoodUntilMs: () => number | undefined;
  #heardMs: number | null = null;
  #gapMs: number | null = null;

  constructor(clock: Clock, stoodUntilMs: () => number | undefined) {
    this.#clock = clock;
    this.#stoodUntilMs = stoodUntilMs;
  }

  /** A pose came that was so old already. */
  heard(ageMs: number): void {
    const atMs = this.#clock.monoMs() - ageMs;
    this.#gapMs = this.#heardMs === null ? null : atMs - this.#heardMs;
    this.#heardMs = atMs;
  }

  /** Milliseconds since the robot was last known to be where it is; Infinity before the first pose. */
  get ms(): number {
    if (this.#heardMs === null) return Infinity;
    return this.#clock.monoMs() - Math.max(this.#heardMs, this.#stoodUntilMs() ?? this.#heardMs);
  }

  /** Between the last two poses, or since the last, in milliseconds; null before the second. */
  get periodMs(): number | null {
    if (this.#heardMs === null || this.#gapMs === null) return null;
    return Math.max(this.#gapMs, this.#clock.monoMs() - this.#heardMs);
  }
}
