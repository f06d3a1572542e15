import { type Static, Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../../base/contract/answers.ts";
import { mapPositionAnswer } from "../../../base/geo/wire/map-position.ts";
import { modesSchema, scheduleSchema } from "../../../perception/core/schedule-document.ts";
import { severities } from "../../../base/contract/event-types.ts";
import { ruleRequestSchema } from "../rule-document.ts";
import { chainStepStates } from "../rule-terms.ts";

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const { on, do: steps } = ruleRequestSchema.properties;

/** A rule. */
export const ruleAnswer = named(
  "Rule",
  Type.Object({
    id: text,
    object: kind("rule"),
    name: orNull(text),
    on,
    do: steps,
    cooldown_seconds: Type.Number({ minimum: 0 }),
    schedule: orNull(scheduleSchema),
    modes: modesSchema,
    dry_run: Type.Boolean(),
    enabled: Type.Boolean(),
    holds_now: Type.Boolean({
      description: "True if the rule is enabled, and its schedule and the site mode let it act now",
    }),
    origin: oneOfValues(["config", "api"], "Origin"),
    warnings: Type.Array(text, { description: "Reasons why the rule cannot act at present" }),
    acted: count,
    suppressed: Type.Integer({
      minimum: 0,
      description: "Number of incidents within the cooldown, on which the rule did not act",
    }),
    last_chain_id: orNull(text),
    created_at: unixTime,
    updated_at: unixTime,
  }),
);

/** A rule on the wire. */
export type RuleWire = Static<typeof ruleAnswer>;

const step = named(
  "RuleChainStep",
  Type.Object({
    type: oneOfValues(["alert", "command"]),
    robot_id: orNull(text),
    severity: orNull(oneOfValues(severities)),
    message: orNull(text),
    command: orNull(anyObject("The command that the box sent, or would have sent in a dry run")),
    command_id: orNull(text),
    state: oneOfValues(chainStepStates),
    code: orNull(text),
    reason: orNull(text),
    latency_ms: orNull(
      Type.Number({
        description: "Milliseconds from the incident until the robot had accepted the command",
      }),
    ),
    decided_at: orNull(unixTime),
    ended_at: orNull(unixTime),
  }),
);

/** The chain that one rule started for one incident. */
export const chainAnswer = named(
  "RuleChain",
  Type.Object({
    id: text,
    object: kind("rule.chain"),
    rule_id: text,
    rule_name: orNull(text),
    frame: Type.Object({
      stream_id: text,
      generation: orNull(Type.Integer()),
      pts_seconds: orNull(
        Type.Number({
          description:
            "Time of the frame in the camera's video, in seconds since the video last restarted",
        }),
      ),
      captured_at: unixTime,
      snapshot_url: orNull(text),
    }),
    incident: Type.Object({
      id: text,
      type: text,
      severity: oneOfValues(severities),
      policy_id: orNull(text),
      zone: orNull(text),
      classes: Type.Array(text),
      confidence: Type.Number(),
      summary: text,
      robot_id: orNull(text),
      map_position: orNull(mapPositionAnswer),
      started_at: unixTime,
    }),
    decision: Type.Object({
      outcome: oneOfValues(["act", "dry_run"]),
      dry_run: Type.Boolean(),
      frame_age_ms: Type.Number(),
      decided_at: unixTime,
    }),
    steps: Type.Array(step),
    created_at: unixTime,
  }),
);

/** A chain on the wire. */
export type ChainWire = Static<typeof chainAnswer>;

/** `data` of a removed rule. */
export const removedRuleAnswer = Type.Object({
  id: text,
  object: kind("rule"),
  deleted: Type.Boolean(),
});
