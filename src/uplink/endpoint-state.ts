import { Backoff } from "../base/core/backoff.ts";
import type { Clock, Timer } from "../base/core/clock.ts";
import type { FailureKind } from "./endpoint-port.ts";

/** What is known of an endpoint by what came of real requests; `unknown` before the first. */
export type Connectivity = "unknown" | "up" | "down" | "failing" | "refused" | "throttled";

/** What people see of it. Times are Unix milliseconds. */
export interface EndpointView {
  state: Connectivity;
  /** Since when it is in this state; null before the first request. */
  sinceMs: number | null;
  /** Why it is not up, in words. */
  reason: string | null;
  lastSuccessAtMs: number | null;
  /** When one job may try it again. */
  nextTryAtMs: number | null;
}

/** Waits between tries of an endpoint that is away: 5 s doubled each time, a minute at most. */
const firstTryMs = 5000;
const maxTryMs = 60_000;
/** A busy endpoint says itself when to come back, within these bounds. */
const minThrottleMs = 1000;
const maxThrottleMs = 3_600_000;
/** Failures in a row, of two jobs at least, after which the endpoint is to blame and not the jobs. */
const failuresInRow = 3;

/**
 * Whether an endpoint can be used. It is not pinged: while it is away, one job at a time is let
 * through, ever less often, and what comes of it decides.
 */
export class EndpointState {
  readonly #clock: Clock;
  readonly #mayOpen: () => void;
  readonly #backoff: Backoff;
  #state: Connectivity = "unknown";
  #sinceMs: number | null = null;
  #reason: string | null = null;
  #lastSuccessAtMs: number | null = null;
  /** Monotonic time of the next try, and the job that makes it. */
  #nextTryMs = 0;
  #trier: string | null = null;
  #timer: Timer | undefined;
  #failures = 0;
  readonly #failed = new Set<string>();

  /** `mayOpen` is called when jobs that were held back may go on. */
  constructor(parts: { clock: Clock; random: () => number; mayOpen: () => void }) {
    this.#clock = parts.clock;
    this.#mayOpen = parts.mayOpen;
    this.#backoff = new Backoff({
      firstMs: firstTryMs,
      maxMs: maxTryMs,
      jitter: 0.2,
      random: parts.random,
    });
  }

  /** Whether nothing speaks against it. */
  get isUp(): boolean {
    return this.#state === "up" || this.#state === "unknown";
  }

  /** Whether `jobId`, or a job that has not begun, may use it now: it is up, or this would be the next try. */
  admits(jobId: string | null): boolean {
    if (this.isUp) return true;
    if (this.#trier !== null) return this.#trier === jobId;
    return this.#clock.monoMs() >= this.#nextTryMs;
  }

  /** The job is to use it: while it is away, that is the next try, and nobody else's. */
  take(jobId: string): void {
    if (!this.isUp) this.#trier = jobId;
  }

  /** The job is through with it. */
  release(jobId: string): void {
    if (this.#trier !== jobId) return;
    this.#trier = null;
    // It never got there: the next job may try.
    if (!this.isUp && this.#clock.monoMs() >= this.#nextTryMs) this.#mayOpen();
  }

  /** A connection stands. */
  connected(): void {
    if (this.#state === "down") this.#become("up", null);
  }

  succeeded(): void {
    this.#lastSuccessAtMs = this.#clock.wallMs();
    this.#failures = 0;
    this.#failed.clear();
    this.#backoff.reset();
    this.#become("up", null);
  }

  /**
   * Takes note of a failure; says whether the endpoint is to blame, so that the job just waits, and
   * not the job.
   */
  failed(
    jobId: string,
    failure: { kind: FailureKind; message: string; retryAfterMs: number | null },
  ): boolean {
    switch (failure.kind) {
      case "unreachable":
        this.#away("down", failure.message);
        return true;
      case "refused":
        this.#away("refused", failure.message);
        return true;
      case "throttled":
        this.#away("throttled", failure.message, failure.retryAfterMs ?? undefined);
        return true;
      case "unavailable":
        this.#failures += 1;
        if (this.#failed.size < failuresInRow) this.#failed.add(jobId);
        if (this.#failures < failuresInRow || this.#failed.size < 2) return false;
        this.#away("failing", failure.message);
        return true;
      case "rejected":
      case "content":
      case "invalid":
        // It answered: whatever is wrong is in the request.
        this.#become("up", null);
        return false;
      case "unknown":
        return false;
    }
  }

  view(): EndpointView {
    const leftMs = this.#nextTryMs - this.#clock.monoMs();
    return {
      state: this.#state,
      sinceMs: this.#sinceMs,
      reason: this.#reason,
      lastSuccessAtMs: this.#lastSuccessAtMs,
      nextTryAtMs: this.isUp ? null : this.#clock.wallMs() + Math.max(0, leftMs),
    };
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #away(state: Connectivity, reason: string, askedMs?: number): void {
    const waitMs =
      askedMs === undefined
        ? this.#backoff.nextMs()
        : Math.min(Math.max(askedMs, minThrottleMs), maxThrottleMs);
    this.#nextTryMs = this.#clock.monoMs() + waitMs;
    this.#become(state, reason);
    this.#timer?.cancel();
    this.#timer = this.#clock.after(waitMs, () => this.#mayOpen());
  }

  #become(state: Connectivity, reason: string | null): void {
    const wasUp = this.isUp;
    this.#reason = reason;
    if (this.#state !== state) {
      this.#state = state;
      this.#sinceMs = this.#clock.wallMs();
    }
    if (!this.isUp) return;
    this.#trier = null;
    this.#timer?.cancel();
    if (!wasUp) this.#mayOpen();
  }
}
