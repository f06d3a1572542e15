import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { policySchema } from "../policies/policy-document.ts";
import { modeSchema } from "../policies/mode-document.ts";
import { siteModes } from "../core/schedule-terms.ts";

const request = policySchema.properties;

/** A stored policy. */
export const policyAnswer = named(
  "Policy",
  Type.Object({
    id: Type.String(),
    object: kind("surveillance.policy"),
    stream_id: Type.String({
      description: "Id of the stream. Empty means every stream of the organisation",
    }),
    name: Type.String(),
    type: Type.String(),
    condition: request.condition,
    action: request.action,
    schedule: request.schedule,
    modes: request.modes,
    enabled: Type.Boolean(),
    holds_now: Type.Boolean({
      description: "True if the schedule and the site mode let the policy apply now",
    }),
    streams: Type.Array(Type.String(), { description: "Streams to which the policy applies now" }),
    warnings: Type.Array(Type.String(), {
      description: "Reasons why the policy does less than requested",
    }),
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
    set_by: orNull(
      Type.String({ description: "Id of the key that last set the mode or the schedule" }),
    ),
    next_change: orNull(Type.Object({ at: unixTime, mode: oneOfValues(siteModes) })),
    schedule: orNull(modeSchema.properties.schedule),
  }),
);

const texts = Type.Array(Type.String());

/** The incidents that a policy would have raised. */
export const replayAnswer = named(
  "PolicyReplay",
  Type.Object({
    object: kind("surveillance.policy_replay"),
    policy_id: orNull(Type.String({ description: "Null: the request brought the rule" })),
    from: unixTime,
    to: unixTime,
    incident_count: Type.Integer({ minimum: 0 }),
    incidents: Type.Array(
      Type.Object({
        id: Type.String(),
        stream_id: Type.String(),
        type: Type.String(),
        severity: Type.String(),
        zone: orNull(Type.String()),
        classes: texts,
        confidence: Type.Number(),
        track_ids: Type.Array(Type.Integer()),
        count: Type.Integer(),
        started_at: unixTime,
        opened_at: unixTime,
        last_seen_at: unixTime,
        resolved_at: orNull(unixTime),
        summary: Type.String(),
      }),
    ),
    streams: Type.Array(
      Type.Object({
        stream_id: Type.String(),
        frames: Type.Integer({ minimum: 0 }),
        recorded_seconds: Type.Number({ minimum: 0 }),
        incident_count: Type.Integer({ minimum: 0 }),
        warnings: texts,
      }),
    ),
  }),
);

/** A policy on the wire. */
export type PolicyWire = Static<typeof policyAnswer>;

/** The mode on the wire. */
export type ModeWire = Static<typeof modeAnswer>;

/** The answer of a replay. */
export type ReplayWire = Static<typeof replayAnswer>;

/** An incident that a policy would have raised. */
export type ReplayedIncident = ReplayWire["incidents"][number];

/** The result of a replay of one stream. */
export type ReplayedStream = ReplayWire["streams"][number];
