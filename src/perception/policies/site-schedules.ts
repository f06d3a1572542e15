import type { BehaviorTimes } from "../profiles/behavior-plans.ts";
import type { WeeklySchedule } from "../core/schedule-document.ts";
import { Schedule } from "../core/schedule.ts";
import type { SiteModes } from "./site-mode.ts";

/** Decides when the policies, behaviors and rules of an organisation apply: by their schedules and by the site modes. */
export class SiteSchedules {
  readonly #modes: Pick<SiteModes, "at">;
  /** Parsed schedules, by their stored form. */
  readonly #schedules = new WeakMap<object, Schedule>();

  constructor(modes: Pick<SiteModes, "at">) {
    this.#modes = modes;
  }

  /** Returns true when schedule and modes hold at `wallMs`, Unix milliseconds. */
  holdsAt({ org, schedule, modes }: BehaviorTimes & { org: string }, wallMs: number): boolean {
    if (modes.length > 0 && !modes.includes(this.#modes.at(org, wallMs))) return false;
    return this.scheduleOf(schedule)?.holdsAt(wallMs) ?? true;
  }

  /**
   * Returns why the schedule never holds from `wallMs` on, in words; null when it will. Throws as `scheduleOf`
   * does.
   */
  whyNever(schedule: WeeklySchedule, wallMs: number): string | null {
    return this.scheduleOf(schedule)!.whyNever(wallMs);
  }

  /** Returns when the schedule next begins to hold after `wallMs`; null if it does not within a year. */
  nextStart(schedule: WeeklySchedule, wallMs: number): number | null {
    return this.scheduleOf(schedule)!.nextStart(wallMs);
  }

  /** The parsed schedule; undefined for null. Throws `invalid_request_body` for an impossible one. */
  scheduleOf(wire: WeeklySchedule | null): Schedule | undefined {
    if (wire === null) return undefined;
    const known = this.#schedules.get(wire) ?? Schedule.read(wire, "schedule");
    this.#schedules.set(wire, known);
    return known;
  }
}
