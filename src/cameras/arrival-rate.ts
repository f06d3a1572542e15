/** The window of a rate. */
const spanMs = 5000;
/** Most arrivals remembered: 200 frames a second over the span. */
const maxArrivals = 1000;

/** Frames per second over the last five seconds of monotonic time. */
export class ArrivalRate {
  #arrivalsMs: number[] = [];
  #firstMs: number | undefined;

  note(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#arrivalsMs.push(nowMs);
    if (this.#arrivalsMs.length > maxArrivals) this.#arrivalsMs.shift();
    else this.#forget(nowMs);
  }

  /** A connection younger than the span is averaged over its age. */
  fps(nowMs: number): number {
    this.#forget(nowMs);
    if (this.#firstMs === undefined) return 0;
    const seenMs = Math.max(1000, Math.min(spanMs, nowMs - this.#firstMs));
    return (this.#arrivalsMs.length * 1000) / seenMs;
  }

  reset(): void {
    this.#arrivalsMs = [];
    this.#firstMs = undefined;
  }

  #forget(nowMs: number): void {
    while (this.#arrivalsMs.length > 0 && this.#arrivalsMs[0]! <= nowMs - spanMs) {
      this.#arrivalsMs.shift();
    }
  }
}
