import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { limits } from "../../base/contract/limits.ts";
import { stringMap } from "../../base/contract/string-map.ts";
import {
  closed,
  name,
  placeSchema,
  robotCommandSchema,
  robotIdSchema,
} from "../driver/command-document.ts";
import { robotLimits } from "../robot-terms.ts";
import { modesSchema, scheduleSchema } from "../../perception/core/schedule-document.ts";
import { streamIdPattern, surveillanceLimits } from "../../perception/core/stream-terms.ts";
import { missionLimits, missionStepTypes } from "./mission-terms.ts";

const { load, station, device, parameters } = robotCommandSchema.properties;

const answerWord = Type.String({
  pattern: `^[a-z0-9][a-z0-9_-]{0,${missionLimits.answerLength - 1}}$`,
});

/** The name of a step within its mission. */
export const missionStepId = Type.String({ pattern: "^[a-z][a-z0-9_-]{0,63}$" });

const branch = Type.Object(
  {
    on: {
      ...answerWord,
      description:
        "Result of the step: `done` or `failed`; `found` or `not_found` of a look; an answer or `no_answer` of a question; what a webhook answers",
    },
    to: { ...missionStepId, description: "Id of the next step, or `end` or `fail`" },
  },
  { ...closed, title: "MissionBranch" },
);

const anyJson = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: "object",
    additionalProperties: true,
    description,
  });

const step = Type.Object(
  {
    id: Type.Optional({
      ...missionStepId,
      description:
        "Name of the step within the mission. The default is `step_1`, `step_2` and so on",
    }),
    type: oneOfValues(missionStepTypes),
    place: Type.Optional({ ...name, description: "Name of a stored place" }),
    target: Type.Optional(placeSchema),
    max_speed_mps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20 })),
    seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: missionLimits.stepSec,
        description:
          "How long the step waits or looks; the longest time for an answer, a door or an operation",
      }),
    ),
    look_for: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: surveillanceLimits.classLength,
        description: "Class of the objects to look for. The step ends at the first one",
      }),
    ),
    question: Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.messageLength })),
    answers: Type.Optional(
      Type.Array(answerWord, { minItems: 1, maxItems: missionLimits.answers, uniqueItems: true }),
    ),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.messageLength })),
    load,
    station,
    device,
    parameters,
    door: Type.Optional({ ...name, description: "Id of a door or lift of the site file" }),
    level: Type.Optional({ ...name, description: "Level to which a lift comes" }),
    until_percent: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 100,
        default: 100,
        description: "The step ends at this charge, in percent",
      }),
    ),
    webhook_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Id of a registered webhook" }),
    ),
    data: Type.Optional(anyJson("Extra data that the box sends with `run_id` and `robot_id`")),
    operation: Type.Optional(
      Type.String({
        pattern: "^[a-z][a-z_-]{0,49}\\.[a-z][a-z_-]{0,49}$",
        description: "Name of the operation, such as `surveillance.analyze`",
      }),
    ),
    input: Type.Optional(anyJson("Input of the operation")),
    branches: Type.Optional(Type.Array(branch, { maxItems: missionLimits.branches })),
  },
  { ...closed, title: "MissionStep" },
);

/** One step of a mission. */
export type MissionStep = Static<typeof step>;

const priority = Type.Integer({
  minimum: 0,
  maximum: missionLimits.priorityMost,
  default: missionLimits.priorityDefault,
  description: "The mission of the highest priority gets a robot first",
});

const missionFields = {
  name,
  description: Type.Optional(Type.String({ maxLength: robotLimits.messageLength })),
  robot_id: Type.Optional(
    Type.Union([robotIdSchema, Type.Null()], {
      description: "The robot that carries it out. Null, the default, means any robot that can",
    }),
  ),
  steps: Type.Array(step, { minItems: 1, maxItems: missionLimits.steps }),
  stream_ids: Type.Optional(
    Type.Array(Type.String({ pattern: streamIdPattern }), {
      maxItems: missionLimits.streams,
      uniqueItems: true,
      description: "Calibrated streams that a look uses in addition to the robot's camera",
    }),
  ),
  max_steps: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: missionLimits.takenMost,
      default: missionLimits.takenDefault,
      description: "The most steps that one run may carry out. A step in a loop counts each time",
    }),
  ),
  max_minutes: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: missionLimits.minutesMost,
      default: missionLimits.minutesDefault,
      description: "Minutes after its start at which an unfinished run fails",
    }),
  ),
  priority: Type.Optional(priority),
  interruptible: Type.Optional(
    Type.Boolean({
      default: true,
      description: "True: a mission of higher priority may take the robot between two steps",
    }),
  ),
  after_restart: Type.Optional(
    oneOfValues(
      ["pause", "resume"],
      "Behavior of a begun run after a restart of the box: `pause`, the default, waits for a person",
    ),
  ),
};

const startsSchema = Type.Object(
  {
    schedule: scheduleSchema,
    modes: Type.Optional(modesSchema),
    every_minutes: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: missionLimits.minutesMost,
        description:
          "Minutes after which the mission starts again while the schedule holds. If omitted, it starts once each time that the schedule begins to hold",
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  {
    ...closed,
    title: "MissionStarts",
    description:
      "The box queues the mission when its schedule begins to hold in one of its site modes",
  },
);

/** A mission in a request: what a robot does. */
export const missionSchema = Type.Object(missionFields, { ...closed, title: "MissionRequest" });

/** A mission to store: with the times at which it starts by itself. */
export const storedMissionSchema = Type.Object(
  { ...missionFields, starts: Type.Optional(Type.Union([startsSchema, Type.Null()])) },
  { ...closed, title: "StoredMissionRequest" },
);

/** A mission to store. */
export type StoredMissionRequest = Static<typeof storedMissionSchema>;

/** A mission in a request, and as stored. */
export type MissionRequest = Static<typeof missionSchema>;

/** Body of `PATCH /robots/tasks/<job_id>`. */
export const changedTaskSchema = Type.Object(
  { priority: Type.Integer({ minimum: 0, maximum: missionLimits.priorityMost }) },
  { ...closed, title: "ChangedTaskRequest" },
);

/** Body of `POST /robots/tasks`. */
export const robotTaskSchema = Type.Object(
  {
    mission_id: Type.Optional(
      Type.String({ minLength: 36, maxLength: 36, description: "Id of a stored mission" }),
    ),
    mission: Type.Optional(missionSchema),
    robot_id: Type.Optional(
      Type.Union([robotIdSchema, Type.Null()], {
        description: "The robot. Null means any robot that can. Without it the mission decides",
      }),
    ),
    priority: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: missionLimits.priorityMost,
        description: "Replaces the priority of the mission",
      }),
    ),
    deadline_at: Type.Optional(
      Type.Number({
        minimum: 0,
        description: "Unix seconds at which an unfinished task fails with `deadline_exceeded`",
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        default: false,
        description: "True: the box shows the plan and the choice of the robot, and moves none",
      }),
    ),
    client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
    metadata: Type.Optional(
      stringMap("Your own values. The job and its webhook deliveries repeat them"),
    ),
  },
  { ...closed, title: "RobotTaskRequest" },
);

/** Body of `POST /robots/tasks`. */
export type RobotTaskRequest = Static<typeof robotTaskSchema>;
