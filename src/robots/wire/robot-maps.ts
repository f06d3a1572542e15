import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../base/contract/answers.ts";
import { mapKinds, mapOrigins, planFits } from "../maps/map-terms.ts";

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const number = Type.Number();
const point = Type.Unsafe<readonly [number, number]>({
  type: "array",
  items: { type: "number" },
  minItems: 2,
  maxItems: 2,
});
const errorM = Type.Number({
  minimum: 0,
  description: "Error of the fit at this point, in metres",
});
const rms = orNull(
  Type.Number({
    minimum: 0,
    description: "Root mean square of the errors. Null if there are too few points to compute it",
  }),
);

const gridAnswer = named(
  "RobotGrid",
  Type.Object({
    width: count,
    height: count,
    resolution_m: Type.Number({ description: "Side of a cell, in metres" }),
    origin: Type.Object(
      { x: number, y: number, yaw: number },
      { description: "The lower left corner, in metres and radians of the frame" },
    ),
    free: count,
    occupied: count,
    unknown: count,
  }),
);

const planAnswer = named(
  "RobotFloorPlanPlacement",
  Type.Object({
    fit: oneOfValues(planFits),
    points: Type.Array(Type.Object({ image: point, map: point, error_m: errorM })),
    rms_error_m: rms,
    max_error_m: orNull(number),
  }),
);

/** A map of robots. */
export const robotMapAnswer = named(
  "RobotMap",
  Type.Object({
    id: text,
    object: kind("robot.map"),
    name: text,
    frame: text,
    level: orNull(text),
    kind: oneOfValues(mapKinds),
    origin: oneOfValues(mapOrigins, "`robot`: the box heard the map from a robot"),
    robot_id: orNull(text),
    topic: orNull(text),
    placement: Type.Unsafe<readonly number[]>({
      type: "array",
      items: { type: "number" },
      minItems: 6,
      maxItems: 6,
      description:
        "[a, b, c, d, e, f]: the position [u, v] of the picture, in fractions from its top left, lies at " +
        "x = a·u + b·v + c, y = d·u + e·v + f, in metres of the frame",
    }),
    grid: orNull(gridAnswer),
    plan: orNull(planAnswer),
    picture: Type.Object({
      url: orNull(Type.String({ description: "Signed address of the PNG. It needs no key" })),
      width_px: count,
      height_px: count,
    }),
    revision: Type.Integer({ minimum: 1, description: "Grows with each change" }),
    created_at: unixTime,
    updated_at: unixTime,
  }),
);

/** A map of robots on the wire. */
export type RobotMapWire = Static<typeof robotMapAnswer>;

/** A tie of two map frames. */
export const robotFrameAnswer = named(
  "RobotFrame",
  Type.Object({
    object: kind("robot.frame"),
    frame: text,
    parent: text,
    x: Type.Number({ description: "Origin of the frame, in metres of the parent" }),
    y: number,
    yaw: Type.Number({ description: "Heading of the frame's x axis in the parent, in radians" }),
    errors_m: orNull(Type.Array(errorM)),
    revision: Type.Integer({ minimum: 1 }),
    updated_at: unixTime,
  }),
);

/** A tie of two map frames on the wire. */
export type RobotFrameWire = Static<typeof robotFrameAnswer>;

/** `data` of a removed map, frame, place or corridor. */
export const removedMapAnswer = Type.Object({ id: text, object: text, deleted: Type.Boolean() });
