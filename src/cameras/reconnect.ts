import { Backoff } from "../base/concurrency/backoff.ts";
import { type Clock, sleep, type Timer } from "../base/core/clock.ts";
import { describeError } from "../base/core/errors.ts";
import type { Logger } from "../base/core/logger.ts";
import type { SourceProblem } from "./source.ts";

/** The parts that a reconnect plan uses. */
export interface ReconnectParts {
  clock: Clock;
  log: Logger;
  /** Uniform in [0, 1), for the jitter. */
  random?: () => number;
  /** Resolves to true when the source answers at its address now; makes no login attempt. */
  answers: (signal: AbortSignal) => Promise<boolean>;
}

/** Delays between connections to a camera that is absent or that accepts and fails (`docs/cameras/cameras.md`). */
const backoffMs = { firstMs: 500, maxMs: 30_000, jitter: 0.4 } as const;
/** Delays after a refused password: cameras lock an account after a few. */
const refusedMs = { firstMs: 5000, maxMs: 120_000, jitter: 0.4 } as const;
/** From the end of one check of an absent camera to the next. */
const lookPauseMs = 500;
/** Problems after which the camera counts as absent, so that its first answer triggers a connection. */
const absences: ReadonlySet<string> = new Set(["stream_unreachable", "stream_stalled"]);

/**
 * Decides when a lost source is connected again: after growing delays, and at once when a camera that was absent
 * answers. A camera that always answers and always fails waits for the delays, so that the box neither hammers it
 * nor locks its account; a camera that returns after an hour is connected within a second or two.
 */
export class Reconnect {
  readonly #parts: ReconnectParts;
  readonly #backoff: Backoff;
  readonly #refused: Backoff;
  #timer: Timer | undefined;
  #looking: AbortController | undefined;
  /** Counts a lost connection as an absence once: a camera that answers and fails is not absent. */
  #mayPresume = true;

  constructor(parts: ReconnectParts) {
    this.#parts = parts;
    const random = parts.random ? { random: parts.random } : {};
    this.#backoff = new Backoff({ ...backoffMs, ...random });
    this.#refused = new Backoff({ ...refusedMs, ...random });
  }

  /** Resets the delays after a good connection. */
  reset(): void {
    this.#backoff.reset();
    this.#refused.reset();
    this.#mayPresume = true;
  }

  /** Schedules one call of `connect`, in place of an earlier one. */
  plan(problem: SourceProblem, connect: () => void): void {
    this.cancel();
    const isRefused = problem.code === "stream_auth_failed";
    const go = (): void => {
      this.cancel();
      connect();
    };
    const delayMs = (isRefused ? this.#refused : this.#backoff).nextMs();
    this.#timer = this.#parts.clock.after(delayMs, go);
    void this.#look(absences.has(problem.code), go);
  }

  /** Cancels the scheduled call. */
  cancel(): void {
    this.#timer?.cancel();
    this.#looking?.abort();
    this.#looking = undefined;
  }

  /** Checks until the camera answers after it did not; `isLost`: the connection was lost that way. */
  async #look(isLost: boolean, onReturn: () => void): Promise<void> {
    const looking = new AbortController();
    this.#looking = looking;
    const { signal } = looking;
    const { clock, random = Math.random } = this.#parts;
    let wasSeenAbsent = false;
    while (!signal.aborted) {
      await sleep(clock, lookPauseMs * (0.8 + 0.4 * random()), signal);
      if (signal.aborted) return;
      const answers = await this.#answers(signal);
      if (signal.aborted) return;
      if (answers && (wasSeenAbsent || (isLost && this.#mayPresume))) {
        // A source that has just started must not wait for the long delays of its last failure.
        if (wasSeenAbsent) this.#backoff.reset();
        this.#mayPresume = wasSeenAbsent;
        onReturn();
        return;
      }
      wasSeenAbsent ||= !answers;
    }
  }

  async #answers(signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#parts.answers(signal);
    } catch (error) {
      this.#parts.log.error(
        { error: describeError(error) },
        "the check of an absent source failed",
      );
      return false;
    }
  }
}
