import { type Static, type TSchema, Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  boxIdField,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import type { MapPositionWire } from "../../base/geo/wire/map-position.ts";
import type { severities } from "../../base/contract/event-types.ts";
import { robotCommandSchema } from "../driver/command-document.ts";
import { robotRequestSchema } from "../driver/robot-document.ts";
import {
  commandStates,
  connectionStates,
  enforcementLevels,
  expiryPolicies,
  leasePriorities,
  peopleLimitReasons,
  robotCommands,
} from "../robot-terms.ts";

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

/** A measured value with its age; null before the first, never a default. */
function measured<S extends TSchema>(title: string, value: S) {
  return orNull(
    named(
      title,
      Type.Object({
        value,
        age_ms: Type.Number({
          minimum: 0,
          description: "Milliseconds since the box received the value",
        }),
        source: Type.String({ description: "Source of the value" }),
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
    holder: Type.String({ description: "Id of the key or the person" }),
    holder_name: orNull(
      Type.String({ description: "Name of the key, the person or the rule. Null for runs" }),
    ),
    priority: oneOfValues(leasePriorities),
    on_expiry: oneOfValues(expiryPolicies),
    command_id: orNull(
      Type.String({ description: "Id of the command, if the lease lasts as long as a command" }),
    ),
    since: unixTime,
    expires_in_ms: orNull(
      Type.Number({
        description:
          "Milliseconds until the lease ends. Null while the command of the lease is active",
      }),
    ),
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
        description:
          "If the capability is missing: the reason. Otherwise: the bounds that the box cannot enforce along its path",
      }),
    ),
  }),
);

/** An ability of a robot, with the reason when it is unavailable. */
export type CapabilityWire = Static<typeof capabilitySchema>;

const loadSchema = Type.Object({
  id: orNull(text),
  type: orNull(text),
  position: orNull(Type.String({ description: "Device of the robot that holds the load" })),
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
    last_heard_ms: orNull(
      Type.Number({ description: "Milliseconds since the robot last sent something" }),
    ),
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
  maps: orNull(
    Type.Array(
      Type.Object({
        map_id: text,
        version: orNull(text),
        enabled: Type.Boolean({ description: "True if the robot uses the map" }),
        description: orNull(text),
      }),
      { description: "Maps that the robot says it has. Null if it does not say (VDA 5050 2.1)" },
    ),
  ),
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
    description:
      "True after a stop or a breach of the bounds. Runs and rules then wait until an operator moves the robot",
  }),
  inside_geofence: orNull(
    Type.Boolean({
      description: "True if the robot is inside its geofence. Null if that is unknown",
    }),
  ),
  driven_by: orNull(
    named(
      "RobotDrivingBox",
      Type.Object(
        {
          box_id: text,
          here: Type.Boolean({ description: "True when this box drives the robot now" }),
          lease_revision: Type.Integer({
            minimum: 0,
            description: "Grows with each new lease; the box sends it with each command",
          }),
        },
        {
          description:
            "The box of the fleet that has the lease of the robot. Null for a robot that only this box knows, and before the first lease",
        },
      ),
    ),
  ),
  people_limit: orNull(
    named(
      "RobotPeopleLimit",
      Type.Object({
        limit_mps: Type.Number({ description: "Metres per second" }),
        reason: oneOfValues(
          peopleLimitReasons,
          "`person`: somebody is near. `unobserved`: no camera watches the ground near the robot. `pose_unknown`: the robot does not say where it is. `clear`: nothing lowers the limit",
        ),
        distance_m: orNull(
          Type.Number({ description: "Metres to the person, or to ground that no camera watches" }),
        ),
      }),
    ),
  ),
  speed_limit_mps: Type.Number({
    description: "Speed limit at the robot's position, in metres per second",
  }),
  zones: Type.Array(robotZone),
};

/** The state of a robot (decisions section 6). */
export const robotStatusAnswer = named("RobotStatus", Type.Object(statusFields));

/** A robot: its settings and its state. */
export const robotAnswer = named(
  "Robot",
  Type.Object({
    ...statusFields,
    box_id: boxIdField,
    origin: oneOfValues(["config", "api"], "Origin of the settings"),
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
    reason: orNull(Type.String({ description: "Reason for the end or the refusal" })),
    requested_by: Type.String({
      description:
        "Id of the key or the person, `rule:<id>` for a rule, or `run:<job id>` for a run",
    }),
    requested_by_name: orNull(
      Type.String({ description: "Name of the person, key or rule at that time; null for a run" }),
    ),
    priority: oneOfValues(leasePriorities),
    created_at: unixTime,
    sent_at: orNull(unixTime),
    ended_at: orNull(unixTime),
    warnings: Type.Array(text, {
      description: "Bounds that the box cannot guarantee along the path, with the reasons",
    }),
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
    done: Type.String({
      description: "Measures that the box took, for example `cancel+zero_velocity`",
    }),
    took_ms: Type.Number({
      minimum: 0,
      description: "Milliseconds until the robot's side had accepted the stop",
    }),
    cancelled_command_id: orNull(text),
    recorded: oneOfValues(
      ["store", "journal", "pending", "lost"],
      "Place of the record: `journal` if the box cannot write to the store, `pending` while the disk does not answer",
    ),
    stopped_at: Type.Number({
      description: "Unix second at which the robot's side had accepted the stop",
    }),
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
    detail: anyObject("Details of the decision or the action"),
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
  /** Display name of the robot; null without one. */
  robot_name: string | null;
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
