/** Growth of a retry delay: `firstMs`, doubled each time, never above `maxMs`. */
export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
  /** Fraction of the delay that is random, 0–1; 0.2 gives ±10 %. */
  jitter: number;
  /** Uniform in [0, 1); a parameter so that tests are deterministic. */
  random?: () => number;
}

/** Exponential retry delays; `reset()` after a healthy run returns to `firstMs`. */
export class Backoff {
  readonly #options: BackoffOptions;
  #attempt = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Returns the next delay in milliseconds. */
  nextMs(): number {
    const { firstMs, maxMs, jitter, random = Math.random } = this.#options;
    const baseMs = Math.min(maxMs, firstMs * 2 ** Math.min(this.#attempt, 30));
    this.#attempt += 1;
    return Math.min(maxMs, baseMs * (1 + jitter * (random() - 0.5)));
  }

  reset(): void {
    this.#attempt = 0;
  }
}
