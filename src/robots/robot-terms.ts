/** Commands of robots (decisions section 6); each only where its driver has it. */
export const robotCommands = [
  "move_to",
  "follow_route",
  "dock",
  "undock",
  "pick",
  "drop",
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

/** Connection states of a robot. */
export const connectionStates = ["online", "stale", "offline"] as const;

/** Connection states of a robot. */
export type ConnectionState = (typeof connectionStates)[number];

/** Priorities of a robot's holders, highest first (design, rule 3). */
export const leasePriorities = [
  "e_stop",
  "local_operator",
  "remote_operator",
  "run",
  "runs",
  "rule",
] as const;

/** The rank of a holder. */
export type LeasePriority = (typeof leasePriorities)[number];

/** Treatment of the active command when a lease expires. */
export const expiryPolicies = ["continue", "pause", "cancel"] as const;

/** Treatment of the active command when a lease expires. */
export type ExpiryPolicy = (typeof expiryPolicies)[number];

/** Words that paths use in place of an id; no robot may have them as its id. */
export const reservedRobotIds: ReadonlySet<string> = new Set([
  "zones",
  "behaviors",
  "actions",
  "events",
  "record",
  "run",
  "maps",
  "frames",
  "places",
  "corridors",
  "layout",
  "traffic",
  "doors",
  "missions",
  "tasks",
  "runs",
  "recordings",
  "foxglove",
]);

/**
 * Types of zones that have a meaning; `keep_in`, `keep_out` and `speed_limit` apply to every command. Any
 * other word is accepted, and bounds nothing.
 */
export const robotZoneTypes = ["patrol", "observe", "keep_in", "keep_out", "speed_limit"] as const;

/** The enforcement of a zone: by the robot itself, by the box watching it, or only before a goal. */
export const enforcementLevels = ["native", "monitored", "advisory"] as const;

/** The enforcement of a zone. */
export type EnforcementLevel = (typeof enforcementLevels)[number];

/** Bounds of the robot part; requests beyond them are refused. */
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
  /** The largest distance from a map's origin, in metres. */
  coordinateM: 100_000,
  /** Lives of a command before it is sent, in seconds. */
  ttlMinSec: 0.1,
  ttlMaxSec: 300,
  ttlDefaultSec: 10,
  /** Lives of a lease without a heartbeat, in seconds. */
  leaseMinSec: 0.5,
  leaseMaxSec: 300,
  leaseDefaultSec: 5,
  /** Of ids and types of loads and stations, in characters. */
  loadWordLength: 100,
  /** Of a maker's own in one command. */
  parameters: 20,
  /** The time for which a command of an action waits for the lease, in seconds. */
  actionWaitMaxSec: 300,
  actionWaitDefaultSec: 30,
  /** The duration of one teleop command, in milliseconds (design, rule 3). */
  teleopMaxMs: 250,
} as const;

/** Why the advisory limit by people is what it is. */
export const peopleLimitReasons = ["clear", "person", "unobserved", "pose_unknown"] as const;

/** Why the advisory limit by people is what it is. */
export type PeopleLimitReason = (typeof peopleLimitReasons)[number];
