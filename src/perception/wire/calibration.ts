import { type Static, Type } from "typebox";
import { named, orNull } from "../../base/contract/answers.ts";

const closed = { additionalProperties: false } as const;
/** The largest distance from a map's origin, in metres; the same as for robots. */
const coordinateM = 100_000;

function pair(minimum: number, maximum: number, description: string) {
  return Type.Unsafe<[number, number]>({
    type: "array",
    items: { type: "number", minimum, maximum },
    minItems: 2,
    maxItems: 2,
    description,
  });
}

const frame = Type.String({ minLength: 1, maxLength: 64, description: "Name of the map frame" });
const image = pair(0, 1, "Position of the point in the picture, in fractions of the frame");
const map = pair(-coordinateM, coordinateM, "Position of the point on the map, in metres");

/** `calibration` of a stream: points on the ground that were found in the picture and on a map. */
export const calibrationSchema = Type.Object(
  {
    frame,
    points: Type.Array(Type.Object({ image, map }, closed), {
      minItems: 4,
      maxItems: 100,
      description: "Points on the ground. With five or more the box can compute the errors",
    }),
  },
  { ...closed, title: "StreamCalibration" },
);

/** `calibration` of a stream. */
export type CalibrationWire = Static<typeof calibrationSchema>;

const metres = Type.Number({ minimum: 0 });

/** The calibration of a stream with its error. */
export const calibrationAnswer = named(
  "StreamCalibrationState",
  Type.Object({
    frame,
    points: Type.Array(
      Type.Object({
        image,
        map,
        error_m: Type.Number({
          minimum: 0,
          description: "Error of the fit at this point in metres",
        }),
      }),
    ),
    rms_error_m: orNull(
      Type.Number({
        minimum: 0,
        description:
          "RMS error of all points in metres. Null with four points, because they always fit exactly",
      }),
    ),
    max_error_m: orNull(metres),
  }),
);

/** The calibration of a stream with its error, on the wire. */
export type CalibrationStateWire = Static<typeof calibrationAnswer>;

/** A position on a map. */
export const mapPositionAnswer = named(
  "MapPosition",
  Type.Object({
    frame,
    x: Type.Number({ description: "Metres" }),
    y: Type.Number(),
    error_m: orNull(
      Type.Number({
        minimum: 0,
        description: "RMS error of the calibration in metres. Null if it is unknown",
      }),
    ),
    extrapolated: Type.Boolean({
      description: "True if the position is outside the calibrated points. It can then be far off",
    }),
  }),
);

/** A position on a map, on the wire. */
export type MapPositionWire = Static<typeof mapPositionAnswer>;
