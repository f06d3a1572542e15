import { solve } from "./homography.ts";
import { apart, type PointM } from "./line.ts";

/** Takes a point `[x, y]` of one plane to `[a·x + b·y + c, d·x + e·y + f]` of another. */
export type PlaneMatrix = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
];

/** One point in both planes. */
export interface PointPair {
  from: PointM;
  to: PointM;
}

/**
 * The freedom of a fit. `rigid` turns and moves, `similarity` also scales, `affine` also shears and scales each axis
 * by itself.
 */
export const planeFits = ["rigid", "similarity", "affine"] as const;

/** The freedom of a fit. */
export type PlaneFit = (typeof planeFits)[number];

/** Pairs that a fit needs at least. */
export const leastPairs: Readonly<Record<PlaneFit, number>> = {
  rigid: 2,
  similarity: 2,
  affine: 3,
};

/** A fit with its error at each pair, in units of the second plane and in the order of the pairs. */
export interface FittedPlane {
  matrix: PlaneMatrix;
  errors: readonly number[];
}

/** Below this share of the largest side an extent counts as none. */
const leastExtent = 1e-9;

/**
 * Returns the map of the planes that fits the pairs best (least squares). Null where they do not determine one: too few,
 * all in one point, or for `affine` all on one line.
 */
export function fitPlanes(pairs: readonly PointPair[], kind: PlaneFit): FittedPlane | null {
  if (pairs.length < leastPairs[kind]) return null;
  const matrix = kind === "affine" ? affine(pairs) : turned(pairs, kind === "rigid");
  if (!matrix?.every(Number.isFinite)) return null;
  return { matrix, errors: pairs.map(({ from, to }) => apart(throughPlane(matrix, from), to)) };
}

/** Returns the point in the second plane. */
export function throughPlane([a, b, c, d, e, f]: PlaneMatrix, [x, y]: PointM): PointM {
  return [a * x + b * y + c, d * x + e * y + f];
}

/** Returns the way back; null for a map that flattens the plane. */
export function inversePlane([a, b, c, d, e, f]: PlaneMatrix): PlaneMatrix | null {
  const area = a * e - b * d;
  if (area === 0 || !Number.isFinite(1 / area)) return null;
  return [e / area, -b / area, (b * f - c * e) / area, -d / area, a / area, (c * d - a * f) / area];
}

function middle(points: readonly PointM[]): PointM {
  const sum = (at: 0 | 1): number => points.reduce((total, point) => total + point[at], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** A turn, a movement and, unless rigid, one scale (Umeyama 1991, in the plane). */
function turned(pairs: readonly PointPair[], isRigid: boolean): PlaneMatrix | null {
  const [fromX, fromY] = middle(pairs.map(({ from }) => from));
  const [toX, toY] = middle(pairs.map(({ to }) => to));
  let [along, across, extent, reach] = [0, 0, 0, 0];
  for (const { from, to } of pairs) {
    const [x, y] = [from[0] - fromX, from[1] - fromY];
    const [u, v] = [to[0] - toX, to[1] - toY];
    along += x * u + y * v;
    across += x * v - y * u;
    extent += x * x + y * y;
    reach += from[0] ** 2 + from[1] ** 2;
  }
  const length = Math.hypot(along, across);
  if (!(extent > leastExtent ** 2 * Math.max(reach, Number.MIN_VALUE)) || length === 0) return null;
  const scale = isRigid ? length : extent;
  const [cos, sin] = [along / scale, across / scale];
  return [cos, -sin, toX - cos * fromX + sin * fromY, sin, cos, toY - sin * fromX - cos * fromY];
}

function affine(pairs: readonly PointPair[]): PlaneMatrix | null {
  const [fromX, fromY] = middle(pairs.map(({ from }) => from));
  const rowsOf = (value: (pair: PointPair) => number): number[][] => {
    const rows = [0, 1, 2].map(() => [0, 0, 0, 0]);
    for (const pair of pairs) {
      const terms = [pair.from[0] - fromX, pair.from[1] - fromY, 1];
      for (let row = 0; row < 3; row += 1) {
        for (let column = 0; column < 3; column += 1)
          rows[row]![column]! += terms[row]! * terms[column]!;
        rows[row]![3]! += terms[row]! * value(pair);
      }
    }
    return rows;
  };
  const x = solve(rowsOf(({ to }) => to[0]));
  const y = solve(rowsOf(({ to }) => to[1]));
  if (!x || !y) return null;
  const [a, b, c] = x as [number, number, number];
  const [d, e, f] = y as [number, number, number];
  return [a, b, c - a * fromX - b * fromY, d, e, f - d * fromX - e * fromY];
}
