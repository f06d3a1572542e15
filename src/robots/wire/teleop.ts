import { type Static, Type } from "typebox";

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
