import { type Static, Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import {
  clockTimeSchema,
  daysSchema,
  holidaysSchema,
  modesSchema,
  scheduleSchema,
  timeZoneSchema,
} from "./schedule.ts";
import { behaviorSchema } from "./surveillance.ts";
import { scheduleLimits, type SiteMode, siteModes } from "../core/schedule-terms.ts";
import { streamIdPattern, surveillanceLimits } from "../core/stream-terms.ts";

const closed = { additionalProperties: false } as const;

const {
  type: _type,
  severity: _severity,
  schedule: _schedule,
  modes: _modes,
  cooldown_seconds: _cooldown,
  ...conditionFields
} = behaviorSchema.properties;

const conditionSchema = Type.Object(conditionFields, { ...closed, title: "PolicyCondition" });

const actionSchema = Type.Object(
  {
    severity: Type.Optional(Type.Unsafe<(typeof severities)[number]>(severityOf())),
    cooldown_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: surveillanceLimits.cooldownSeconds,
        description:
          "Cooldown in seconds. Without it `alerts.cooldown_seconds` of the stream applies",
      }),
    ),
  },
  { ...closed, title: "PolicyAction" },
);

function severityOf() {
  return {
    type: "string",
    enum: [...severities],
    description: "Severity of the incidents. Without it the default of the behavior applies",
  };
}

const fields = {
  stream_id: Type.String({
    pattern: `^$|${streamIdPattern}`,
    description: "The stream of the policy. Empty means every stream of the organisation",
  }),
  name: Type.String({ minLength: 1, maxLength: surveillanceLimits.nameLength }),
  type: Type.String({ minLength: 1, maxLength: surveillanceLimits.nameLength }),
  condition: conditionSchema,
  action: actionSchema,
  schedule: Type.Union([scheduleSchema, Type.Null()], {
    description: "Times at which the policy applies. Null means at all times",
  }),
  modes: modesSchema,
  enabled: Type.Boolean(),
};

/** Body of `POST /surveillance/policies` (contract section 2.7, decisions section 5). */
export const policySchema = Type.Object(
  {
    stream_id: Type.Optional(fields.stream_id),
    name: fields.name,
    type: fields.type,
    condition: Type.Optional(fields.condition),
    action: Type.Optional(fields.action),
    schedule: Type.Optional(fields.schedule),
    modes: Type.Optional(fields.modes),
    enabled: Type.Optional(fields.enabled),
  },
  { ...closed, title: "PolicyRequest" },
);

/** Body of `POST /surveillance/policies`. */
export type PolicyRequest = Static<typeof policySchema>;

/** Body of `PATCH /surveillance/policies/<id>`: each field that is given replaces the old one. */
export const policyPatchSchema = Type.Partial(Type.Object(fields), {
  ...closed,
  minProperties: 1,
  title: "PolicyPatch",
});

/** Body of `PATCH /surveillance/policies/<id>`. */
export type PolicyPatch = Static<typeof policyPatchSchema>;

/** Parameters of a behavior without type and severity. */
export type PolicyCondition = Static<typeof conditionSchema>;

/** The action of a policy. */
export type PolicyAction = Static<typeof actionSchema>;

/** Body of `POST /surveillance/policies/<id>/replay`; times are Unix seconds. */
export const replaySchema = Type.Object(
  {
    from: Type.Number({ minimum: 0 }),
    to: Type.Number({ minimum: 0 }),
    stream_id: Type.Optional(Type.String({ pattern: streamIdPattern })),
  },
  { ...closed, title: "PolicyReplayRequest" },
);

/** Body of `POST /surveillance/policies/replay`: as the replay of a stored policy, with the policy itself. */
export const ruleReplaySchema = Type.Object(
  { ...replaySchema.properties, policy: policySchema },
  { ...closed, title: "RuleReplayRequest" },
);

/** Body of `POST /surveillance/policies/replay`. */
export type RuleReplayRequest = Static<typeof ruleReplaySchema>;

/** Body of `POST /surveillance/policies/<id>/replay`. */
export type ReplayRequest = Static<typeof replaySchema>;

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
export type ModeScheduleWire = Static<typeof modeScheduleSchema>;

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
