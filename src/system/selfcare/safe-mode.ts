import { fail } from "../../base/contract/fail.ts";
import type { SafeModeWire } from "../wire/safe-mode.ts";
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
  /** Starts that did not end cleanly, within `windowMs`, after which the next one is careful; 0: never. */
  afterCrashes: number;
  windowMs: number;
  /** Safe mode ends by itself after this long, to try again; 0: never. */
  retryMs: number;
}

/** The phase of jobs that wait for the end of safe mode. */
const phase = "safe_mode";

/**
 * After repeated crashes the box comes up with API and page, but without cameras and robots, until
 * a person ends safe mode, the box stops cleanly, or its time is over.
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

  /** Decides; a disk on which nothing can be noted lets the box start as always. */
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

  /** The clean end: what came before no longer counts. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) timer.cancel();
    this.#waiting.length = 0;
    await this.#clear();
  }

  get isActive(): boolean {
    return this.#sinceMs !== null;
  }

  /** As `/api/v1/system` shows it. */
  describe(): SafeModeWire {
    const { windowMs } = this.#parts;
    const since = this.#sinceMs;
    if (since === null) return { active: false, since: null, reason: null };
    const reason =
      `The process died ${this.#crashes} times within ${Math.round(windowMs / 60_000)} minutes. Cameras ` +
      "and robots are paused: look into the log, then leave safe mode";
    return { active: true, since: Math.floor(since / 1000), reason };
  }

  /** Cameras and robots go on. Fails with `conflict` when the box is not in safe mode. */
  async leave(): Promise<void> {
    if (!this.isActive)
      throw fail("conflict", "safe mode: is not active. Nothing needs to be done");
    await this.#leave();
  }

  /** Calls `run` now, or in safe mode once it ends. */
  whenOver(run: () => void): void {
    if (this.isActive) this.#waiting.push(run);
    else run();
  }

  /** Holds back the jobs that `holds` names while safe mode lasts. */
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
