/** A moment by the local clock and calendar of a time zone. */
export interface LocalTime {
  /** `2026-11-21`. */
  date: string;
  /** Minutes since midnight by the local clock, 0–1439. */
  minute: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Reads local times of one IANA time zone. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** Undefined for a name that the IANA database does not have; also for offsets such as `+02:00`. */
  static of(timeZone: string): ZoneClock | undefined {
    if (!/^[A-Za-z]/.test(timeZone)) return undefined;
    try {
      const format = new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
      });
      return new ZoneClock(format);
    } catch {
      return undefined;
    }
  }

  /** Local time at `wallMs`, Unix milliseconds. */
  at(wallMs: number): LocalTime {
    const parts = new Map(
      this.#format.formatToParts(wallMs).map(({ type, value }) => [type, value]),
    );
    const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
    const date = dateText(Date.UTC(number("year"), number("month") - 1, number("day")));
    return { date, minute: number("hour") * 60 + number("minute") };
  }

  /**
   * Returns the Unix milliseconds at which the local clock first shows `local`. A skipped time becomes the
   * end of the skip plus its distance from the skip's start.
   */
  instantOf({ date, minute }: LocalTime): number {
    const asUtcMs = Date.parse(`${date}T00:00:00Z`) + minute * minuteMs;
    const candidates = [-dayMs, dayMs].map((aside) => asUtcMs - this.#offsetMs(asUtcMs + aside));
    const matching = candidates.filter((ms) => this.#asUtcMs(ms) === asUtcMs);
    return matching.length > 0 ? Math.min(...matching) : candidates[0]!;
  }

  #asUtcMs(wallMs: number): number {
    const { date, minute } = this.at(wallMs);
    return Date.parse(`${date}T00:00:00Z`) + minute * minuteMs;
  }

  #offsetMs(wallMs: number): number {
    return this.#asUtcMs(wallMs) - Math.floor(wallMs / minuteMs) * minuteMs;
  }
}

/** The date `days` after `date`. */
export function dateAfter(date: string, days: number): string {
  return dateText(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
}

/** Returns true when `text` is a date of the calendar, such as 2026-02-28. */
export function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && dateText(ms) === text;
}

/** Day of the week of `date`, 0 for Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Minutes since midnight of `22:30`; 1440 for `24:00`. */
export function minuteOf(text: string): number {
  const [hours, minutes] = text.split(":").map(Number);
  return hours! * 60 + minutes!;
}

function dateText(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
