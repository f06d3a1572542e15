import { Backoff } from "../base/core/backoff.ts";
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
  /** Resolves to true when the source answers at its address now; costs no login. */
  answers: (signal: AbortSignal) => Promise<boolean>;
}

/** Delays between connections to a camera that is away or that accepts and fails (`docs/cameras.md`). */
const backoffMs = { firstMs: 500, maxMs: 30_000, jitter: 0.4 } as const;
/** Delays after a refused password: cameras lock an account after a few. */
const refusedMs = { firstMs: 5000, maxMs: 120_000, jitter: 0.4 } as const;
/** From the end of one look at an absent camera to the next. */
const lookPauseMs = 500;
/** Troubles after which the camera counts as absent, so that its first answer is its return. */
const absences: ReadonlySet<string> = new Set(["stream_unreachable", "stream_stalled"]);

/**
 * When a lost source is connected again: after growing delays, and at once when it answers after it
 * had not. A camera that always answers and always fails is left to the delays, so that nothing is
 * hammered and no account is locked; one that comes back after an hour is seen within a second or two.
 */
export class Reconnect {
  readonly #parts: ReconnectParts;
  readonly #backoff: Backoff;
  readonly #refused: Backoff;
  #timer: Timer | undefined;
  #looking: AbortController | undefined;
  /** A lost connection counts as an absence, once: a camera that answers and fails is not absent. */
  #mayPresume = true;

  constructor(parts: ReconnectParts) {
    this.#parts = parts;
    const random = parts.random ? { random: parts.random } : {};
    this.#backoff = new Backoff({ ...backoffMs, ...random });
    this.#refused = new Backoff({ ...refusedMs, ...random });
  }

  /** The last connection was a good one: the next delays are the first ones again. */
  reset(): void {
    this.#backoff.reset();
    this.#refused.reset();
    this.#mayPresume = true;
  }

  /** Calls `connect` once, when it is time; replaces what was planned before. */
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

  /** Nothing is planned any more. */
  cancel(): void {
    this.#timer?.cancel();
    this.#looking?.abort();
    this.#looking = undefined;
  }

  /** Looks until the camera answers after it did not; `isLost`: the connection went like that. */
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
        // A source that is starting up does not wait for the long delays from before.
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
        "an absent source cannot be looked at",
      );
      return false;
    }
  }
}
