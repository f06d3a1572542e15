import { fail } from "../contract/fail.ts";
import { isTerminal } from "./job-terms.ts";
import type { Clock } from "../core/clock.ts";
import type { EventLog } from "../events/event-log.ts";
import type { Job } from "./job.ts";

/** One long poll. */
export interface JobWait {
  timeoutMs: number;
  /** Id of the waiting key, whose long polls are counted. */
  keyId: string;
  /** Aborts when the client closes the connection. */
  signal: AbortSignal;
}

/** Bounds of concurrent long polls; one more gets `too_many_waiters`. */
export interface WaiterLimits {
  perKey: number;
  perBox: number;
}

/** Long polls on jobs, woken by the terminal event of the log. */
export class JobWaiters {
  readonly #parts: { events: EventLog; clock: Clock };
  readonly #limits: WaiterLimits;
  readonly #byKey = new Map<string, number>();
  readonly #wakes = new Map<string, Set<() => void>>();
  #count = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(parts: { events: EventLog; clock: Clock }, limits: WaiterLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** Number of open long polls. */
  get count(): number {
    return this.#count;
  }

  start(): void {
    this.#unsubscribe = this.#parts.events.subscribe(({ type, jobId }) => {
      if (type !== "job.completed" && type !== "job.failed" && type !== "job.cancelled") return;
      for (const wake of this.#wakes.get(jobId ?? "") ?? []) wake();
    });
  }

  /** Resolves every long poll with the present job. */
  stop(): void {
    this.#unsubscribe?.();
    for (const wakes of this.#wakes.values()) for (const wake of wakes) wake();
  }

  /**
   * Resolves with `read()` once the job is terminal, the time is up, or the client closes the
   * connection.
   */
  async wait(id: string, wait: JobWait, read: () => Job | undefined): Promise<Job | undefined> {
    const now = read();
    if (!now || isTerminal(now.status) || wait.timeoutMs <= 0 || wait.signal.aborted) return now;
    this.#take(wait.keyId);
    try {
      await this.#woken(id, wait);
    } finally {
      this.#give(wait.keyId);
    }
    return read();
  }

  #woken(id: string, { timeoutMs, signal }: JobWait): Promise<void> {
    return new Promise((resolve) => {
      const wakes = this.#wakes.get(id) ?? new Set();
      this.#wakes.set(id, wakes);
      const wake = (): void => {
        timer.cancel();
        signal.removeEventListener("abort", wake);
        wakes.delete(wake);
        if (wakes.size === 0) this.#wakes.delete(id);
        resolve();
      };
      const timer = this.#parts.clock.after(timeoutMs, wake);
      signal.addEventListener("abort", wake, { once: true });
      wakes.add(wake);
    });
  }

  #take(keyId: string): void {
    const mine = this.#byKey.get(keyId) ?? 0;
    if (mine >= this.#limits.perKey || this.#count >= this.#limits.perBox) {
      throw fail(
        "too_many_waiters",
        "wait: too many long polls are open (limits.waiters_per_key, limits.waiters). Try again",
        { retryAfterSec: 1 },
      );
    }
    this.#byKey.set(keyId, mine + 1);
    this.#count += 1;
  }

  #give(keyId: string): void {
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
    this.#count -= 1;
  }
}
