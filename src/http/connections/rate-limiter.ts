import type { Clock } from "../../base/core/clock.ts";

/** A caller's allowance after one request. */
export interface RateStanding {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Unix seconds when the window ends (contract section 8). */
  resetUnixSec: number;
  /** Whole seconds until the window ends, at least 1: the wait after a refusal. */
  retryAfterSec: number;
}

/** Length of a window in milliseconds. */
export const rateWindowMs = 60_000;
const maxBuckets = 10_000;

interface Bucket {
  endsAtMonoMs: number;
  used: number;
}

/**
 * Counts requests in fixed windows of 60 s, each starting with a bucket's first request. Windows
 * run on monotonic time, so that a step of the wall clock neither refuses nor admits a request.
 * Holds at most 10 000 buckets; beyond that it drops those that end first.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request in `bucket`, except a refused one. */
  take(bucket: string, limit: number): RateStanding {
    const nowMs = this.#clock.monoMs();
    let entry = this.#buckets.get(bucket);
    if (!entry || entry.endsAtMonoMs <= nowMs) {
      entry = { endsAtMonoMs: nowMs + rateWindowMs, used: 0 };
      // Deleted first, so that the map keeps the order in which windows end.
      this.#buckets.delete(bucket);
      this.#buckets.set(bucket, entry);
      this.#prune(nowMs);
    }
    const allowed = entry.used < limit;
    if (allowed) entry.used += 1;
    const leftMs = entry.endsAtMonoMs - nowMs;
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - entry.used),
      resetUnixSec: Math.ceil((this.#clock.wallMs() + leftMs) / 1000),
      retryAfterSec: Math.max(1, Math.ceil(leftMs / 1000)),
    };
  }

  #prune(nowMs: number): void {
    for (const [bucket, entry] of this.#buckets) {
      if (entry.endsAtMonoMs > nowMs && this.#buckets.size <= maxBuckets) return;
      this.#buckets.delete(bucket);
    }
  }
}
