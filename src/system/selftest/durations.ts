/** Durations in milliseconds of what was measured so far; over the newest 10 000 where there were more. */
export interface DurationQuantiles {
  p50: number;
  p95: number;
  max: number;
}

/** Durations kept for the quantiles; beyond it the oldest is dropped. */
const maxKept = 10_000;

/** Durations of one kind, in milliseconds, and their summary. */
export class Durations {
  readonly #kept: number[] = [];
  #count = 0;

  /** Number of all durations, including dropped ones. */
  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    this.#kept[this.#count % maxKept] = ms;
    this.#count += 1;
  }

  /** Returns nearest-rank quantiles, rounded to a tenth; null before the first. */
  quantiles(): DurationQuantiles | null {
    if (this.#count === 0) return null;
    const sorted = this.#kept.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      Math.round(10 * sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!) / 10;
    return { p50: at(0.5), p95: at(0.95), max: at(1) };
  }
}
