import type { Clock, Timer } from "../base/core/clock.ts";

/** The pace of one endpoint. */
export interface LineLimits {
  /** Submissions started per second. */
  perSecond: number;
  /** Concurrent submissions. */
  parallel: number;
}

interface Waiter {
  jobId: string;
  sinceMs: number;
  go: () => void;
}

/** The longest time for which an older job that has begun without a question yet holds younger ones back. */
const holdBackMs = 2000;

/**
 * The queue of one endpoint: the oldest job first (ids sort by creation), a bounded number at once,
 * and within the configured rate. The number of running handlers bounds its length.
 */
export class SubmissionLine {
  readonly #clock: Clock;
  readonly #limits: LineLimits;
  readonly #isOlderExpected: (jobId: string) => boolean;
  readonly #waiting: Waiter[] = [];
  #running = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  /** `isOlderExpected`: true while a job older than this one is on its way to the queue. */
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

  /** Resolves at the job's turn, which ends with `leave`. Rejects with the reason of `signal`. */
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

  /** Ends the job's turn. */
  leave(): void {
    this.#running -= 1;
    this.look();
  }

  /** Admits jobs whose turn has come. Runs by itself, and when an expected job will not come. */
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
