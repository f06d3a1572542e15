import type { Clock, Timer } from "../base/core/clock.ts";

/** How one endpoint is fed. */
export interface LineLimits {
  /** Submissions that are begun in a second. */
  perSecond: number;
  /** Submissions under way at once. */
  parallel: number;
}

interface Waiter {
  jobId: string;
  sinceMs: number;
  go: () => void;
}

/** How long an older job that has begun, but not asked yet, holds younger ones back. */
const holdBackMs = 2000;

/**
 * The line before one endpoint: the oldest job first (ids sort by creation), a bounded number at once,
 * and no faster than it was agreed. Its length is bounded by the jobs that handlers run at once.
 */
export class SubmissionLine {
  readonly #clock: Clock;
  readonly #limits: LineLimits;
  readonly #isOlderExpected: (jobId: string) => boolean;
  readonly #waiting: Waiter[] = [];
  #running = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  /** `isOlderExpected`: whether a job older than this one is on its way to the line. */
  constructor(parts: {
    clock: Clock;
    limits: LineLimits;
    isOlderExpected: (jobId: string) => boolean;
  }) {
    this.#clock = parts.clock;
    this.#limits = parts.limits;
    this.#isOlderExpected = parts.isOlderExpected;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is the job's turn; it ends with `leave`. Rejects with the reason of `signal`. */
  enter(jobId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const waiter: Waiter = {
        jobId,
        sinceMs: this.#clock.monoMs(),
        go: () => {
          signal.removeEventListener("abort", quit);
          resolve();
        },
      };
      const quit = (): void => {
        const at = this.#waiting.indexOf(waiter);
        if (at !== -1) this.#waiting.splice(at, 1);
        this.look();
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", quit, { once: true });
      const at = this.#waiting.findIndex((each) => each.jobId > jobId);
      this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, waiter);
      this.look();
    });
  }

  /** The submission is over. */
  leave(): void {
    this.#running -= 1;
    this.look();
  }

  /** Lets in whose turn it is. Called by itself, and when an expected job will not come. */
  look(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const first = this.#waiting[0];
    if (!first || this.#running >= this.#limits.parallel) return;
    const nowMs = this.#clock.monoMs();
    const paceMs = this.#lastMs + 1000 / this.#limits.perSecond - nowMs;
    const heldMs = this.#isOlderExpected(first.jobId) ? first.sinceMs + holdBackMs - nowMs : 0;
    const waitMs = Math.max(paceMs, heldMs);
    if (waitMs > 0) {
      this.#timer = this.#clock.after(waitMs, () => this.look());
      return;
    }
    this.#waiting.shift();
    this.#lastMs = nowMs;
    this.#running += 1;
    first.go();
    this.look();
  }

  stop(): void {
    this.#timer?.cancel();
  }
}
