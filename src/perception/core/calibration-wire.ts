import { toMillimetre } from "../../base/geo/map-position.ts";
import type { CalibrationStateWire } from "../wire/calibration.ts";
import type { CalibrationState } from "./calibration.ts";

/** The calibration with its errors on the wire, to the millimetre. */
export function calibrationWire(state: CalibrationState): CalibrationStateWire {
  const { rmsErrorM, maxErrorM } = state;
  return {
    frame: state.frame,
    points: state.points.map(({ imageNorm, mapM, errorM }) => ({
      image: imageNorm,
      map: mapM,
      error_m: toMillimetre(errorM),
    })),
    rms_error_m: rmsErrorM === null ? null : toMillimetre(rmsErrorM),
    max_error_m: maxErrorM === null ? null : toMillimetre(maxErrorM),
  };
}
