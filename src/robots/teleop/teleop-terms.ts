import { robotLimits } from "../robot-terms.ts";

/** Bounds of a teleop session. */
export const teleopLimits = {
  /** The time for which a velocity applies without a further message, in milliseconds (design, rule 3). */
  deadmanMinMs: 100,
  deadmanMaxMs: robotLimits.teleopMaxMs,
  /** A session without any message ends after this, in milliseconds. */
  silenceMs: 2000,
  /** One message, in bytes; beyond it the connection is closed (1009). */
  messageBytes: 1024,
  /** Messages of one session in a second; beyond it the session ends. */
  messagesPerSecond: 100,
  /** Sessions of one key and of the box; a robot has one. */
  perKey: 8,
  perBox: 64,
  /** Bytes that may wait for a client that does not read; beyond it the box writes nothing to it. */
  waitingBytes: 64 * 1024,
} as const;

/** Close codes of the WebSocket by reason; the reason is sent as text too. */
export const teleopCloseCodes = {
  cancelled: 4000,
  heartbeat_missed: 4001,
  robot_stopped: 4002,
  superseded: 4003,
  preempted: 4004,
  robot_unreachable: 4005,
  invalid_message: 4006,
  rate_limited: 4007,
  api_key_revoked: 4008,
  restarted: 4009,
  lease_expired: 4010,
  outside_geofence: 4011,
  keep_out_zone: 4012,
  pose_unknown: 4013,
  shutting_down: 1001,
} as const;

/** Reasons for which the box closed a teleop session. */
export type TeleopCloseReason = keyof typeof teleopCloseCodes;
