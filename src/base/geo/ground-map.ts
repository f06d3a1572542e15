import type { PointNorm } from "../contract/geometry.ts";
import { solve } from "./homography.ts";
import { insideTest } from "./polygon.ts";

/** A point on the ground: its place in the picture, and on the map in metres. */
export interface GroundPoint {
  imageNorm: PointNorm;
  mapM: readonly [xM: number, yM: number];
}

/** Maps the picture to the ground, by points known in both. */
export interface GroundMap {
  /** Returns the ground position of `point` in metres; null at and beyond the horizon. */
  toMap(point: PointNorm): readonly [xM: number, yM: number] | null;
  /** Returns the place in the picture of a point on the ground, which may lie outside it; null behind the camera. */
  toImage(mapM: readonly [xM: number, yM: number]): PointNorm | null;
  /** True when `point` lies between the known points, or beyond them by at most a tenth. */
  isBetween(point: PointNorm): boolean;
  /** Error of the fit at each point, in metres and in their order. */
  errorsM: readonly number[];
}

/**
 * The map has no positions nearer to the horizon than this share of the depth at the points'
 * middle.
 */
const minDepth = 0.02;
/** Factor by which the area of the known points grows for `isBetween`. */
const growth = 1.1;
/** Rounds of reweighting by depth, which make the error that on the map. */
const rounds = 4;

interface Scale {
  middle: PointNorm;
  size: number;
}

/**
 * Returns the perspective map that fits four or more points best on the map (least squares, each
 * set first moved to its middle and scaled). Null when the points do not determine one: three of
 * four, or all but one, on a line, a repeated point, or points that no flat ground can show.
 */
export function groundMap(points: readonly GroundPoint[]): GroundMap | null {
  const image = points.map(({ imageNorm }) => imageNorm);
  const map = points.map(({ mapM }) => mapM);
  const from = scaleOf(image);
  const to = scaleOf(map);
  if (points.length < 4 || !from || !to) return null;
  const pairs = image.map((point, at) => [scaled(point, from), scaled(map[at]!, to)] as const);
  const h = fit(pairs);
  if (!h || pairs.some(([point]) => depthAt(h, point) < minDepth)) return null;
  const toMap: GroundMap["toMap"] = (point) => {
    const [x, y] = scaled(point, from);
    const depth = depthAt(h, [x, y]);
    if (!(depth >= minDepth)) return null;
    const u = (h[0]! * x + h[1]! * y + h[2]!) / depth;
    const v = (h[3]! * x + h[4]! * y + h[5]!) / depth;
    return [u / to.size + to.middle[0], v / to.size + to.middle[1]];
  };
  const back = inverseOf(h);
  const toImage: GroundMap["toImage"] = (mapM) => {
    const [u, v] = scaled(mapM, to);
    const w = back[6]! * u + back[7]! * v + back[8]!;
    const x = (back[0]! * u + back[1]! * v + back[2]!) / w;
    const y = (back[3]! * u + back[4]! * v + back[5]!) / w;
    if (!Number.isFinite(x) || !Number.isFinite(y) || depthAt(h, [x, y]) < minDepth) return null;
    return [x / from.size + from.middle[0], y / from.size + from.middle[1]];
  };
  const hull = convexHull(image).map(([x, y]): PointNorm => {
    const [mx, my] = from.middle;
    return [mx + (x - mx) * growth, my + (y - my) * growth];
  });
  if (hull.length < 3) return null;
  const errorsM = image.map((point, at) => {
    const [x, y] = toMap(point)!;
    return Math.hypot(x - map[at]![0], y - map[at]![1]);
  });
  return { toMap, toImage, isBetween: insideTest(hull), errorsM };
}

function fit(pairs: readonly (readonly [PointNorm, PointNorm])[]): number[] | null {
  let weights = pairs.map(() => 1);
  let h: number[] | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const rows = pairs.flatMap(([[x, y], [u, v]], at) =>
      [
        [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
        [0, 0, 0, x, y, 1, -v * x, -v * y, v],
      ].map((row) => row.map((value) => value * weights[at]!)),
    );
    h = pairs.length === 4 ? solve(rows) : solve(normal(rows));
    if (!h || pairs.length === 4) return h;
    const known = h;
    weights = pairs.map(([point]) => 1 / Math.max(minDepth, depthAt(known, point)));
  }
  return h;
}

/**
 * Returns the normal equations of an overdetermined system, with the right hand side last in each
 * row.
 */
function normal(rows: readonly (readonly number[])[]): number[][] {
  const n = rows[0]!.length - 1;
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n + 1 }, (__, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  );
}

/** Returns the inverse of the 3×3 matrix of `h`, whose last element is 1, up to a factor: its adjugate. */
function inverseOf([a, b, c, d, e, f, g, k]: readonly number[]): number[] {
  return [
    e! - f! * k!,
    c! * k! - b!,
    b! * f! - c! * e!,
    f! * g! - d!,
    a! - c! * g!,
    c! * d! - a! * f!,
    d! * k! - e! * g!,
    b! * g! - a! * k!,
    a! * e! - b! * d!,
  ];
}

function depthAt(h: readonly number[], [x, y]: PointNorm): number {
  return h[6]! * x + h[7]! * y + 1;
}

function scaleOf(points: readonly PointNorm[]): Scale | null {
  const mean = (of: 0 | 1): number => points.reduce((sum, at) => sum + at[of], 0) / points.length;
  const middle: PointNorm = [mean(0), mean(1)];
  const spread =
    points.reduce((sum, [x, y]) => sum + Math.hypot(x - middle[0], y - middle[1]), 0) /
    points.length;
  return spread > 0 && Number.isFinite(spread) ? { middle, size: 1 / spread } : null;
}

function scaled([x, y]: PointNorm, { middle, size }: Scale): PointNorm {
  return [(x - middle[0]) * size, (y - middle[1]) * size];
}

/** Andrew's monotone chain; counter-clockwise in a frame whose y goes up. */
function convexHull(points: readonly PointNorm[]): PointNorm[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly PointNorm[]): PointNorm[] => {
    const chain: PointNorm[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turn(a: PointNorm, b: PointNorm, c: PointNorm): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
