import { type Static, Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import {
  closed,
  name,
  robotCommandSchema,
  robotIdSchema,
} from "../../robots/driver/command-document.ts";
import { modesSchema, scheduleSchema } from "../../perception/core/schedule-document.ts";
import { oneOfValues } from "../../base/contract/answers.ts";
import { robotTriggers, ruleLimits } from "./rule-terms.ts";
import { robotLimits } from "../../robots/robot-terms.ts";
import { streamIdPattern } from "../../perception/core/stream-terms.ts";

/** Path parameter that names a rule. */
export const ruleIdSchema = Type.String({ pattern: streamIdPattern });

const filters = { minItems: 1, maxItems: ruleLimits.filters, uniqueItems: true } as const;

const triggerSchema = Type.Object(
  {
    type: Type.Optional(
      Type.String({
        pattern: "^[a-z_]{1,64}$",
        description: `Type of a stream's incident, or of a robot's: ${robotTriggers.join(", ")}`,
      }),
    ),
    robot_ids: Type.Optional(
      Type.Array(robotIdSchema, {
        ...filters,
        description: "For incidents of robots: the robots",
      }),
    ),
    policy_id: Type.Optional(
      Type.String({
        pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        description: "The stored policy that raised the incident",
      }),
    ),
    source: Type.Optional(
      oneOfValues(["box", "camera"], "Who found the incident: the box, or the camera by ONVIF"),
    ),
    stream_ids: Type.Optional(Type.Array(Type.String({ pattern: streamIdPattern }), filters)),
    zones: Type.Optional(Type.Array(name, filters)),
    classes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        ...filters,
        description: "Classes, at least one of which the incident must show",
      }),
    ),
    min_severity: Type.Optional(oneOfValues(severities)),
    min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  {
    ...closed,
    title: "RuleTrigger",
    description:
      "Condition on incidents of streams or robots. An incident must meet all given fields",
  },
);

const stepSchema = Type.Object(
  {
    type: oneOfValues(["alert", "command"]),
    severity: Type.Optional(oneOfValues(severities)),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.messageLength })),
    robot_id: Type.Optional(robotIdSchema),
    command: Type.Optional(robotCommandSchema),
    target_from: Type.Optional(
      oneOfValues(
        ["incident"],
        "For a `move_to` without a target: the robot drives towards the position of the incident",
      ),
    ),
    after: Type.Optional(
      oneOfValues(["arrived"], "The step waits until the last movement before it has succeeded"),
    ),
    wait_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: robotLimits.actionWaitMaxSec,
        default: robotLimits.actionWaitDefaultSec,
        description:
          "For a command: seconds for which it waits while another caller controls the robot. `stop`, `pause` and `set_speed_limit` do not wait",
      }),
    ),
    standoff_m: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: ruleLimits.standoffM,
        default: ruleLimits.standoffDefaultM,
        description:
          "With `target_from`: distance in metres from the incident's position at which the robot stops",
      }),
    ),
  },
  { ...closed, title: "RuleStep" },
);

/** One step of a rule. */
export type RuleStep = Static<typeof stepSchema>;

/** Body of `PUT /rules/<id>`, and an entry of `rules:` in the site configuration. */
export const ruleRequestSchema = Type.Object(
  {
    name: Type.Optional(name),
    on: triggerSchema,
    do: Type.Array(stepSchema, { minItems: 1, maxItems: ruleLimits.steps }),
    cooldown_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: ruleLimits.cooldownSec,
        default: ruleLimits.cooldownDefaultSec,
        description: "Seconds for which the rule ignores further incidents of the same stream",
      }),
    ),
    schedule: Type.Optional(
      Type.Union([scheduleSchema, Type.Null()], {
        description: "Times at which incidents fire the rule. Null means at all times",
      }),
    ),
    modes: Type.Optional(modesSchema),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: "True: the box decides and records, but sends nothing",
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  { ...closed, title: "RuleRequest" },
);

/** Body of `PUT /rules/<id>`. */
export type RuleRequest = Static<typeof ruleRequestSchema>;
