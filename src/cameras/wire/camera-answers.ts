import { type Static, type TSchema, Type } from "typebox";
import { kind, listOf, named, oneOfValues, orNull } from "../../base/contract/answers.ts";
import { adviceLevels, probeFindings } from "../probe/probe-terms.ts";

const nullableText = orNull(Type.String());
const nullableNumber = orNull(Type.Number());
const problem = orNull(Type.Object({ code: Type.String(), message: Type.String() }));

/** One of a camera's streams by ONVIF. */
const profileSchema = Type.Object({
  token: Type.String(),
  name: Type.String(),
  codec: nullableText,
  width: nullableNumber,
  height: nullableNumber,
  fps: nullableNumber,
  gop_frames: nullableNumber,
  has_ptz: Type.Boolean(),
  stream_url: orNull(Type.String({ description: "Address without credentials" })),
  snapshot_url: nullableText,
});

/** The answer of a camera to a probe. */
export const probeAnswer = named(
  "Probe",
  Type.Object({
    object: kind("surveillance.probe"),
    finding: oneOfValues(
      probeFindings,
      "`usable`, or the code of the most important fault, for your own headline",
    ),
    usable: Type.Boolean({ description: "True if the camera sent usable pictures" }),
    reachable: Type.Boolean({ description: "True if a host answered at the address" }),
    credentials: oneOfValues(
      ["accepted", "not_needed", "missing", "refused", "unknown"],
      "The camera's reaction to user name and password",
    ),
    rtsp: orNull(
      Type.Object({
        url: Type.String({ description: "Address without credentials" }),
        transport: nullableText,
        problem,
        codec: nullableText,
        mime_codec: nullableText,
        width: nullableNumber,
        height: nullableNumber,
        fps: nullableNumber,
        gop_seconds: nullableNumber,
        gop_frames: nullableNumber,
        has_b_frames: orNull(Type.Boolean()),
        first_picture_seconds: nullableNumber,
        watched_seconds: Type.Number(),
        clock_offset_seconds: nullableNumber,
      }),
    ),
    onvif: Type.Object({
      url: Type.String(),
      problem,
      manufacturer: nullableText,
      model: nullableText,
      firmware: nullableText,
      clock_offset_seconds: nullableNumber,
      profiles: Type.Array(profileSchema),
    }),
    advice: Type.Array(
      Type.Object({
        code: Type.String({
          description: "Code of the sentence for your own texts, or the code of a problem",
        }),
        level: oneOfValues(adviceLevels),
        message: Type.String({ description: "The message, in English" }),
        values: Type.Unsafe<object>({
          type: "object",
          additionalProperties: Type.Union([Type.Number(), Type.String()]),
          description: "Values in the message",
        }),
      }),
    ),
  }),
);

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** Body of `POST /surveillance/probe`: one of `url` and `host`, or `stream_id`. */
export const probeRequestSchema = Type.Object(
  {
    stream_id: text(
      128,
      "Id of a running stream. The box uses its credentials for the stream's own host, and its address if `url` and `host` are absent",
    ),
    url: text(2048, "Address of the camera, `rtsp(s)://…`. The box uses credentials in it"),
    host: text(255, "Name or address of a camera that reports its streams by ONVIF"),
    username: text(256, "User name at the camera. The box does not store it"),
    password: text(256, "Password at the camera. The box does not store it"),
    onvif_url: text(
      2048,
      "Address of the camera's ONVIF device service, if it is not the usual one",
    ),
  },
  { additionalProperties: false, title: "ProbeRequest" },
);

/** Body of `POST /surveillance/probe`. */
export type ProbeRequest = Static<typeof probeRequestSchema>;

/** A device that answered a search. */
export const foundCameraAnswer: TSchema = named(
  "FoundCamera",
  Type.Object({
    object: kind("surveillance.found_camera"),
    onvif_url: Type.String(),
    ip: Type.String(),
    name: nullableText,
    hardware: nullableText,
    location: nullableText,
    streams: Type.Array(Type.String(), { description: "The caller's streams at this address" }),
  }),
);

/** All devices that answered a search. */
export const foundCamerasAnswer = listOf(foundCameraAnswer);

/** A moving camera's abilities, position and presets. */
export const ptzAnswer = named(
  "Ptz",
  Type.Object({
    object: kind("surveillance.ptz"),
    stream_id: Type.String(),
    continuous: Type.Boolean(),
    absolute: Type.Boolean(),
    relative: Type.Boolean(),
    home: Type.Boolean(),
    position: orNull(
      Type.Object({ pan: nullableNumber, tilt: nullableNumber, zoom: nullableNumber }),
    ),
    presets: Type.Array(Type.Object({ token: Type.String(), name: Type.String() })),
  }),
);

/** The outcome of a command to a moving camera. */
export const ptzDoneAnswer = named(
  "PtzDone",
  Type.Object({
    object: kind("surveillance.ptz_command"),
    stream_id: Type.String(),
    action: Type.String(),
    preset: orNull(Type.String({ description: "Token of a stored view" })),
    stops_at: orNull(
      Type.Number({ description: "Unix second at which the box stops the movement" }),
    ),
    move_id: Type.String({
      description: "Number of the command, for the `only_after` of a command that follows it",
    }),
  }),
);

/** The commands that a camera accepts. */
export const ptzActions = [
  "move",
  "absolute",
  "relative",
  "stop",
  "home",
  "set_home",
  "goto_preset",
  "set_preset",
  "remove_preset",
] as const;

const coordinate = (description: string) =>
  Type.Optional(Type.Number({ minimum: -1, maximum: 1, description }));

/** Body of `POST /surveillance/streams/<id>/ptz`. */
export const ptzRequestSchema = Type.Object(
  {
    action: Type.Unsafe<(typeof ptzActions)[number]>({ type: "string", enum: [...ptzActions] }),
    pan: coordinate(
      "Speed of a `move`, distance of a `relative` movement, or position of an `absolute` one. Positive values point right",
    ),
    tilt: coordinate("As `pan`. Positive values point up"),
    zoom: coordinate("As `pan`. Positive values zoom in. A position is 0 to 1"),
    speed: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    seconds: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description:
          "Seconds after which the box stops a `move`, by default 1. Repeat the command to continue the movement",
      }),
    ),
    preset: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    only_after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          "The `move_id` of your last command. If anybody has moved the camera since, the box answers `lease_held`",
      }),
    ),
  },
  { additionalProperties: false, title: "PtzRequest" },
);

/** Body of `POST /surveillance/streams/<id>/ptz`. */
export type PtzRequest = Static<typeof ptzRequestSchema>;
