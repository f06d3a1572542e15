import type { Clock } from "../../base/core/clock.ts";

/**
 * Measures how long a robot's place has been unknown. A robot with periodic poses must always send them; one
 * that reports changes only while it may be driving.
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

  /** Takes a pose of this age. */
  heard(ageMs: number): void {
    const atMs = this.#clock.monoMs() - ageMs;
    this.#gapMs = this.#heardMs === null ? null : atMs - this.#heardMs;
    this.#heardMs = atMs;
  }

  /** Milliseconds since the robot's place was last certain; Infinity before the first pose. */
  get ms(): number {
    if (this.#heardMs === null) return Infinity;
    return this.#clock.monoMs() - Math.max(this.#heardMs, this.#stoodUntilMs() ?? this.#heardMs);
  }

  /** Milliseconds between the last two poses, or since the last; null before the second. */
  get periodMs(): number | null {
    if (this.#heardMs === null || this.#gapMs === null) return null;
    return Math.max(this.#gapMs, this.#clock.monoMs() - this.#heardMs);
  }
}
