import { type TSchema, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { object, text } from "../../base/contract/field-schemas.ts";
import { robotVideo, surveillanceLimits } from "../core/stream-terms.ts";

/** The source of a stream. */
export const sourceSchema = object({
  url: text(
    surveillanceLimits.urlLength,
    "Address of the camera, path of a file, or `robot://<robot_id>[/<topic>]` for the camera of a robot",
  ),
  type: oneOfValues(["rtsp", "rtsps", "file", "robot"], "Kind of the source"),
  fps: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: surveillanceLimits.robotFps,
      default: robotVideo.fps,
      description: "For `robot`: pictures per second of the video that the box makes, at most",
    }),
  ),
  width_px: Type.Optional(
    Type.Integer({
      minimum: 160,
      maximum: 1920,
      default: robotVideo.widthPx,
      description: "For `robot`: wider pictures are scaled down to this width",
    }),
  ),
  fps_cap: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: surveillanceLimits.fpsCap,
      description: "Frames per second that the box analyses",
    }),
  ),
  sub_url: Type.Optional(
    text(
      surveillanceLimits.urlLength,
      "Address of a smaller stream of the same camera, which the box analyses",
    ),
  ),
  onvif_url: Type.Optional(
    text(
      surveillanceLimits.urlLength,
      "Address of the camera's ONVIF device service, if it is not the usual one",
    ),
  ),
  username: Type.Optional(
    text(surveillanceLimits.credentialLength, "Write-only: answers do not show it"),
  ),
  password: Type.Optional(
    text(surveillanceLimits.credentialLength, "Write-only: answers do not show it"),
  ),
});

const orNothing = (schema: TSchema & { description?: string }, nothing: string) =>
  Type.Optional(
    Type.Unsafe<string | null>(
      Type.Union([schema, Type.Null()], { description: `${schema.description}; null: ${nothing}` }),
    ),
  );

/** The fields of a change of a running camera's `source`; absent fields stay. */
export const sourcePatchSchema = object({
  url: Type.Optional(sourceSchema.properties.url),
  type: Type.Optional(
    oneOfValues(
      ["rtsp", "rtsps"],
      "Kind of the address. Without it the box takes the kind from `url`",
    ),
  ),
  fps_cap: sourceSchema.properties.fps_cap,
  sub_url: orNothing(
    text(
      surveillanceLimits.urlLength,
      "Address of a smaller stream of the same camera, which the box analyses",
    ),
    "none",
  ),
  onvif_url: orNothing(
    text(surveillanceLimits.urlLength, "Address of the camera's ONVIF device service"),
    "the usual one",
  ),
  username: orNothing(
    text(surveillanceLimits.credentialLength, "Write-only: answers do not show it"),
    "none",
  ),
  password: orNothing(
    text(surveillanceLimits.credentialLength, "Write-only: answers do not show it"),
    "none",
  ),
});
