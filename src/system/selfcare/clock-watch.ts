import type { Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { ClockNote, SiteClock } from "./site-clock.ts";

/** The receiver of jumps. */
export interface ClockTroubles {
  raise(trouble: {
    type: string;
    key: string;
    severity: "warning";
    summary: string;
    details: Record<string, string | number | null>;
  }): void;
  resolve(trouble: { type: string; key: string }): void;
}

/** The parts of `ClockWatch`. */
export interface ClockWatchParts {
  clock: SiteClock;
  log: Logger;
  store: Store;
  troubles: ClockTroubles;
}

const lookMs = 1000;
/** Longest part of a doubt that a crash may lose. */
const noteMs = 300_000;
/** Time without another jump after which the incident is resolved. */
const quietMs = 600_000;

const noteKey = ["box", "clock"];
const trouble = { type: "clock_jumped", key: "wall" } as const;

/**
 * Checks every second whether the clock was set, raises an incident for a jump, and stores its
 * doubts for the next process.
 */
export class ClockWatch implements Part {
  readonly #parts: ClockWatchParts;
  readonly #timers: Timer[] = [];
  #jumps = 0;
  #lastJumpMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ClockWatchParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    const { clock, store } = this.#parts;
    const note = store.get<ClockNote>(noteKey);
    if (note) clock.resume(note);
    clock.onJump = (byMs) => this.#jumped(byMs);
    this.#timers.push(
      clock.every(lookMs, () => this.#look()),
      clock.every(noteMs, () => void this.#note()),
    );
    await this.#note();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) timer.cancel();
    this.#parts.clock.onJump = () => undefined;
    await this.#note();
  }

  /** Number of jumps since the start. */
  get jumps(): number {
    return this.#jumps;
  }

  #look(): void {
    const { clock, troubles } = this.#parts;
    clock.look();
    if (this.#jumps === 0 || clock.monoMs() - this.#lastJumpMs < quietMs) return;
    this.#lastJumpMs = Number.POSITIVE_INFINITY;
    troubles.resolve(trouble);
  }

  #jumped(byMs: number): void {
    const { clock, log, troubles } = this.#parts;
    this.#jumps += 1;
    this.#lastJumpMs = clock.monoMs();
    const seconds = Math.round(byMs / 1000);
    log.warn({ seconds }, "the wall clock was set");
    const summary =
      `The clock was set by ${seconds} s. ` +
      "Times of events before and after do not fit together; check the time server and the clock battery";
    troubles.raise({ ...trouble, severity: "warning", summary, details: { seconds } });
    void this.#note();
  }

  /** Never rejects: a failed note is written again the next time. */
  async #note(): Promise<void> {
    const { clock, store, log } = this.#parts;
    try {
      await store.transact((tx) => tx.put(noteKey, clock.note()), { essential: true });
    } catch (error) {
      log.warn({ error: describeError(error) }, "the state of the clock was not noted");
    }
  }
}
