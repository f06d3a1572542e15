import { invalidField } from "../../base/contract/fail.ts";
import type { WeeklySchedule } from "./schedule-document.ts";
import { dateAfter, isDate, minuteOf, weekdayOf, ZoneClock } from "./local-time.ts";
import { type DayKind, dayKinds } from "./schedule-terms.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The days ahead that a search for the next start covers. */
const searchDays = 366;

interface Window {
  days: ReadonlySet<DayKind>;
  fromMinute: number;
  /** At most `fromMinute` for a window that ends on the next day. */
  toMinute: number;
}

/**
 * A weekly schedule in its time zone's local time: it holds whenever the local clock shows a time in one of
 * its windows. An hour that a clock change skips does not exist; one that it repeats counts twice. A window
 * over midnight belongs to the day on which it begins.
 */
export class Schedule {
  readonly #clock: ZoneClock;
  readonly #windows: readonly Window[];
  readonly #holidays: ReadonlySet<string>;
  #last: { minute: number; holds: boolean } = { minute: Number.NaN, holds: false };
  /** The answer of `nextStart`, and the time for which it was sought. */
  #next: { soughtMs: number; atMs: number | null } | undefined;

  private constructor(clock: ZoneClock, windows: Window[], holidays: ReadonlySet<string>) {
    this.#clock = clock;
    this.#windows = windows;
    this.#holidays = holidays;
  }

  /**
   * Checks a schedule. Throws `invalid_request_body` naming the field below `param`: an unknown time zone, a
   * date that does not exist, a window without any time.
   */
  static read(wire: WeeklySchedule, param: string): Schedule {
    const clock = ZoneClock.of(wire.time_zone);
    if (!clock) throw unknownZone(wire.time_zone, `${param}.time_zone`);
    const holidays = readHolidays(wire.holidays, `${param}.holidays`);
    const windows = wire.windows.map((one, index) => {
      const fromMinute = minuteOf(one.from ?? "00:00");
      const toMinute = minuteOf(one.to ?? "24:00");
      if (fromMinute === toMinute) {
        const where = `${param}.windows[${index}].to`;
        throw invalidField(
          where,
          "is the same as from, so that the window never holds. Send another time",
        );
      }
      return { days: new Set(one.days ?? dayKinds), fromMinute, toMinute };
    });
    return new Schedule(clock, windows, holidays);
  }

  /** True when it holds at `wallMs`, Unix milliseconds. */
  holdsAt(wallMs: number): boolean {
    const minute = Math.floor(wallMs / minuteMs);
    if (this.#last.minute !== minute) this.#last = { minute, holds: this.#look(wallMs) };
    return this.#last.holds;
  }

  /**
   * Returns why it will never hold from `wallMs` on, in words; null when it will. A weekday always comes, a
   * holiday only if the list has one.
   */
  whyNever(wallMs: number): string | null {
    const { date } = this.#clock.at(wallMs);
    const yesterday = dateAfter(date, -1);
    const isComing = [...this.#holidays].some((day) => day >= yesterday);
    const comes = ({ days }: Window): boolean =>
      isComing || [...days].some((day) => day !== "holiday");
    if (this.#windows.some(comes)) return null;
    const last = [...this.#holidays].toSorted().at(-1);
    if (last === undefined) return "it is for holidays only, and holidays lists none";
    return `it is for holidays only, and the last one listed was ${last}`;
  }

  /**
   * Returns the Unix milliseconds after `wallMs` at which it next begins to hold; null if it does not within a year.
   */
  nextStart(wallMs: number): number | null {
    const known = this.#next;
    const isCurrent =
      known && wallMs >= known.soughtMs && wallMs < (known.atMs ?? known.soughtMs + dayMs);
    if (isCurrent) return known.atMs;
    this.#next = { soughtMs: wallMs, atMs: this.#seekStart(wallMs) };
    return this.#next.atMs;
  }

  #seekStart(wallMs: number): number | null {
    const { date: today } = this.#clock.at(wallMs);
    for (let day = 0; day <= searchDays; day += 1) {
      const date = dateAfter(today, day);
      const kind = this.#kindOf(date);
      const starts = this.#windows
        .filter(({ days }) => days.has(kind))
        .map(({ fromMinute }) => this.#clock.instantOf({ date, minute: fromMinute }))
        // Where two windows meet, nothing begins.
        .filter((atMs) => atMs > wallMs && !this.#look(atMs - minuteMs));
      if (starts.length > 0) return Math.min(...starts);
    }
    return null;
  }

  #look(wallMs: number): boolean {
    const { date, minute } = this.#clock.at(wallMs);
    const today = this.#kindOf(date);
    const yesterday = this.#kindOf(dateAfter(date, -1));
    return this.#windows.some(({ days, fromMinute, toMinute }) => {
      if (fromMinute < toMinute)
        return days.has(today) && minute >= fromMinute && minute < toMinute;
      return (
        (days.has(today) && minute >= fromMinute) || (days.has(yesterday) && minute < toMinute)
      );
    });
  }

  #kindOf(date: string): DayKind {
    return dayKindOf(date, this.#holidays);
  }
}

/** Returns the kind of day of `date`. */
export function dayKindOf(date: string, holidays: ReadonlySet<string>): DayKind {
  return holidays.has(date) ? "holiday" : dayKinds[weekdayOf(date)]!;
}

/** Reads the dates of a list; `invalid_request_body` names a wrong one. */
export function readHolidays(list: readonly string[] | undefined, param: string): Set<string> {
  for (const [index, date] of (list ?? []).entries()) {
    if (!isDate(date))
      throw invalidField(`${param}[${index}]`, `${date} is not a date. Send YYYY-MM-DD`);
  }
  return new Set(list);
}

/** Throws `invalid_request_body` for a name that is not a time zone. */
export function unknownZone(name: string, param: string) {
  const message = `is not a time zone: \`${name}\`. Give an IANA name such as Europe/Berlin`;
  return invalidField(param, message);
}
