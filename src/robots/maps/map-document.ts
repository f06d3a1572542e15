import { type Static, Type } from "typebox";
import { oneOfValues } from "../../base/contract/answers.ts";
import { nurbsLimits } from "../../base/geo/nurbs.ts";
import { closed, corner, frame, metres, name, radians } from "../driver/command-document.ts";
import { mapLimits, placeKinds, planFits } from "./map-terms.ts";

const id = Type.Optional(
  Type.String({
    pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    description: "Id of the entry to change. Without it, the name identifies the entry",
  }),
);
const level = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: mapLimits.levelLength }), Type.Null()], {
    description: "Floor of the building, for example `0` or `mezzanine`",
  }),
);
/** Position in a picture. */
const fraction = Type.Unsafe<[number, number]>({
  type: "array",
  items: { type: "number", minimum: 0, maximum: 1 },
  minItems: 2,
  maxItems: 2,
  description: "Position in the picture, in fractions of it; the origin is at the top left",
});
const picture = (description: string) => Type.String({ minLength: 1, description });

const planPoints = Type.Array(Type.Object({ image: fraction, map: corner }, closed), {
  minItems: 2,
  maxItems: mapLimits.pairs,
  description: "Points that you found in the picture and know in metres of the frame",
});
const fit = Type.Optional(
  oneOfValues(
    planFits,
    "`similarity` (default) turns, scales and moves the picture; `affine` also shears it and needs three points",
  ),
);

/** Body of `POST /robots/maps`: a grid or a floor plan. */
export const mapRequestSchema = Type.Object(
  {
    id,
    name,
    frame,
    level,
    grid: Type.Optional(
      Type.Object(
        {
          yaml: Type.String({
            minLength: 1,
            maxLength: mapLimits.yamlCharacters,
            description: "Text of the YAML file of ROS 2 `map_server`",
          }),
          image: picture("The picture that the YAML file names, PGM or PNG, in base64"),
        },
        { ...closed, title: "RobotGridFile" },
      ),
    ),
    plan: Type.Optional(
      Type.Object(
        {
          image: picture("JPEG, PNG, WebP or SVG, in base64"),
          points: planPoints,
          fit,
        },
        { ...closed, title: "RobotFloorPlan" },
      ),
    ),
  },
  { ...closed, title: "RobotMapRequest" },
);

/** Body of `POST /robots/maps`. */
export type MapRequest = Static<typeof mapRequestSchema>;

/** Body of `PATCH /robots/maps/<id>`. */
export const mapChangeSchema = Type.Object(
  {
    name: Type.Optional(name),
    level,
    plan: Type.Optional(Type.Object({ points: planPoints, fit }, closed)),
  },
  { ...closed, title: "RobotMapChange", minProperties: 1 },
);

/** Body of `PATCH /robots/maps/<id>`. */
export type MapChange = Static<typeof mapChangeSchema>;

/** Body of `PUT /robots/frames/<frame>`. */
export const frameTieSchema = Type.Object(
  {
    parent: frame,
    x: Type.Optional(metres),
    y: Type.Optional(metres),
    yaw: Type.Optional(radians),
    points: Type.Optional(
      Type.Array(Type.Object({ frame: corner, parent: corner }, closed), {
        minItems: 2,
        maxItems: mapLimits.pairs,
        description: "Points that you know in both frames; the box computes x, y and yaw from them",
      }),
    ),
  },
  { ...closed, title: "RobotFrameRequest" },
);

/** Body of `PUT /robots/frames/<frame>`. */
export type FrameTieRequest = Static<typeof frameTieSchema>;

const door = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
    description: "Id of the door or lift of the site file whose ground it is",
  }),
);

/** A place to store. */
const place = Type.Object(
  {
    id,
    name,
    kind: oneOfValues(placeKinds),
    frame,
    level,
    x: metres,
    y: metres,
    yaw: Type.Optional(Type.Union([radians, Type.Null()])),
    door,
  },
  { ...closed, title: "RobotPlaceRequest" },
);
/** A place to store. */
export type PlaceRequest = Static<typeof place>;

/** The curve of a corridor, as VDA 5050 defines trajectories. */
export const corridorCurveSchema = Type.Object(
  {
    degree: Type.Integer({ minimum: 1, maximum: nurbsLimits.degree }),
    knot_vector: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
      minItems: 4,
      maxItems: nurbsLimits.points + nurbsLimits.degree + 1,
      description:
        "Ascending values from 0 to 1; degree + 1 zeros first and degree + 1 ones last. As many as control points, plus degree, plus 1",
    }),
    control_points: Type.Array(
      Type.Object(
        {
          x: metres,
          y: metres,
          weight: Type.Optional(
            Type.Number({ exclusiveMinimum: 0, maximum: nurbsLimits.weight, default: 1 }),
          ),
        },
        closed,
      ),
      { minItems: 2, maxItems: nurbsLimits.points, description: "Metres of the frame" },
    ),
  },
  {
    ...closed,
    title: "RobotCorridorCurve",
    description: "NURBS of a curved corridor, from its first end to its last one",
  },
);
/** The curve of a corridor on the wire. */
export type CorridorCurveBody = Static<typeof corridorCurveSchema>;

/** A corridor to store. */
const corridor = Type.Object(
  {
    id,
    name,
    frame,
    level,
    points: Type.Optional(
      Type.Array(corner, {
        minItems: 2,
        maxItems: mapLimits.corridorPoints,
        description:
          "Points [x, y] of the way, in metres of the frame. Required without `curve`; with it, the box calculates them",
      }),
    ),
    curve: Type.Optional(Type.Union([corridorCurveSchema, Type.Null()])),
    one_way: Type.Optional(
      Type.Boolean({ default: false, description: "Only from the first point to the last" }),
    ),
    exclusive: Type.Optional(Type.Boolean({ default: false, description: "One robot at a time" })),
    max_speed_mps: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 20 }), Type.Null()]),
    ),
    width_m: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 100 }), Type.Null()]),
    ),
    from: Type.Optional(Type.Union([name, Type.Null()])),
    to: Type.Optional(
      Type.Union([name, Type.Null()], {
        description: "Names of the ends. Corridors that name the same end meet there",
      }),
    ),
    door,
  },
  { ...closed, title: "RobotCorridorRequest" },
);
/** A corridor to store. */
export type CorridorRequest = Static<typeof corridor>;

/** Forms of documents with places and corridors. */
export const layoutFormats = ["geojson", "lif"] as const;

/** Body of `POST /robots/layout`. */
export const layoutImportSchema = Type.Object(
  {
    format: oneOfValues(layoutFormats, "GeoJSON in metres of a map frame, or VDMA LIF 1.0"),
    document: Type.Unsafe<object>({ type: "object", description: "The whole document" }),
    frame: Type.Optional(frame),
    level,
  },
  { ...closed, title: "RobotLayoutImport" },
);

const most = 200;
/** Body of `POST /robots/places`. */
export const placesSchema = Type.Object(
  { places: Type.Array(place, { minItems: 1, maxItems: most }) },
  closed,
);
/** Body of `POST /robots/corridors`. */
export const corridorsSchema = Type.Object(
  { corridors: Type.Array(corridor, { minItems: 1, maxItems: most }) },
  closed,
);
