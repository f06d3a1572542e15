import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { robotCommands, robotLimits } from "../robot-terms.ts";
import { streamIdPattern } from "../../perception/core/stream-terms.ts";

/** Spread into an object schema: other fields are refused. */
export const closed = { additionalProperties: false } as const;

/** A coordinate of a map. */
export const metres = Type.Number({
  minimum: -robotLimits.coordinateM,
  maximum: robotLimits.coordinateM,
});
/** Name of a map frame. */
export const frame = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Name of the map frame",
});
/** A name from a person. */
export const name = Type.String({ minLength: 1, maxLength: 100 });
/** Path or query parameter that names a robot. */
export const robotIdSchema = Type.String({ pattern: streamIdPattern });

/** A heading. */
export const radians = Type.Number({
  minimum: -10,
  maximum: 10,
  description: "Heading at the end, radians",
});

/** A place on a map. */
export const placeSchema = Type.Object(
  {
    frame,
    x: metres,
    y: metres,
    yaw: Type.Optional(radians),
  },
  { ...closed, title: "RobotPosition" },
);

/** The place of a command: a position, or a stored place by its name. */
export const targetSchema = Type.Object(
  {
    frame: Type.Optional(frame),
    x: Type.Optional(metres),
    y: Type.Optional(metres),
    yaw: Type.Optional(radians),
    place: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Name of a stored place, instead of a position",
      }),
    ),
    place_revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "Revision of the place. In a request, the box refuses the command if the place has changed",
      }),
    ),
  },
  {
    ...closed,
    title: "RobotTarget",
    description:
      "`frame`, `x` and `y`, or `place`. Answers have both: the position that the place had",
  },
);
/** The place of a command as it is on the wire. */
export type TargetBody = Static<typeof targetSchema>;

/** A place on a map, in metres of its frame. */
export const corner = Type.Unsafe<[number, number]>({
  type: "array",
  items: { type: "number", minimum: -robotLimits.coordinateM, maximum: robotLimits.coordinateM },
  minItems: 2,
  maxItems: 2,
});
/** An area of a map. */
export const polygon = Type.Array(corner, {
  minItems: 3,
  maxItems: robotLimits.corners,
  description: "Corners [x, y] in metres of the frame",
});

const loadWord = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.loadWordLength, description }));

/** The load, its station and the handling of `pick` and `drop`. */
const loadFields = {
  load: Type.Optional(
    Type.Object(
      {
        id: loadWord("Id of this load on the site"),
        type: loadWord("Type of the load carrier, as the robot knows it, for example `EPAL`"),
      },
      { ...closed, title: "RobotLoad", description: "The load of a `pick` or `drop`" },
    ),
  ),
  station: Type.Optional(
    Type.Object(
      {
        type: loadWord("Type of the station, as the robot knows it: `floor`, `rack`, `conveyor`"),
        name: loadWord("Name of the station"),
        height_m: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 50,
            description: "Height of the load's lower edge above the ground, in metres",
          }),
        ),
        depth_m: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 50,
            description: "Depth at which the load stands in the station, in metres",
          }),
        ),
        side: loadWord("Side of the robot, if the robot can use several"),
      },
      { ...closed, title: "RobotStation", description: "The station of a `pick` or `drop`" },
    ),
  ),
  device: loadWord("For `pick` and `drop`: the load handling device of the robot"),
  parameters: Type.Optional(
    Type.Record(
      Type.String({ pattern: "^[A-Za-z0-9_.-]{1,64}$" }),
      Type.Union([
        Type.String({ maxLength: 200 }),
        Type.Number({ minimum: -1e9, maximum: 1e9 }),
        Type.Boolean(),
      ]),
      {
        ...closed,
        maxProperties: robotLimits.parameters,
        description:
          "For `pick` and `drop`: parameters that the manufacturer of the robot requires",
      },
    ),
  ),
};

/** `command` of a command request (contract section 4.11). */
export const robotCommandSchema = Type.Object(
  {
    command: oneOfValues(robotCommands),
    target: Type.Optional(targetSchema),
    waypoints: Type.Optional(
      Type.Array(targetSchema, {
        minItems: 1,
        maxItems: robotLimits.waypoints,
        description: "Positions of a `follow_route`, in order",
      }),
    ),
    loops: Type.Optional(Type.Integer({ minimum: 1, maximum: robotLimits.loops, default: 1 })),
    max_speed_mps: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 20 }), Type.Null()], {
        description:
          "Speed limit in metres per second, of a movement or for `set_speed_limit`. Null removes a limit",
      }),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: robotLimits.messageLength,
        description: "Text that the robot says",
      }),
    ),
    linear_mps: Type.Optional(Type.Number({ minimum: -20, maximum: 20 })),
    angular_radps: Type.Optional(Type.Number({ minimum: -20, maximum: 20 })),
    duration_ms: Type.Optional(
      Type.Integer({
        minimum: 20,
        maximum: robotLimits.teleopMaxMs,
        default: robotLimits.teleopMaxMs,
        description:
          "Milliseconds after which the robot stops unless another `teleop` command arrives",
      }),
    ),
    command_id: Type.Optional(
      Type.String({
        minLength: 36,
        maxLength: 36,
        description: "For `cancel`: id of the command. The default is the active command",
      }),
    ),
    ...loadFields,
  },
  { ...closed, title: "RobotCommandBody" },
);

/** `command` of a command request. */
export type RobotCommandBody = Static<typeof robotCommandSchema>;

/** Returns the names of the places that a command of a client, a rule or an action goes to. */
export function placeNames({ target, waypoints = [] }: RobotCommandBody): string[] {
  return [...(target ? [target] : []), ...waypoints].flatMap(({ place }) => place ?? []);
}
