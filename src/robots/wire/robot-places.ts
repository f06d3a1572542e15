import { type Static, Type } from "typebox";
import {
  anyObject,
  kind,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../base/contract/answers.ts";
import { corridorCurveSchema } from "../maps/map-document.ts";
import { placeKinds } from "../maps/map-terms.ts";

const text = Type.String();
const number = Type.Number();
const warnings = Type.Array(text, {
  description: "What you should look at, such as a wall of a map on the way",
});
const common = {
  name: text,
  frame: text,
  level: orNull(text),
  layout: orNull(Type.String({ description: "Id of the LIF layout that it comes from" })),
  door: orNull(Type.String({ description: "Id of the door or lift whose ground it is" })),
  warnings,
  revision: Type.Integer({ minimum: 1, description: "Grows with each change" }),
  created_at: unixTime,
  updated_at: unixTime,
};

/** A place. */
export const robotPlaceAnswer = named(
  "RobotPlace",
  Type.Object({
    id: text,
    object: kind("robot.place"),
    kind: oneOfValues(placeKinds),
    x: Type.Number({ description: "Metres" }),
    y: number,
    yaw: orNull(Type.Number({ description: "Radians. Null: any heading" })),
    ...common,
  }),
);

/** A place on the wire. */
export type RobotPlaceWire = Static<typeof robotPlaceAnswer>;

/** A corridor. */
export const robotCorridorAnswer = named(
  "RobotCorridor",
  Type.Object({
    id: text,
    object: kind("robot.corridor"),
    points: Type.Unsafe<readonly (readonly [number, number])[]>({
      type: "array",
      items: { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
    }),
    curve: orNull(corridorCurveSchema),
    one_way: Type.Boolean(),
    exclusive: Type.Boolean(),
    max_speed_mps: orNull(number),
    width_m: orNull(number),
    from: orNull(text),
    to: orNull(text),
    ...common,
  }),
);

/** `data` of an import. */
export const layoutImportAnswer = Type.Object({
  object: kind("robot.layout"),
  places: Type.Integer({ minimum: 0, description: "Places that the document has" }),
  corridors: Type.Integer({ minimum: 0 }),
  warnings: Type.Array(text, { description: "What the box does not keep" }),
});

/** `data` of an export. */
export const layoutExportAnswer = Type.Object({
  object: kind("robot.layout"),
  format: text,
  document: anyObject("The document"),
});

/** A corridor on the wire. */
export type RobotCorridorWire = Static<typeof robotCorridorAnswer>;
