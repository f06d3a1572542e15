import { Backoff } from "../base/concurrency/backoff.ts";
import type { Clock, Timer } from "../base/core/clock.ts";
import type { FailureKind } from "./endpoint-port.ts";

/** The state of an endpoint according to real requests; `unknown` before the first. */
export type Connectivity = "unknown" | "up" | "down" | "failing" | "refused" | "throttled";

/** The public view of the state. Times are Unix milliseconds. */
export interface EndpointView {
  state: Connectivity;
  /** The start of this state; null before the first request. */
  sinceMs: number | null;
  /** The reason when it is not up, in words. */
  reason: string | null;
  lastSuccessAtMs: number | null;
  /** The time at which one job may try it again. */
  nextTryAtMs: number | null;
}

/** Delays between tries of an endpoint that is away: 5 s, doubled each time, at most a minute. */
const firstTryMs = 5000;
const maxTryMs = 60_000;
/** Bounds of the delay that a busy endpoint requests. */
const minThrottleMs = 1000;
const maxThrottleMs = 3_600_000;
/** After this many failures in a row, of at least two jobs, the fault lies with the endpoint and not the jobs. */
const failuresInRow = 3;

/**
 * The availability of an endpoint. It is never pinged: while it is away, one job at a time tries
 * it, ever less often, and the outcome decides.
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

  /** `mayOpen` is called when held jobs may continue. */
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

  /** True when the endpoint is up or untried. */
  get isUp(): boolean {
    return this.#state === "up" || this.#state === "unknown";
  }

  /** True when `jobId`, or a job that has not begun, may use it now: it is up, or this would be the next try. */
  admits(jobId: string | null): boolean {
    if (this.isUp) return true;
    if (this.#trier !== null) return this.#trier === jobId;
    return this.#clock.monoMs() >= this.#nextTryMs;
  }

  /** Assigns the endpoint to the job: while it is away, the job has the next try alone. */
  take(jobId: string): void {
    if (!this.isUp) this.#trier = jobId;
  }

  /** Releases the endpoint. */
  release(jobId: string): void {
    if (this.#trier !== jobId) return;
    this.#trier = null;
    // The request never got there: the next job may try.
    if (!this.isUp && this.#clock.monoMs() >= this.#nextTryMs) this.#mayOpen();
  }

  /** Reports a connection. */
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
   * Records a failure; returns true when the endpoint is at fault, so that the job waits instead of failing.
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
        // The endpoint answered: the request is at fault.
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
