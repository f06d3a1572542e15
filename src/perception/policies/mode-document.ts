import { type Static, Type } from "typebox";
import {
  clockTimeSchema,
  daysSchema,
  holidaysSchema,
  timeZoneSchema,
} from "../core/schedule-document.ts";
import { scheduleLimits, type SiteMode, siteModes } from "../core/schedule-terms.ts";

const closed = { additionalProperties: false } as const;

const modeEntry = Type.Object(
  {
    days: Type.Optional(daysSchema),
    at: clockTimeSchema,
    mode: Type.Unsafe<SiteMode>({ type: "string", enum: [...siteModes] }),
  },
  closed,
);

const modeScheduleSchema = Type.Object(
  {
    time_zone: timeZoneSchema,
    changes: Type.Array(modeEntry, { minItems: 1, maxItems: scheduleLimits.windows }),
    holidays: Type.Optional(holidaysSchema),
  },
  { ...closed, title: "ModeSchedule" },
);

/** The scheduled changes of the mode. */
export type ModeSchedule = Static<typeof modeScheduleSchema>;

/** Body of `PUT /system/mode`: by hand, by a schedule, or both; null ends the schedule. */
export const modeSchema = Type.Object(
  {
    mode: Type.Optional(Type.Unsafe<SiteMode>({ type: "string", enum: [...siteModes] })),
    schedule: Type.Optional(Type.Union([modeScheduleSchema, Type.Null()])),
  },
  { ...closed, minProperties: 1, title: "ModeRequest" },
);

/** Body of `PUT /system/mode`. */
export type ModeRequest = Static<typeof modeSchema>;
