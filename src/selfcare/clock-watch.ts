import type { Clock, Timer } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Part } from "../core/parts.ts";

/** Who is told of a jump. */
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

const lookMs = 1000;
/** NTP slews below 128 ms and steps above; a step under this hurts nobody. */
const jumpMs = 2000;
/** A jump further ahead than this may be a broken clock: nothing is deleted for its age meanwhile. */
const doubtMs = 3_600_000;
const doubtLastsMs = 24 * 3_600_000;
/** Without another jump for this long, the incident is resolved. */
const quietMs = 600_000;

const trouble = { type: "clock_jumped", key: "wall" } as const;

/**
 * Notices when the wall clock is set: by NTP, by hand, by a clock chip without a battery. Timers,
 * deadlines and leases count in monotonic time and go on; what is deleted for its age is protected from
 * a clock that runs away: for a day the age counts as if the jump had not been.
 */
export class ClockWatch implements Part {
  readonly #parts: { clock: Clock; log: Logger; troubles: ClockTroubles };
  #timer: Timer | undefined;
  #offsetMs: number;
  /** Jumps ahead that are not believed yet, each until a monotonic time. */
  #doubts: { ms: number; untilMs: number }[] = [];
  #jumps = 0;
  #lastJumpMs = Number.NEGATIVE_INFINITY;

  constructor(parts: { clock: Clock; log: Logger; troubles: ClockTroubles }) {
    this.#parts = parts;
    this.#offsetMs = parts.clock.wallMs() - parts.clock.monoMs();
  }

  start(): void {
    this.#timer = this.#parts.clock.every(lookMs, () => this.#look());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** Jumps since the start. */
  get jumps(): number {
    return this.#jumps;
  }

  /** Unix milliseconds by which ages are judged: never ahead of a clock that is in doubt. */
  ageMs(): number {
    this.#look();
    const { clock } = this.#parts;
    const nowMs = clock.monoMs();
    this.#doubts = this.#doubts.filter(({ untilMs }) => untilMs > nowMs);
    return this.#doubts.reduce((ageMs, { ms }) => ageMs - ms, clock.wallMs());
  }

  #look(): void {
    const { clock, log, troubles } = this.#parts;
    const nowMs = clock.monoMs();
    const offsetMs = clock.wallMs() - nowMs;
    const byMs = offsetMs - this.#offsetMs;
    if (Math.abs(byMs) < jumpMs) {
      // Slow drift is followed, so that it never adds up to a jump.
      this.#offsetMs = offsetMs;
      if (this.#jumps > 0 && nowMs - this.#lastJumpMs >= quietMs) this.#calm();
      return;
    }
    this.#offsetMs = offsetMs;
    this.#jumps += 1;
    this.#lastJumpMs = nowMs;
    if (byMs > doubtMs) this.#doubts.push({ ms: byMs, untilMs: nowMs + doubtLastsMs });
    else if (byMs < 0) this.#takeBack(-byMs);
    const seconds = Math.round(byMs / 1000);
    log.warn({ seconds }, "the wall clock was set");
    const summary =
      `The clock was set by ${seconds} s. ` +
      "Times of events before and after do not fit together; check the time server and the clock battery";
    troubles.raise({ ...trouble, severity: "warning", summary, details: { seconds } });
  }

  /** A clock that comes back takes its newest excursions with it. */
  #takeBack(ms: number): void {
    let leftMs = ms;
    for (const doubt of this.#doubts.toReversed()) {
      const takenMs = Math.min(doubt.ms, leftMs);
      doubt.ms -= takenMs;
      leftMs -= takenMs;
    }
  }

  #calm(): void {
    this.#lastJumpMs = Number.POSITIVE_INFINITY;
    this.#parts.troubles.resolve(trouble);
  }
}
