import type { Clock, Timer } from "../../../src/base/core/clock.ts";

interface Alarm {
  atMs: number;
  periodMs: number | undefined;
  run: () => void;
}

/** A clock that only moves when told. */
export class FakeClock implements Clock {
  #wallMs: number;
  #monoMs = 1000;
  readonly #alarms = new Set<Alarm>();

  constructor(wallMs = Date.UTC(2026, 0, 1)) {
    this.#wallMs = wallMs;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  /** Timers that have not run yet. */
  get pending(): number {
    return this.#alarms.size;
  }

  ageMs(): number {
    return this.#wallMs;
  }

  monoMs(): number {
    return this.#monoMs;
  }

  after(delayMs: number, run: () => void): Timer {
    return this.#add({ atMs: this.#monoMs + Math.max(0, delayMs), periodMs: undefined, run });
  }

  every(periodMs: number, run: () => void): Timer {
    return this.#add({ atMs: this.#monoMs + periodMs, periodMs, run });
  }

  /** Moves both times on and runs, in order, what falls due on the way. */
  advance(ms: number): void {
    const endMs = this.#monoMs + ms;
    for (let due = this.#next(endMs); due; due = this.#next(endMs)) {
      this.#moveTo(Math.max(this.#monoMs, due.atMs));
      if (due.periodMs === undefined) this.#alarms.delete(due);
      else due.atMs += due.periodMs;
      due.run();
    }
    this.#moveTo(endMs);
  }

  /** Sets the wall clock off by `ms`, as an operator or NTP does; timers do not notice. */
  jumpWall(ms: number): void {
    this.#wallMs += ms;
  }

  #add(alarm: Alarm): Timer {
    this.#alarms.add(alarm);
    return { cancel: () => void this.#alarms.delete(alarm) };
  }

  #moveTo(monoMs: number): void {
    this.#wallMs += monoMs - this.#monoMs;
    this.#monoMs = monoMs;
  }

  #next(endMs: number): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (alarm.atMs <= endMs && (!first || alarm.atMs < first.atMs)) first = alarm;
    }
    return first;
  }
}
