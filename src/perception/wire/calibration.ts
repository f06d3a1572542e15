import { type Static, Type } from "typebox";
import { named, orNull } from "../../base/contract/answers.ts";
import { frame, image, map } from "../core/calibration-document.ts";

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
