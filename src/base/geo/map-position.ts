/** A position on a map, in metres of its frame. */
export interface MapPosition {
  frame: string;
  xM: number;
  yM: number;
  /** RMS error of the calibration in metres; null when four points leave nothing to measure. */
  errorM: number | null;
  /** True beyond the points of the calibration. */
  isExtrapolated: boolean;
}

/** Returns the position to the centimetre and its error to the millimetre, as answers and events show them. */
export function roundedPosition(position: MapPosition): MapPosition {
  const { xM, yM, errorM } = position;
  return {
    ...position,
    xM: toCentimetre(xM),
    yM: toCentimetre(yM),
    errorM: errorM === null ? null : toMillimetre(errorM),
  };
}

/** Rounds a length in metres to the millimetre. */
export function toMillimetre(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}

function toCentimetre(metres: number): number {
  return Math.round(metres * 100) / 100;
}
