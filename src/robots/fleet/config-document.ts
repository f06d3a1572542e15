import { type Static, Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import {
  closed,
  frame,
  name,
  polygon,
  robotCommandSchema,
  robotIdSchema,
} from "../driver/command-document.ts";
import { oneOfValues } from "../../base/contract/answers.ts";
import { robotLimits, robotZoneTypes } from "../robot-terms.ts";

/** Id of a stored zone, behavior or action. */
export const storedId = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
  description:
    "Id of the definition to change. Without it, the robot and the name identify the definition",
});
const aboutRobot = Type.Union([robotIdSchema, Type.Null()], {
  description: "Id of the robot. Null means every robot of the organisation",
});

/** The fields of a zone, inline or stored. */
export const zoneFields = {
  name,
  type: Type.String({
    pattern: "^[A-Za-z0-9_.-]{1,64}$",
    description: `One of ${robotZoneTypes.join(", ")}. A zone of any other type has no effect on movements`,
  }),
  frame,
  polygon,
  max_speed_mps: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 20,
      description: "Speed limit of a `speed_limit` zone, in metres per second",
    }),
  ),
};

/** The fields of a behavior, inline or stored. */
export const behaviorFields = {
  type: Type.String({ pattern: "^[a-z_]{1,64}$" }),
  zone: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
};

/** One severity. */
export const severity = oneOfValues(severities);
const stepSchema = Type.Object(
  {
    type: oneOfValues(["alert", "command"]),
    severity: Type.Optional(severity),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.messageLength })),
    command: Type.Optional(robotCommandSchema),
    required: Type.Optional(
      Type.Boolean({
        default: false,
        description: "For a command: the run fails if the robot cannot get the command",
      }),
    ),
    wait_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: robotLimits.actionWaitMaxSec,
        default: robotLimits.actionWaitDefaultSec,
        description:
          "For a command: seconds for which it waits while another caller controls the robot",
      }),
    ),
  },
  { ...closed, title: "RobotActionStep" },
);
/** The steps of an action. */
export const steps = Type.Array(stepSchema, { minItems: 1, maxItems: 20 });

/** One step of an action. */
export type RobotActionStep = Static<typeof stepSchema>;

/** A zone to store. */
const storedZone = Type.Object(
  { id: Type.Optional(storedId), robot_id: Type.Optional(aboutRobot), ...zoneFields },
  { ...closed, title: "RobotZoneRequest" },
);
/** A zone to store. */
export type RobotZoneRequest = Static<typeof storedZone>;

const storedBehavior = Type.Object(
  {
    id: Type.Optional(storedId),
    robot_id: Type.Optional(aboutRobot),
    name,
    ...behaviorFields,
    severity: Type.Optional(severity),
  },
  { ...closed, title: "RobotBehaviorRequest" },
);
/** A behavior to store. */
export type RobotBehaviorRequest = Static<typeof storedBehavior>;

const storedAction = Type.Object(
  {
    id: Type.Optional(storedId),
    robot_id: Type.Optional(aboutRobot),
    behavior_id: Type.Optional(
      Type.Union([storedId, Type.Null()], {
        description: "Id of the stored behavior that starts this action",
      }),
    ),
    name,
    on: Type.String({ pattern: "^[a-z_]{1,64}$", description: "Type of the behavior" }),
    do: steps,
  },
  { ...closed, title: "RobotActionRequest" },
);
/** An action to store. */
export type RobotActionRequest = Static<typeof storedAction>;

function listOf<S extends typeof storedZone | typeof storedBehavior | typeof storedAction>(
  item: S,
) {
  return Type.Array(item, { minItems: 1, maxItems: robotLimits.perRequest });
}

/** Body of `POST /robots/zones`. */
export const robotZonesSchema = Type.Object({ zones: listOf(storedZone) }, closed);
/** Body of `POST /robots/behaviors`. */
export const robotBehaviorsSchema = Type.Object({ behaviors: listOf(storedBehavior) }, closed);
/** Body of `POST /robots/actions`. */
export const robotActionsSchema = Type.Object({ actions: listOf(storedAction) }, closed);
