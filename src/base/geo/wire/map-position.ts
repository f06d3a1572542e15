import { type Static, Type } from "typebox";
import { named, orNull } from "../../contract/answers.ts";
import { type MapPosition, roundedPosition } from "../map-position.ts";

/** A position on a map. */
export const mapPositionAnswer = named(
  "MapPosition",
  Type.Object({
    frame: Type.String({ minLength: 1, maxLength: 64, description: "Name of the map frame" }),
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

/** The position on the wire, to the centimetre. */
export function mapPositionWire(position: MapPosition): MapPositionWire {
  const { frame, xM, yM, errorM, isExtrapolated } = roundedPosition(position);
  return { frame, x: xM, y: yM, error_m: errorM, extrapolated: isExtrapolated };
}
