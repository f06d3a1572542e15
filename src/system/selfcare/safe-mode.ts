import { fail } from "../../base/contract/fail.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Job } from "../../base/jobs/job.ts";
import type { JobGate } from "../../base/jobs/operation.ts";
import type { StartLog } from "./start-log.ts";

/** The parts of safe mode. */
export interface SafeModeParts {
  starts: Pick<StartLog, "begin" | "clear">;
  clock: Clock;
  log: Logger;
  /** Number of crashed starts within `windowMs` that begins safe mode; 0: never. */
  afterCrashes: number;
  windowMs: number;
  /** Time after which safe mode ends by itself, to try again; 0: never. */
  retryMs: number;
}

/** Safe mode is active from `sinceMs` on (Unix milliseconds); both are null outside safe mode. */
export interface SafeModeState {
  sinceMs: number | null;
  /** The cause and the remedy, in English. */
  reason: string | null;
}

/** The phase of jobs that wait for the end of safe mode. */
const phase = "safe_mode";

/**
 * After repeated crashes the appliance starts API and page, but neither cameras nor robots, until a
 * person ends safe mode, the appliance stops cleanly, or `retryMs` is over.
 */
export class SafeMode implements Part {
  readonly #parts: SafeModeParts;
  readonly #waiting: (() => void)[] = [];
  #sinceMs: number | null = null;
  #crashes = 0;
  #timers: Timer[] = [];
  #left: (() => void) | undefined;

  constructor(parts: SafeModeParts) {
    this.#parts = parts;
  }

  /** Decides on safe mode; a disk that takes no note leads to a normal start. */
  async start(): Promise<void> {
    const { starts, clock, log, afterCrashes, windowMs, retryMs } = this.#parts;
    try {
      this.#crashes = await starts.begin(windowMs / 1000);
    } catch (error) {
      log.warn({ error: describeError(error) }, "this start could not be noted");
    }
    this.#timers.push(clock.after(windowMs, () => void this.#clear()));
    if (afterCrashes === 0 || this.#crashes < afterCrashes) return;
    this.#sinceMs = clock.wallMs();
    log.error({ crashes: this.#crashes }, "safe mode: cameras and robots are paused");
    if (retryMs > 0) this.#timers.push(clock.after(retryMs, () => void this.#leave()));
  }

  /** A clean end: earlier crashes no longer count. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) timer.cancel();
    this.#waiting.length = 0;
    await this.#clear();
  }

  get isActive(): boolean {
    return this.#sinceMs !== null;
  }

  describe(): SafeModeState {
    const { windowMs } = this.#parts;
    const sinceMs = this.#sinceMs;
    if (sinceMs === null) return { sinceMs, reason: null };
    const reason =
      `The process died ${this.#crashes} times within ${Math.round(windowMs / 60_000)} minutes, so ` +
      "the box runs without cameras and robots. Read the log and fix the cause, then leave safe mode";
    return { sinceMs, reason };
  }

  /** Resumes cameras and robots. Fails with `conflict` outside safe mode. */
  async leave(): Promise<void> {
    if (!this.isActive)
      throw fail("conflict", "safe mode: is not active. Nothing needs to be done");
    await this.#leave();
  }

  /** Calls `run` now, or once safe mode ends. */
  whenOver(run: () => void): void {
    if (this.isActive) this.#waiting.push(run);
    else run();
  }

  /** Returns a gate that holds back the jobs of `holds` during safe mode. */
  gate(holds: (job: Job) => boolean): JobGate {
    return {
      keyOf: (job) => (this.isActive && holds(job) ? phase : null),
      closed: () => (this.isActive ? phase : null),
      opened: (listener) => void (this.#left = listener),
      starting: () => undefined,
      left: () => undefined,
    };
  }

  async #leave(): Promise<void> {
    this.#sinceMs = null;
    this.#parts.log.info({}, "safe mode is over");
    await this.#clear();
    for (const run of this.#waiting.splice(0)) run();
    this.#left?.();
  }

  async #clear(): Promise<void> {
    try {
      await this.#parts.starts.clear();
    } catch (error) {
      this.#parts.log.warn({ error: describeError(error) }, "the record of starts stays");
    }
  }
}
