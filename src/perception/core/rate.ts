import type { Clock } from "../../base/core/clock.ts";

/** Wall time over which a rate is averaged. */
const windowMs = 5000;
/** Events kept: 30 a second over the window, and room. */
const maxMarks = 256;

/** The rate of an event, averaged over the last 5 s of wall time. */
export class Rate {
  readonly #clock: Clock;
  readonly #startedMs: number;
  #marks: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedMs = clock.monoMs();
  }

  mark(): void {
    this.#marks.push(this.#clock.monoMs());
    if (this.#marks.length > maxMarks) this.#trim();
  }

  /** Events per second, to a tenth. */
  perSec(): number {
    this.#trim();
    const spanMs = Math.min(windowMs, this.#clock.monoMs() - this.#startedMs);
    if (spanMs < 1000) return 0;
    return Math.round((this.#marks.length / spanMs) * 10_000) / 10;
  }

  #trim(): void {
    const fromMs = this.#clock.monoMs() - windowMs;
    this.#marks = this.#marks.filter((markMs) => markMs > fromMs).slice(-maxMarks);
  }
}
