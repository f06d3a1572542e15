import { type GroundPoint, groundMap } from "../../../../src/base/geo/ground-map.ts";

/** A place in the picture (fractions) or on the map (metres). */
export type Point = readonly [number, number];

/** A mark on the ground as it is being entered. */
export interface MarkDraft {
  image: Point | undefined;
  map: Point | undefined;
}

/** How well the marks fit together. */
export interface Fit {
  /** Marks with both places. */
  complete: readonly GroundPoint[];
  /** Indexes in the list of marks, in the order of `complete`. */
  indexes: readonly number[];
  /** Metres at each of `complete`; undefined while the marks determine no ground. */
  errorsM: readonly number[] | undefined;
  rmsM: number | undefined;
  /** Three marks that lie on one line, which makes the marks useless; counted from 0. */
  line: readonly [number, number, number] | undefined;
}

/** Marks without which there is no calibration. */
export const leastMarks = 4;
/** Three marks count as on a line when their triangle is lower than this share of its longest side. */
const flatShare = 0.02;

/** Computes the fit as the box does, with the same code. */
export function fitOf(marks: readonly MarkDraft[]): Fit {
  const indexes = marks.flatMap(({ image, map }, index) => (image && map ? [index] : []));
  const complete = indexes.map((index) => ({
    imageNorm: marks[index]!.image!,
    mapM: marks[index]!.map!,
  }));
  const ground = complete.length < leastMarks ? null : groundMap(complete);
  const errorsM = ground?.errorsM;
  const squares = errorsM?.reduce((sum, error) => sum + error * error, 0);
  // Four marks always fit exactly, which says nothing.
  const isMeasured = errorsM !== undefined && errorsM.length > leastMarks;
  return {
    complete,
    indexes,
    errorsM,
    rmsM: isMeasured ? Math.sqrt(squares! / errorsM.length) : undefined,
    line: errorsM || complete.length < 3 ? undefined : lineOf(complete, indexes),
  };
}

function lineOf(points: readonly GroundPoint[], indexes: readonly number[]): Fit["line"] {
  for (let a = 0; a < points.length; a += 1) {
    for (let b = a + 1; b < points.length; b += 1) {
      for (let c = b + 1; c < points.length; c += 1) {
        const three = [points[a]!, points[b]!, points[c]!] as const;
        const isFlat =
          isOnLine(three.map(({ imageNorm }) => imageNorm)) ||
          isOnLine(three.map(({ mapM }) => mapM));
        if (isFlat) return [indexes[a]!, indexes[b]!, indexes[c]!];
      }
    }
  }
  return undefined;
}

function isOnLine(points: readonly Point[]): boolean {
  const [p, q, r] = points as [Point, Point, Point];
  const twiceArea = Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
  const side = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const longest = Math.max(side(p, q), side(q, r), side(r, p));
  return twiceArea <= flatShare * longest * longest;
}
