import { type Static, Type } from "typebox";
import { severities } from "./event-types.ts";
import { streamIdPattern } from "./surveillance.ts";

/** What a robot can be told (decisions section 6); each only where its driver has it. */
export const robotCommands = [
  "move_to",
  "follow_route",
  "dock",
  "undock",
  "stop",
  "pause",
  "resume",
  "set_speed_limit",
  "announce",
  "teleop",
  "cancel",
  "localize",
] as const;

/** The name of a command. */
export type RobotCommandName = (typeof robotCommands)[number];

/** States of a command; the last four are final. */
export const commandStates = [
  "accepted",
  "executing",
  "succeeded",
  "failed",
  "cancelled",
  "rejected",
] as const;

/** A state of a command. */
export type CommandState = (typeof commandStates)[number];

/** Whether the robot is heard of. */
export const connectionStates = ["online", "stale", "offline"] as const;

/** Whether the robot is heard of. */
export type ConnectionState = (typeof connectionStates)[number];

/** Who may hold a robot, most powerful first (design, rule 3). */
export const leasePriorities = [
  "e_stop",
  "local_operator",
  "remote_operator",
  "run",
  "rule",
] as const;

/** The rank of a holder. */
export type LeasePriority = (typeof leasePriorities)[number];

/** What becomes of the active command when a lease ends by silence. */
export const expiryPolicies = ["continue", "pause", "cancel"] as const;

/** What becomes of the active command when a lease ends by silence. */
export type ExpiryPolicy = (typeof expiryPolicies)[number];

/** Words that stand where an id could stand in a path; no robot is called so. */
export const reservedRobotIds: ReadonlySet<string> = new Set([
  "zones",
  "behaviors",
  "actions",
  "events",
  "record",
  "run",
]);

/** Types of zones; `keep_in`, `keep_out` and `speed_limit` are in force on every command. */
export const robotZoneTypes = ["patrol", "observe", "keep_in", "keep_out", "speed_limit"] as const;

/** How far a zone holds: by the robot itself, by the box watching it, or only before a goal. */
export const enforcementLevels = ["native", "monitored", "advisory"] as const;

/** How far a zone holds. */
export type EnforcementLevel = (typeof enforcementLevels)[number];

/** Bounds of the robot part; what exceeds them is refused. */
export const robotLimits = {
  /** Robots of one organisation, and zones, behaviors, actions each. */
  robots: 100,
  stored: 1000,
  /** Of one request (contract section 8). */
  perRequest: 200,
  waypoints: 200,
  loops: 1000,
  corners: 100,
  messageLength: 500,
  /** Beyond this no map is, in metres from its origin. */
  coordinateM: 100_000,
  /** Lives of a command before it is sent, in seconds. */
  ttlMinSec: 0.1,
  ttlMaxSec: 300,
  ttlDefaultSec: 10,
  /** Lives of a lease without a heartbeat, in seconds. */
  leaseMinSec: 0.5,
  leaseMaxSec: 300,
  leaseDefaultSec: 5,
  /** How long one teleop command moves the robot, in milliseconds (design, rule 3). */
  teleopMaxMs: 250,
} as const;

const closed = { additionalProperties: false } as const;

function oneOf<const V extends readonly string[]>(values: V, description?: string) {
  return Type.Unsafe<V[number]>({
    type: "string",
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}

const metres = Type.Number({ minimum: -robotLimits.coordinateM, maximum: robotLimits.coordinateM });
const frame = Type.String({ minLength: 1, maxLength: 64, description: "Name of the map frame" });
const name = Type.String({ minLength: 1, maxLength: 100 });
const speed = Type.Number({ minimum: 0, maximum: 20, description: "Metres per second" });
/** Path or query parameter that names a robot. */
export const robotIdSchema = Type.String({ pattern: streamIdPattern });

const placeSchema = Type.Object(
  {
    frame,
    x: metres,
    y: metres,
    yaw: Type.Optional(
      Type.Number({ minimum: -10, maximum: 10, description: "Heading at the end, radians" }),
    ),
  },
  { ...closed, title: "RobotPlace" },
);

const corner = Type.Unsafe<[number, number]>({
  type: "array",
  items: { type: "number", minimum: -robotLimits.coordinateM, maximum: robotLimits.coordinateM },
  minItems: 2,
  maxItems: 2,
});
const polygon = Type.Array(corner, {
  minItems: 3,
  maxItems: robotLimits.corners,
  description: "Corners [x, y] in metres of the frame",
});

/** `command` of a command request (contract section 4.11). */
export const robotCommandSchema = Type.Object(
  {
    command: oneOf(robotCommands),
    target: Type.Optional(placeSchema),
    waypoints: Type.Optional(
      Type.Array(placeSchema, {
        minItems: 1,
        maxItems: robotLimits.waypoints,
        description: "Of `follow_route`, in order",
      }),
    ),
    loops: Type.Optional(Type.Integer({ minimum: 1, maximum: robotLimits.loops, default: 1 })),
    max_speed_mps: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 20 }), Type.Null()], {
        description: "Of a movement, or the limit to set; null lifts a limit that was set",
      }),
    ),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: robotLimits.messageLength, description: "To say" }),
    ),
    linear_mps: Type.Optional(Type.Number({ minimum: -20, maximum: 20 })),
    angular_radps: Type.Optional(Type.Number({ minimum: -20, maximum: 20 })),
    duration_ms: Type.Optional(
      Type.Integer({
        minimum: 20,
        maximum: robotLimits.teleopMaxMs,
        default: robotLimits.teleopMaxMs,
        description: "How long `teleop` moves without a further command",
      }),
    ),
    command_id: Type.Optional(
      Type.String({ minLength: 36, maxLength: 36, description: "Of `cancel`; the active one" }),
    ),
  },
  { ...closed, title: "RobotCommandBody" },
);

/** `command` of a command request. */
export type RobotCommandBody = Static<typeof robotCommandSchema>;

/** Body of `POST /robots/<id>/command`. */
export const robotCommandRequestSchema = Type.Object(
  {
    command: robotCommandSchema,
    ttl_seconds: Type.Optional(
      Type.Number({
        minimum: robotLimits.ttlMinSec,
        maximum: robotLimits.ttlMaxSec,
        default: robotLimits.ttlDefaultSec,
        description: "A command that was not sent to the robot by then never is",
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: 200, description: "Why; kept in the audit log" }),
    ),
  },
  { ...closed, title: "RobotCommandRequest" },
);

/** Body of `POST /robots/<id>/command`. */
export type RobotCommandRequest = Static<typeof robotCommandRequestSchema>;

/** Body of `POST /robots/<id>/stop`. */
export const robotStopSchema = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 200 })) },
  { ...closed, title: "RobotStopRequest" },
);

/** Body of `POST /robots/<id>/lease`; the same call again is the heartbeat. */
export const robotLeaseSchema = Type.Object(
  {
    ttl_seconds: Type.Optional(
      Type.Number({
        minimum: robotLimits.leaseMinSec,
        maximum: robotLimits.leaseMaxSec,
        default: robotLimits.leaseDefaultSec,
        description: "Without a heartbeat it ends after this",
      }),
    ),
    on_expiry: Type.Optional(
      oneOf(expiryPolicies, "What becomes of the active command then; `cancel` when absent"),
    ),
  },
  { ...closed, title: "RobotLeaseRequest" },
);

/** Body of `POST /robots/<id>/lease`. */
export type RobotLeaseRequest = Static<typeof robotLeaseSchema>;

const simSchema = Type.Object(
  {
    start: Type.Optional(placeSchema),
    dock: Type.Optional(placeSchema),
    battery_percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 100 })),
    obstacles: Type.Optional(
      Type.Array(polygon, { maxItems: 50, description: "Solid areas of the map" }),
    ),
    faults: Type.Optional(
      Type.Object(
        {
          silent: Type.Optional(Type.Boolean({ description: "Says nothing and hears nothing" })),
          drift_mps: Type.Optional(
            Type.Number({ minimum: 0, maximum: 5, description: "Sideways, while it moves" }),
          ),
          refuse: Type.Optional(
            Type.Array(oneOf(robotCommands), { maxItems: robotCommands.length }),
          ),
          e_stop: Type.Optional(Type.Boolean({ description: "Its emergency stop is pressed" })),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: "SimulatedRobot" },
);

/** Settings of a simulated robot. */
export type SimSettings = Static<typeof simSchema>;

const vdaName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$", description });

const vdaSchema = Type.Object(
  {
    broker: Type.String({
      pattern: "^[a-z][a-z0-9-]{0,31}$",
      description: "Name of one of `mqtt_brokers` of the site configuration",
    }),
    manufacturer: vdaName("As in the robot's topics"),
    serial_number: vdaName("As in the robot's topics"),
    version: Type.Optional(oneOf(["2.0", "2.1"], "Of VDA 5050; 2.1 when absent")),
    interface_name: Type.Optional(vdaName("First level of its topics; `uagv` when absent")),
    profile: Type.Optional(
      oneOf(
        ["standard", "legacy_instant_actions"],
        "`legacy_instant_actions`: wants the field `instantActions` where the standard has `actions`",
      ),
    ),
    max_uncontrolled_m: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 1000,
        description:
          "No more of a way is released to it at once, in metres: it may drive so far when nobody " +
          "reaches it. Ways are then divided into straight pieces; no bound when absent",
      }),
    ),
    dock: Type.Optional(placeSchema),
  },
  { ...closed, title: "Vda5050Robot" },
);

/** Settings of a VDA 5050 robot. */
export type Vda5050Settings = Static<typeof vdaSchema>;

/** Body of `PUT /robots/<id>`, and an entry of `robots:` in the site configuration. */
export const robotRequestSchema = Type.Object(
  {
    name: Type.Optional(name),
    driver: oneOf(["sim", "vda5050"], "How the robot is reached"),
    frames: Type.Optional(
      Type.Array(frame, {
        minItems: 1,
        maxItems: 8,
        uniqueItems: true,
        description: "Map frames that its goals may be in; `map` when absent",
      }),
    ),
    geofence: Type.Optional(
      Type.Object(
        { frame, polygon },
        { ...closed, description: "The robot stays in it, in all circumstances" },
      ),
    ),
    max_speed_mps: Type.Optional({ ...speed, exclusiveMinimum: 0, default: 1 }),
    max_turn_radps: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 20, default: 1.5 })),
    battery_floor_percent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        default: 15,
        description: "Below it the robot is only sent to its dock",
      }),
    ),
    sim: Type.Optional(simSchema),
    vda5050: Type.Optional(vdaSchema),
  },
  { ...closed, title: "RobotRequest" },
);

/** Body of `PUT /robots/<id>`. */
export type RobotRequest = Static<typeof robotRequestSchema>;

const storedId = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
  description: "Of the one to change; by robot and name when absent",
});
const aboutRobot = Type.Union([robotIdSchema, Type.Null()], {
  description: "Null: every robot of the organisation",
});

const zoneFields = {
  name,
  type: oneOf(robotZoneTypes),
  frame,
  polygon,
  max_speed_mps: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 20, description: "Of a `speed_limit` zone" }),
  ),
};

const behaviorFields = {
  type: Type.String({ pattern: "^[a-z_]{1,64}$" }),
  zone: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
};

const severity = oneOf(severities);
const stepSchema = Type.Object(
  {
    type: oneOf(["alert", "command"]),
    severity: Type.Optional(severity),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: robotLimits.messageLength })),
    command: Type.Optional(robotCommandSchema),
  },
  { ...closed, title: "RobotActionStep" },
);
const steps = Type.Array(stepSchema, { minItems: 1, maxItems: 20 });

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
      Type.Union([storedId, Type.Null()], { description: "The one stored behavior it answers" }),
    ),
    name,
    on: Type.String({ pattern: "^[a-z_]{1,64}$", description: "Type of behavior" }),
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
