import { type Static, Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import { modesSchema, scheduleSchema } from "../core/schedule-document.ts";
import { behaviorSchema } from "../settings/stream-document.ts";
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
