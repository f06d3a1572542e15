import { type Static, Type } from "typebox";
import { namedObject, object, text } from "../../base/contract/field-schemas.ts";
import { surveillanceLimits } from "../core/stream-terms.ts";

const range = (least: number, description: string) =>
  Type.Optional(
    Type.Unsafe<[number, number]>({
      type: "array",
      items: Type.Number({ minimum: least, maximum: 1 }),
      minItems: 2,
      maxItems: 2,
      description,
    }),
  );

const seconds = (limits: { minimum: number; maximum: number }, description: string) =>
  Type.Optional(Type.Number({ ...limits, description }));

/** Where a camera may look while it follows an object, in the camera's own units. */
export const lookLimits = object({
  pan: range(-1, "Leftmost and rightmost position, as the camera reports it"),
  tilt: range(-1, "Lowest and highest position, as the camera reports it"),
  zoom: range(0, "Least and greatest zoom, as the camera reports it"),
});

/** How a camera follows objects. What is absent keeps its value, or has its default. */
export const autotrackingSchema = namedObject("Autotracking", {
  enabled: Type.Optional(Type.Boolean({ description: "By default false" })),
  objects: Type.Optional(
    Type.Array(text(surveillanceLimits.classLength, "Name of a class of the model"), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: "Classes that the camera follows, by default `person`",
    }),
  ),
  zones: Type.Optional(
    Type.Array(text(surveillanceLimits.nameLength, "Name of an area in `context.zones`"), {
      maxItems: surveillanceLimits.zones,
      uniqueItems: true,
      description: "Areas of the home view in which a track must begin. Empty: anywhere",
    }),
  ),
  home_preset: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
      description: "Token of the preset with the home view. Null: the camera's home position",
    }),
  ),
  zoom: Type.Optional(Type.Boolean({ description: "By default true: the camera zooms, too" })),
  max_speed: Type.Optional(
    Type.Number({
      minimum: 0.05,
      maximum: 1,
      description: "Greatest share of the camera's full speed, by default 0.6",
    }),
  ),
  return_after_seconds: seconds(
    { minimum: 1, maximum: 600 },
    "Seconds without the object after which the camera returns to its home view, by default 10",
  ),
  max_seconds: seconds(
    { minimum: 5, maximum: 3600 },
    "Longest time in which the camera follows one object, by default 120",
  ),
  hold_seconds: seconds(
    { minimum: 5, maximum: 86_400 },
    "Seconds for which a person keeps the camera after moving it, by default 60",
  ),
  limits: Type.Optional(
    Type.Union([lookLimits, Type.Null()], {
      description: "Where the camera may look while it follows. Null: anywhere",
    }),
  ),
});

/** How a camera follows objects, as a caller gives it. */
export type AutotrackingRequest = Static<typeof autotrackingSchema>;

/** Where a camera may look: the least and the greatest position of each axis. */
export type LookLimits = Static<typeof lookLimits>;
