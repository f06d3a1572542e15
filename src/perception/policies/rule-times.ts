import type { RuleLimits } from "../profiles/rules.ts";
import type { ScheduleWire } from "../wire/schedule.ts";
import { Schedule } from "../core/schedule.ts";
import type { SiteModes } from "./site-mode.ts";

/** When a rule of an organisation holds: a policy, a camera's own behavior, or a rule that moves robots. */
export interface RuleTerms extends RuleLimits {
  org: string;
}

/** Decides for every rule whether its schedule and modes let it hold. */
export class RuleTimes {
  readonly #modes: Pick<SiteModes, "at">;
  /** Parsed schedules, by their stored form. */
  readonly #schedules = new WeakMap<object, Schedule>();

  constructor(modes: Pick<SiteModes, "at">) {
    this.#modes = modes;
  }

  /** Returns true when schedule and modes let the rule hold at `wallMs`, Unix milliseconds. */
  holdsAt({ org, schedule, modes }: RuleTerms, wallMs: number): boolean {
    if (modes.length > 0 && !modes.includes(this.#modes.at(org, wallMs))) return false;
    return this.scheduleOf(schedule)?.holdsAt(wallMs) ?? true;
  }

  /**
   * Returns why the schedule never holds from `wallMs` on, in words; null when it will. Throws as `scheduleOf`
   * does.
   */
  whyNever(schedule: ScheduleWire, wallMs: number): string | null {
    return this.scheduleOf(schedule)!.whyNever(wallMs);
  }

  /** The parsed schedule; undefined for null. Throws `invalid_request_body` for an impossible one. */
  scheduleOf(wire: ScheduleWire | null): Schedule | undefined {
    if (wire === null) return undefined;
    const known = this.#schedules.get(wire) ?? Schedule.read(wire, "schedule");
    this.#schedules.set(wire, known);
    return known;
  }
}
