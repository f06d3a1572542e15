import type { WeeklySchedule } from "../../perception/core/schedule-document.ts";
import type { SiteMode } from "../../perception/core/schedule-terms.ts";

/** When schedules and site modes hold: the class that policies and rules use. */
export interface MissionTimes {
  holdsAt(
    of: { org: string; schedule: WeeklySchedule | null; modes: readonly SiteMode[] },
    wallMs: number,
  ): boolean;
  /**
   * Returns why the schedule never holds from `wallMs` on; null when it will. Throws `invalid_request_body` naming the
   * field below `schedule` for an impossible one.
   */
  whyNever(schedule: WeeklySchedule, wallMs: number): string | null;
  /** Returns the Unix milliseconds after `wallMs` at which the schedule next begins to hold; null if not within a year. */
  nextStart(schedule: WeeklySchedule, wallMs: number): number | null;
}
