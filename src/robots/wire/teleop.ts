import { type Static, Type } from "typebox";

const closed = { additionalProperties: false } as const;
const seq = Type.Optional(
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Echoed" }),
);
const speed = Type.Number({ minimum: -20, maximum: 20 });

/** The frame that the client shows: of live video, or of a WHEP session by its RTP time. */
const picture = Type.Optional(
  Type.Union([
    Type.Object(
      {
        track: Type.Union([Type.Literal("main"), Type.Literal("sub")]),
        generation: Type.Integer({ minimum: 0 }),
        media_time: Type.Number({ description: "Seconds on the camera's own clock" }),
      },
      closed,
    ),
    Type.Object(
      {
        session_id: Type.String({ maxLength: 64 }),
        rtp_timestamp: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
      },
      closed,
    ),
  ]),
);

/** The frame that a client shows. */
export type ShownPicture = Static<NonNullable<typeof picture>>;

/** A velocity until the next message, for the deadman's time at most; also a heartbeat. */
export const teleopDriveSchema = Type.Object(
  { type: Type.Literal("drive"), seq, linear_mps: speed, angular_radps: speed, picture },
  closed,
);

/** Extends the previous velocity. */
export const teleopHeartbeatSchema = Type.Object(
  { type: Type.Literal("heartbeat"), seq, picture },
  closed,
);

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
      /** The picture by which the client must drive; null for none. */
      driving_picture: {
        stream_id: string;
        full_speed_age_ms: number;
        stop_age_ms: number;
      } | null;
    }
  | {
      type: "ack";
      seq: number | null;
      linear_mps: number;
      angular_radps: number;
      /** Only where the settings ask for a picture. */
      picture?: { age_ms: number | null; speed_share: number };
    }
  | { type: "rejected"; seq: number | null; rule: string; message: string }
  | { type: "stopped"; reason: "heartbeat_missed" | "picture_stale" }
  | { type: "ended"; reason: string; message: string };
