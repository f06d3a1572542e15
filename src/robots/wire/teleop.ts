import { type Static, Type } from "typebox";
import { robotLimits } from "./robot.ts";

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

const closed = { additionalProperties: false } as const;
const seq = Type.Optional(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Echoed" }),
);
const speed = Type.Number({ minimum: -20, maximum: 20 });

/** A velocity until the next message, for the deadman's time at most; also a heartbeat. */
export const teleopDriveSchema = Type.Object(
  { type: Type.Literal("drive"), seq, linear_mps: speed, angular_radps: speed },
  closed,
);

/** Extends the previous velocity. */
export const teleopHeartbeatSchema = Type.Object({ type: Type.Literal("heartbeat"), seq }, closed);

/** The stop of `POST /robots/<id>/stop`; ends the session. */
export const teleopStopSchema = Type.Object(
  { type: Type.Literal("stop"), seq, reason: Type.Optional(Type.String({ maxLength: 200 })) },
  closed,
);

/** A message of the client. */
export type TeleopMessage =
  | Static<typeof teleopDriveSchema>
  | Static<typeof teleopHeartbeatSchema>
  | Static<typeof teleopStopSchema>;

/** A message of the box. */
export type TeleopReply =
  | {
      type: "ready";
      command_id: string;
      robot_id: string;
      deadman_ms: number;
      silence_ms: number;
      max_linear_mps: number;
      max_angular_radps: number;
    }
  | { type: "ack"; seq: number | null; linear_mps: number; angular_radps: number }
  | { type: "rejected"; seq: number | null; rule: string; message: string }
  | { type: "stopped"; reason: "heartbeat_missed" }
  | { type: "ended"; reason: string; message: string };
