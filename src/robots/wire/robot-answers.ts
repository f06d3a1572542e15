import { type Static, type TSchema, Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import type { MapPositionWire } from "../../perception/wire/calibration.ts";
import type { severities } from "../../base/contract/event-types.ts";
import {
  commandStates,
  connectionStates,
  enforcementLevels,
  expiryPolicies,
  leasePriorities,
  robotCommands,
  robotCommandSchema,
} from "./robot.ts";
import { robotRequestSchema } from "./robot-settings.ts";

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

/** A measured value with its age; null before the first, never a default. */
function measured<S extends TSchema>(title: string, value: S) {
  return orNull(
    named(
      title,
      Type.Object({
        value,
        age_ms: Type.Number({ minimum: 0, description: "Since the box heard it" }),
        source: Type.String({ description: "Where it came from" }),
      }),
    ),
  );
}

/** A measured value on the wire. */
export interface MeasuredWire<T> {
  value: T;
  age_ms: number;
  source: string;
}

const poseSchema = Type.Object({
  frame: text,
  x: Type.Number({ description: "Metres" }),
  y: Type.Number(),
  yaw: Type.Number({ description: "Radians, counter-clockwise from x" }),
});

const leaseSchema = named(
  "RobotLease",
  Type.Object({
    object: kind("robot.lease"),
    lease_id: text,
    robot_id: text,
    holder: Type.String({ description: "Id of the key" }),
    priority: oneOfValues(leasePriorities),
    on_expiry: oneOfValues(expiryPolicies),
    command_id: orNull(Type.String({ description: "Of a lease that lasts as long as a command" })),
    since: unixTime,
    expires_in_ms: orNull(Type.Number({ description: "Null while its command runs" })),
  }),
);

/** A lease on the wire. */
export type LeaseWire = Static<typeof leaseSchema>;

/** `data` of a lease. */
export const leaseAnswer = leaseSchema;

/** `data` of a released lease. */
export const releasedLeaseAnswer = Type.Object({
  object: kind("robot.lease"),
  robot_id: text,
  released: Type.Boolean(),
});

const capabilitySchema = named(
  "RobotCapability",
  Type.Object({
    name: text,
    source: text,
    available: Type.Boolean(),
    reason: orNull(
      Type.String({
        description: "Why it is absent; of one that is there, which bounds are advisory on its way",
      }),
    ),
  }),
);

/** An ability of a robot, with the reason when it is unavailable. */
export type CapabilityWire = Static<typeof capabilitySchema>;

const loadSchema = Type.Object({
  id: orNull(text),
  type: orNull(text),
  position: orNull(Type.String({ description: "Where on the robot: the device that has it" })),
  weight_kg: orNull(Type.Number()),
});

const errorSchema = Type.Object({ code: text, message: text });

const robotZone = Type.Object({
  id: orNull(text),
  name: text,
  type: text,
  enforcement: oneOfValues(enforcementLevels),
  reason: text,
});

const statusFields = {
  robot_id: text,
  object: kind("robot"),
  name: orNull(text),
  driver: text,
  connection: Type.Object({
    state: oneOfValues(connectionStates),
    since: unixTime,
    last_heard_ms: orNull(Type.Number({ description: "Since the last sign of life" })),
  }),
  capabilities: Type.Array(capabilitySchema),
  mode: measured("RobotMode", text),
  pose: measured("RobotPose", poseSchema),
  velocity: measured(
    "RobotVelocity",
    Type.Object({ linear_mps: Type.Number(), angular_radps: Type.Number() }),
  ),
  battery: measured(
    "RobotBattery",
    Type.Object({ percent: Type.Number(), charging: orNull(Type.Boolean()) }),
  ),
  loads: measured("RobotLoads", Type.Array(loadSchema)),
  errors: measured("RobotErrors", Type.Array(errorSchema)),
  e_stop: measured("RobotEStop", Type.Boolean()),
  lease: orNull(leaseSchema),
  active_command: orNull(
    Type.Object({
      command_id: text,
      command: oneOfValues(robotCommands),
      state: oneOfValues(commandStates),
    }),
  ),
  active_run: orNull(text),
  held_by_stop: Type.Boolean({
    description: "A stop or a breach; runs and rules wait until an operator moves the robot",
  }),
  inside_geofence: orNull(Type.Boolean({ description: "Null where it is not known" })),
  speed_limit_mps: Type.Number({ description: "In force at this place" }),
  zones: Type.Array(robotZone),
};

/** The state of a robot (decisions section 6). */
export const robotStatusAnswer = named("RobotStatus", Type.Object(statusFields));

/** A robot: its settings and its state. */
export const robotAnswer = named(
  "Robot",
  Type.Object({
    ...statusFields,
    origin: oneOfValues(["config", "api"], "Where its settings come from"),
    settings: robotRequestSchema,
    created_at: unixTime,
  }),
);

/** The state of a robot on the wire. */
export type RobotStatusWire = Static<typeof robotStatusAnswer>;

/** A robot on the wire. */
export type RobotWire = Static<typeof robotAnswer>;

/** `data` of a removed robot. */
export const removedRobotAnswer = Type.Object({
  robot_id: text,
  object: kind("robot"),
  deleted: Type.Boolean(),
});

/** A command with its result. */
export const robotCommandAnswer = named(
  "RobotCommand",
  Type.Object({
    command_id: text,
    object: kind("robot.command"),
    robot_id: text,
    command: robotCommandSchema,
    state: oneOfValues(commandStates),
    reason: orNull(Type.String({ description: "Why it ended, or was refused" })),
    requested_by: Type.String({ description: "Id of the key" }),
    priority: oneOfValues(leasePriorities),
    created_at: unixTime,
    sent_at: orNull(unixTime),
    ended_at: orNull(unixTime),
    warnings: Type.Array(text, { description: "Bounds that may not hold on its way, and why" }),
  }),
);

/** A command on the wire. */
export type RobotCommandWire = Static<typeof robotCommandAnswer>;

/** The outcome of a stop. */
export const robotStopAnswer = named(
  "RobotStop",
  Type.Object({
    object: kind("robot.stop"),
    stop_id: text,
    robot_id: text,
    done: Type.String({ description: "What was really done, such as `cancel+zero_velocity`" }),
    took_ms: Type.Number({ minimum: 0, description: "Until the robot's side had taken it" }),
    cancelled_command_id: orNull(text),
    recorded: oneOfValues(
      ["store", "journal", "pending", "lost"],
      "Where it was written: `journal` while the store cannot be, `pending` while the disk does not answer",
    ),
    stopped_at: Type.Number({ description: "When the robot's side had taken it, Unix seconds" }),
  }),
);

/** The outcome of a stop on the wire. */
export type RobotStopWire = Static<typeof robotStopAnswer>;

/** An entry of the hash-chained record of commands. */
export const robotAuditAnswer = named(
  "RobotAuditEntry",
  Type.Object({
    object: kind("robot.audit_entry"),
    seq: count,
    at: unixTime,
    robot_id: text,
    event: text,
    command_id: orNull(text),
    who: orNull(Type.Object({ key_id: text, priority: oneOfValues(leasePriorities) })),
    why: orNull(text),
    detail: anyObject("What was decided or done"),
    prev_hash: text,
    hash: Type.String({ description: "SHA-256 of `prev_hash` and the entry" }),
  }),
);

/** An entry of the hash-chained record of commands on the wire. */
export type RobotAuditWire = Static<typeof robotAuditAnswer>;

/** An incident of a robot, as event streams carry it. */
export type RobotIncidentWire = {
  id: string;
  object: "robot.incident";
  /** Null for an alert of a rule without a robot. */
  robot_id: string | null;
  type: string;
  severity: (typeof severities)[number];
  command_id: string | null;
  zone: string | null;
  summary: string;
  /** The reaction of the box; null for none. */
  action: string | null;
  /** Its run. */
  run_id: string | null;
  /** The chain of the rule that raised it. */
  chain_id: string | null;
  /** The camera's stream and its incident, or the caller's number of a picture, of its origin. */
  stream_id: string | null;
  incident_id: string | null;
  frame_index: number | null;
  /** A signed address of the picture. */
  snapshot_url: string | null;
  map_position: MapPositionWire | null;
  started_at: number;
};
