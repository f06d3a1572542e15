import { type Static, Type } from "typebox";
import { limits } from "../../base/contract/limits.ts";
import { localeTag } from "../../base/contract/locale-tag.ts";
import { notBlankPattern } from "../../base/contract/pattern-words.ts";
import { stringMap } from "../../base/contract/string-map.ts";
import { closed, robotCommandSchema, robotIdSchema } from "../driver/command-document.ts";
import { behaviorFields, severity, steps, storedId, zoneFields } from "../fleet/config-document.ts";
import { oneOfValues } from "../../base/contract/answers.ts";
import { robotLimits } from "../robot-terms.ts";
import { runLimits } from "./run-terms.ts";
import { streamIdPattern, surveillanceLimits } from "../../perception/core/stream-terms.ts";

const list = { maxItems: robotLimits.perRequest } as const;
const classLabel = Type.String({ minLength: 1, maxLength: surveillanceLimits.classLength });

const behaviorSchema = Type.Object(
  {
    ...behaviorFields,
    severity: Type.Optional(severity),
    seconds: Type.Optional(Type.Number({ minimum: 0, maximum: surveillanceLimits.seconds })),
    min_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    classes: Type.Optional(Type.Array(classLabel, { maxItems: surveillanceLimits.classes })),
  },
  { ...closed, title: "RunBehavior" },
);

/** A behavior of a run. */
export type RunBehavior = Static<typeof behaviorSchema>;

const actionSchema = Type.Object(
  {
    on: Type.String({
      pattern: "^[a-z_]{1,64}$",
      description: "Type of the behavior that starts the steps",
    }),
    do: steps,
  },
  { ...closed, title: "RunAction" },
);

const inputSchema = Type.Object(
  {
    data: Type.String({
      minLength: 1,
      maxLength: surveillanceLimits.inputDataLength,
      description: "One picture from the robot, as base64 or a data URL",
    }),
    mime_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
);

const perceptionSchema = Type.Object(
  {
    input: Type.Optional(inputSchema),
    frame_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Your number for the picture. Incidents repeat it",
      }),
    ),
    detect: Type.Optional(Type.Array(classLabel, { maxItems: surveillanceLimits.classes })),
    stream_ids: Type.Optional(
      Type.Array(Type.String({ pattern: streamIdPattern }), {
        maxItems: runLimits.streams,
        uniqueItems: true,
        description: "Streams whose incidents count for the run's behaviors",
      }),
    ),
    robot_camera: Type.Optional(
      Type.Boolean({
        description:
          "True: the run uses the robot's own camera. This is the default if the robot has one",
      }),
    ),
    period_seconds: Type.Optional(
      Type.Number({
        minimum: runLimits.periodMinSec,
        maximum: runLimits.periodMaxSec,
        default: runLimits.periodDefaultSec,
        description: "Seconds between two pictures of the robot's own camera",
      }),
    ),
  },
  { ...closed, title: "RunPerception" },
);

/** Body of `POST /robots/run` (contract section 4.11). */
export const robotRunSchema = Type.Object(
  {
    robot_id: robotIdSchema,
    task: Type.String({
      minLength: 1,
      maxLength: runLimits.taskLength,
      pattern: notBlankPattern,
      description: "The task: `patrol`, `observe`, `follow`, or a description in words",
    }),
    profile: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    zones: Type.Optional(
      Type.Array(Type.Object(zoneFields, { ...closed, title: "RunZone" }), list),
    ),
    zone_ids: Type.Optional(Type.Array(storedId, list)),
    behaviors: Type.Optional(Type.Array(behaviorSchema, list)),
    behavior_ids: Type.Optional(Type.Array(storedId, list)),
    actions: Type.Optional(Type.Array(actionSchema, list)),
    action_ids: Type.Optional(Type.Array(storedId, list)),
    perception: Type.Optional(perceptionSchema),
    laps: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: runLimits.laps }), Type.Null()], {
        description: "Number of rounds of a patrol. Null means until somebody cancels the run",
      }),
    ),
    dwell_seconds: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: runLimits.dwellSec }), Type.Null()], {
        description:
          "Seconds at each place. The default is 0 for a patrol and 60 for `observe`. Null means until somebody cancels the run",
      }),
    ),
    max_speed_mps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20 })),
    standoff_m: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: runLimits.standoffM,
        default: runLimits.standoffDefaultM,
        description: "Distance in metres that the robot keeps from the object that it follows",
      }),
    ),
    on_blocked: Type.Optional(
      oneOfValues(
        ["skip", "fail"],
        "Reaction to a place that the robot cannot reach. By default a patrol skips the place, and any other run fails",
      ),
    ),
    after_restart: Type.Optional(
      oneOfValues(
        ["pause", "resume"],
        "Behavior of the run after a restart of the box: `pause`, the default, waits for a person; `resume` continues",
      ),
    ),
    outputs: Type.Optional(
      Type.Object(
        {
          delivery: Type.Optional(
            Type.Array(oneOfValues(["sse"]), {
              maxItems: 1,
              description:
                "Receivers of the run's incidents. With an empty list only the job has them",
            }),
          ),
        },
        closed,
      ),
    ),
    output: Type.Optional(
      Type.Object(
        {
          locale: Type.Optional(
            localeTag(
              "Language of texts and of the task. Without it `context.locale` applies, and without that `en`",
            ),
          ),
        },
        closed,
      ),
    ),
    context: Type.Optional(
      Type.Object(
        { locale: Type.Optional(localeTag("Language of texts if `output.locale` is absent")) },
        closed,
      ),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: "True: the box makes the plan and does not carry it out",
      }),
    ),
    client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
    metadata: Type.Optional(
      stringMap("Your own values. The job and its webhook deliveries repeat them"),
    ),
  },
  { ...closed, title: "RobotRunRequest" },
);

/** Body of `POST /robots/run`. */
export type RobotRunRequest = Static<typeof robotRunSchema>;

/** The answer of a text endpoint to a task in words. */
export const textPlanSchema = Type.Object(
  {
    steps: Type.Array(
      Type.Object(
        {
          type: oneOfValues(["move", "command", "observe"]),
          zone: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          command: Type.Optional(robotCommandSchema),
          seconds: Type.Optional(Type.Number({ minimum: 0, maximum: runLimits.dwellSec })),
        },
        closed,
      ),
      { minItems: 1, maxItems: 100 },
    ),
  },
  closed,
);

/** The answer of a text endpoint to a task in words. */
export type TextPlan = Static<typeof textPlanSchema>;
