import { type Static, Type } from "typebox";
import {
  type DayKind,
  dayKinds,
  scheduleLimits,
  type SiteMode,
  siteModes,
} from "./schedule-terms.ts";

const closed = { additionalProperties: false } as const;

/** The days of a window or of a change of the mode. */
export const daysSchema = Type.Array(
  Type.Unsafe<DayKind>({ type: "string", enum: [...dayKinds] }),
  {
    minItems: 1,
    maxItems: dayKinds.length,
    uniqueItems: true,
    description: "Days of the week. Without it every day, holidays included",
  },
);

/** A time zone by its IANA name. */
export const timeZoneSchema = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "IANA name of the time zone, for example Europe/Berlin",
});

/** Dates that count as holidays. */
export const holidaysSchema = Type.Array(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }), {
  maxItems: scheduleLimits.holidays,
  description: "Dates that count as holidays and not as weekdays",
});

/** A time of the day, `00:00` to `23:59`. */
export const clockTimeSchema = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" });

/** A weekly schedule in a time zone. */
export const scheduleSchema = Type.Object(
  {
    time_zone: timeZoneSchema,
    windows: Type.Array(
      Type.Object(
        {
          days: Type.Optional(daysSchema),
          from: Type.Optional(clockTimeSchema),
          to: Type.Optional(
            Type.String({
              pattern: "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$",
              description: "End of the time. If it is earlier than `from`, it is on the next day",
            }),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: scheduleLimits.windows },
    ),
    holidays: Type.Optional(holidaysSchema),
  },
  { ...closed, title: "PolicySchedule" },
);

/** The times at which a policy, a behavior or a rule applies, in local time of `time_zone`. */
export type WeeklySchedule = Static<typeof scheduleSchema>;

/** Modes in which a policy, a behavior or a rule applies. */
export const modesSchema = Type.Array(
  Type.Unsafe<SiteMode>({ type: "string", enum: [...siteModes] }),
  {
    maxItems: siteModes.length,
    uniqueItems: true,
    description: "Site modes in which the rule applies. An empty list means all modes",
  },
);
