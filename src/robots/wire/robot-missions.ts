import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { missionSchema, storedMissionSchema } from "../missions/mission-document.ts";

const text = Type.String();
const number = Type.Number();
const count = Type.Integer({ minimum: 0 });
const { steps } = missionSchema.properties;

/** A stored mission. */
export const robotMissionAnswer = named(
  "RobotMission",
  Type.Object({
    id: text,
    object: kind("robot.mission"),
    name: text,
    description: orNull(text),
    robot_id: orNull(text),
    steps,
    stream_ids: Type.Array(text),
    max_steps: count,
    max_minutes: number,
    priority: count,
    interruptible: Type.Boolean(),
    after_restart: oneOfValues(["pause", "resume"]),
    starts: orNull(storedMissionSchema.properties.starts),
    last_start: orNull(
      Type.Object(
        {
          at: unixTime,
          job_id: orNull(text),
          code: orNull(Type.String({ description: "Why it did not start. Null for a start" })),
          reason: orNull(text),
        },
        { title: "RobotMissionStart", description: "The last start by the schedule" },
      ),
    ),
    next_start_at: orNull({
      ...unixTime,
      description:
        "Unix seconds of the next start by the schedule, if the site then has one of its modes. Null: none within a year",
    }),
    revision: Type.Integer({ minimum: 1, description: "Grows with each change" }),
    created_at: unixTime,
    updated_at: unixTime,
  }),
);

/** A mission on the wire. */
export type RobotMissionWire = Static<typeof robotMissionAnswer>;

const candidate = named(
  "RobotTaskCandidate",
  Type.Object({
    robot_id: text,
    path_m: orNull(
      Type.Number({ description: "Length of the way to the first place. Null for an unknown one" }),
    ),
    path_source: orNull(
      oneOfValues(["grid", "straight"], "The way around the walls of a grid, or a straight line"),
    ),
    charge_percent: orNull(number),
    loads: orNull(Type.Integer({ minimum: 0, description: "Loads that the robot carries" })),
    waiting: Type.Integer({ minimum: 0, description: "Missions that wait for this robot by name" }),
    score: orNull(
      Type.Number({ description: "The lowest gets the mission. Null for a robot that cannot" }),
    ),
    is_chosen: Type.Boolean(),
    code: orNull(
      Type.String({ description: "Why the robot did not get it, or a rule of the gate" }),
    ),
    reason: orNull(text),
  }),
);

/** A mission that waits for a robot or has one. */
export const robotTaskAnswer = named(
  "RobotTask",
  Type.Object({
    id: Type.String({ description: "Id of the job" }),
    object: kind("robot.task"),
    state: Type.String({
      description: "`payload.state` of the job, such as `queued` or `running`",
    }),
    mission_id: orNull(text),
    mission_name: text,
    robot_id: orNull(Type.String({ description: "The robot that has it, or had it last" })),
    wanted_robot_id: orNull(Type.String({ description: "Null: any robot that can" })),
    priority: count,
    deadline_at: orNull(unixTime),
    position: orNull(Type.Integer({ minimum: 1, description: "Place in the queue" })),
    taken: Type.Integer({ minimum: 0, description: "Steps that have ended" }),
    choice: orNull(
      Type.Object(
        { at: unixTime, candidates: Type.Array(candidate) },
        { title: "RobotTaskChoice" },
      ),
    ),
    created_at: unixTime,
  }),
);

/** A waiting or running mission on the wire. */
export type RobotTaskWire = Static<typeof robotTaskAnswer>;

/** Body of `POST /robots/runs/<id>/answer`. */
export const runAnswerSchema = Type.Object(
  {
    answer: Type.String({
      minLength: 1,
      maxLength: 64,
      description: "One of the question's answers",
    }),
  },
  { additionalProperties: false, title: "RunAnswerRequest" },
);
