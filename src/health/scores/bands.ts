/** One row of a published table: values up to and including `upTo` score `points`. */
export interface ScoreBand {
  upTo: number;
  points: number;
}

/** Returns the points of the first band that holds the value; the last band of a table has no upper end. */
export function pointsOf(value: number, bands: readonly ScoreBand[]): number {
  return bands.find(({ upTo }) => value <= upTo)!.points;
}

/** Makes bands of `[8, 3], [11, 1], [Infinity, 0]`. */
export function bandsOf(...rows: readonly (readonly [number, number])[]): readonly ScoreBand[] {
  return rows.map(([upTo, points]) => ({ upTo, points }));
}
