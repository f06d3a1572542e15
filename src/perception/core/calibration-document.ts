import { type Static, Type } from "typebox";

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

/** Name of the map frame of a calibration. */
export const frame = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Name of the map frame",
});
/** Position of a point in the picture. */
export const image = pair(0, 1, "Position of the point in the picture, in fractions of the frame");
/** Position of a point on the map. */
export const map = pair(-coordinateM, coordinateM, "Position of the point on the map, in metres");

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
export type CalibrationSettings = Static<typeof calibrationSchema>;
