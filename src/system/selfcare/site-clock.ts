import type { Clock, Timer } from "../../base/core/clock.ts";

/** The state of the clock for the next process. */
export interface ClockNote {
  v: 1;
  /** Wall time of the note. */
  wallMs: number;
  /** Jumps ahead in doubt, each with the running time until it counts. */
  doubts: { ms: number; leftMs: number }[];
}

/** NTP slews below 128 ms and steps above; a step under this does no harm. */
const jumpMs = 2000;
/** A jump further ahead than this may be a broken clock: age deletes nothing meanwhile. */
const doubtMs = 3_600_000;
const doubtLastsMs = 24 * 3_600_000;
/** A longer absence of the box may be a wrong time too. */
const absenceMs = 7 * 24 * 3_600_000;

/**
 * The machine's clock, which notices when it is set: by NTP, by a person, by a clock chip without a
 * battery. Timers, deadlines and leases count in monotonic time and continue. Retention is
 * protected from a clock that runs ahead: for a day of running time the age counts as if there had
 * been no jump.
 */
export class SiteClock implements Clock {
  readonly #clock: Clock;
  #offsetMs: number;
  #doubts: { ms: number; untilMs: number }[] = [];
  /** Called with the milliseconds of each jump, one at a time, after the clock accounts for it. */
  onJump: (byMs: number) => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.wallMs() - clock.monoMs();
  }

  wallMs(): number {
    return this.#clock.wallMs();
  }

  monoMs(): number {
    return this.#clock.monoMs();
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#clock.after(delayMs, run);
  }

  every(periodMs: number, run: () => void): Timer {
    return this.#clock.every(periodMs, run);
  }

  ageMs(): number {
    this.look();
    const nowMs = this.monoMs();
    this.#doubts = this.#doubts.filter(({ ms, untilMs }) => ms > 0 && untilMs > nowMs);
    return this.#doubts.reduce((ageMs, { ms }) => ageMs - ms, this.wallMs());
  }

  /**
   * Checks whether the clock was set since the last check. Follows slow drift, which never adds up
   * to a jump.
   */
  look(): void {
    const offsetMs = this.wallMs() - this.monoMs();
    const byMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(byMs) < jumpMs) return;
    if (byMs > doubtMs) this.#doubt(byMs);
    else if (byMs < 0) this.#takeBack(-byMs);
    this.onJump(byMs);
  }

  /** Returns the state for the next process. */
  note(): ClockNote {
    this.ageMs();
    const nowMs = this.monoMs();
    const doubts = this.#doubts.map(({ ms, untilMs }) => ({ ms, leftMs: untilMs - nowMs }));
    return { v: 1, wallMs: this.wallMs(), doubts };
  }

  /** Takes over the state of the former process, once, at the start. */
  resume({ wallMs, doubts }: ClockNote): void {
    const nowMs = this.monoMs();
    this.#doubts.push(...doubts.map(({ ms, leftMs }) => ({ ms, untilMs: nowMs + leftMs })));
    const awayMs = this.wallMs() - wallMs;
    if (awayMs > absenceMs) this.#doubt(awayMs);
    else if (awayMs < 0) this.#takeBack(-awayMs);
  }

  #doubt(ms: number): void {
    this.#doubts.push({ ms, untilMs: this.monoMs() + doubtLastsMs });
  }

  /** A clock that is set back cancels its newest jumps ahead. */
  #takeBack(ms: number): void {
    let leftMs = ms;
    for (const doubt of this.#doubts.toReversed()) {
      const takenMs = Math.min(doubt.ms, leftMs);
      doubt.ms -= takenMs;
      leftMs -= takenMs;
    }
  }
}
