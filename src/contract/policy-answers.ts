import { Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "./answers.ts";
import { modeSchema, policySchema, siteModes } from "./policy.ts";

const request = policySchema.properties;

/** A stored policy. */
export const policyAnswer = named(
  "Policy",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.policy"),
    stream_id: Type.String({ description: "Empty: every stream of the organisation" }),
    name: Type.String(),
    type: Type.String(),
    condition: request.condition,
    action: request.action,
    schedule: request.schedule,
    modes: request.modes,
    enabled: Type.Boolean(),
    holds_now: Type.Boolean({ description: "Whether schedule and mode let it hold now" }),
    streams: Type.Array(Type.String(), { description: "Streams that it is evaluated on now" }),
    warnings: Type.Array(Type.String(), { description: "Why it does less than was asked" }),
    created_at: unixTime,
    updated_at: unixTime,
  }),
);

/** `data` of a removal. */
export const removedPolicyAnswer = Type.Object({
  id: Type.String(),
  object: kind("surveillance.policy"),
  deleted: Type.Boolean(),
});

/** The mode of the site. */
export const modeAnswer = named(
  "Mode",
  Type.Object({
    object: kind("system.mode"),
    mode: oneOfValues(siteModes),
    source: oneOfValues(["default", "hand", "schedule"]),
    since: orNull(unixTime),
    set_by: orNull(Type.String({ description: "Id of the key that set mode or schedule last" })),
    next_change: orNull(Type.Object({ at: unixTime, mode: oneOfValues(siteModes) })),
    schedule: orNull(modeSchema.properties.schedule),
  }),
);
