import { apart, nearestOn, type PointM } from "./line.ts";

/** A control point; a larger weight draws the curve nearer to it. */
export interface ControlPoint {
  xM: number;
  yM: number;
  weight: number;
}

/**
 * A non-uniform rational B-spline of a plane. It is clamped: it begins at its first control point and ends at its last
 * one. The knots run from 0 to 1.
 */
export interface NurbsCurve {
  degree: number;
  knots: readonly number[];
  points: readonly ControlPoint[];
}

/** Bounds of curves. */
export const nurbsLimits = {
  degree: 7,
  points: 100,
  weight: 1000,
  /** The lines that stand for a curve are nowhere further from it, in metres. */
  toleranceM: 0.02,
} as const;

/** The fault of a curve, with the part that has it. */
export interface NurbsFault {
  part: "degree" | "knots" | "points";
  message: string;
}

/** Returns the fault of a curve whose numbers are finite; null for none. */
export function nurbsFault({ degree, knots, points }: NurbsCurve): NurbsFault | null {
  const { degree: most, points: mostPoints, weight: mostWeight } = nurbsLimits;
  if (!Number.isInteger(degree) || degree < 1 || degree > most)
    return { part: "degree", message: `is not a whole number from 1 to ${most}. Correct it` };
  if (points.length < degree + 1 || points.length > mostPoints) {
    const message = `has ${points.length} entries. Send ${degree + 1} (degree + 1) to ${mostPoints}`;
    return { part: "points", message };
  }
  if (points.some(({ weight }) => !(weight > 0 && weight <= mostWeight)))
    return { part: "points", message: `has a weight that is not above 0 and up to ${mostWeight}` };
  return knotFault(degree, knots, points.length);
}

function knotFault(degree: number, knots: readonly number[], count: number): NurbsFault | null {
  const fault = (message: string): NurbsFault => ({ part: "knots", message });
  const length = count + degree + 1;
  if (knots.length !== length)
    return fault(`has ${knots.length} entries. Send ${length} (control points + degree + 1)`);
  if (knots.some((knot) => !(knot >= 0 && knot <= 1))) return fault("has a value outside 0 to 1");
  if (knots.some((knot, at) => at > 0 && knot < knots[at - 1]!))
    return fault("descends. Send the values in ascending order");
  const isClamped =
    knots.slice(0, degree + 1).every((knot) => knot === 0) &&
    knots.slice(-degree - 1).every((knot) => knot === 1);
  if (!isClamped)
    return fault(
      `does not begin with ${degree + 1} zeros and end with ${degree + 1} ones (degree + 1), so the curve ` +
        "would miss its nodes",
    );
  const inner = knots.slice(degree + 1, -degree - 1);
  const isTorn = inner.some(
    (knot) => knot === 0 || knot === 1 || inner.filter((each) => each === knot).length > degree,
  );
  return isTorn ? fault(`repeats a value more than ${degree} times (degree)`) : null;
}

/** Homogeneous coordinates: weighted x and y, and the weight. */
type Homogeneous = readonly [number, number, number];

interface Spline {
  degree: number;
  knots: readonly number[];
  points: readonly Homogeneous[];
}

const splineOf = ({ degree, knots, points }: NurbsCurve): Spline => ({
  degree,
  knots,
  points: points.map(({ xM, yM, weight }) => [xM * weight, yM * weight, weight]),
});

const curveOf = ({ degree, knots, points }: Spline): NurbsCurve => ({
  degree,
  knots,
  points: points.map(([x, y, weight]) => ({ xM: x / weight, yM: y / weight, weight })),
});

const mixed = (a: Homogeneous, b: Homogeneous, share: number): Homogeneous => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
  a[2] + share * (b[2] - a[2]),
];

/** Boehm's knot insertion. */
function withKnot({ degree, knots, points }: Spline, knot: number): Spline {
  const span = knots.findLastIndex((each) => each <= knot);
  const inserted = Array.from({ length: points.length + 1 }, (_, at): Homogeneous => {
    if (at <= span - degree) return points[at]!;
    if (at > span) return points[at - 1]!;
    const share = (knot - knots[at]!) / (knots[at + degree]! - knots[at]!);
    return mixed(points[at - 1]!, points[at]!, share);
  });
  return {
    degree,
    knots: [...knots.slice(0, span + 1), knot, ...knots.slice(span + 1)],
    points: inserted,
  };
}

/** The two parts of a spline, whose knots keep their values. */
function split(spline: Spline, knot: number): [Spline, Spline] {
  const { degree } = spline;
  const times = spline.knots.filter((each) => each === knot).length;
  let whole = spline;
  for (let at = times; at < degree; at += 1) whole = withKnot(whole, knot);
  const first = whole.knots.indexOf(knot);
  return [
    {
      degree,
      knots: [...whole.knots.slice(0, first + degree), knot],
      points: whole.points.slice(0, first),
    },
    {
      degree,
      knots: [knot, ...whole.knots.slice(first)],
      points: whole.points.slice(first - 1),
    },
  ];
}

/** Returns the part of a curve between two parameters, `0 ≤ from < to ≤ 1`, as a curve of its own. */
export function partOf(curve: NurbsCurve, from: number, to: number): NurbsCurve {
  let spline = splineOf(curve);
  if (to < 1) [spline] = split(spline, to);
  if (from > 0) [, spline] = split(spline, from);
  const first = spline.knots[0]!;
  const span = spline.knots.at(-1)! - first;
  const knots = spline.knots.map((knot) => Math.min(1, Math.max(0, (knot - first) / span)));
  return curveOf({ ...spline, knots });
}

/** Returns the same curve from its end to its beginning. */
export function reversedCurve({ degree, knots, points }: NurbsCurve): NurbsCurve {
  return {
    degree,
    knots: knots.map((knot) => 1 - knot).toReversed(),
    points: points.toReversed(),
  };
}

/**
 * Returns the curve with its ends at exactly these points; null where an end is further from its point than
 * `withinM`.
 */
export function curveBetween(
  curve: NurbsCurve,
  [first, last]: readonly [PointM, PointM],
  withinM: number,
): NurbsCurve | null {
  const ends = [curve.points[0]!, curve.points.at(-1)!] as const;
  const isNear = [first, last].every(
    (point, at) => apart(point, [ends[at]!.xM, ends[at]!.yM]) <= withinM,
  );
  if (!isNear) return null;
  const moved = (at: 0 | 1, [xM, yM]: PointM) => ({ ...ends[at], xM, yM });
  return { ...curve, points: [moved(0, first), ...curve.points.slice(1, -1), moved(1, last)] };
}

/** Looks at a curve before the search for the nearest point, and rounds of that search. */
const looks = 16;
const rounds = 40;

/** Returns the parameter between two others at which the curve is nearest to a point. */
export function nearestParameter(
  curve: NurbsCurve,
  point: PointM,
  [from, to]: readonly [number, number],
): number {
  const distance = (parameter: number): number => apart(curvePoint(curve, parameter), point);
  const step = (to - from) / looks;
  const all = Array.from({ length: looks + 1 }, (_, at) => from + at * step);
  const best = all.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  let [low, high] = [Math.max(from, best - step), Math.min(to, best + step)];
  for (let round = 0; round < rounds; round += 1) {
    const third = (high - low) / 3;
    if (distance(low + third) < distance(high - third)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

/** A point of a curve with its parameter. */
export interface CurvePoint {
  at: PointM;
  parameter: number;
}

/** Parameters closer to each other than this are not divided further. */
const leastSpan = 1e-6;

/**
 * Returns points of the curve from its beginning to its end, so that no part of it is further than `toleranceM` from
 * the line through them; null where that takes more than `most` points.
 */
export function flattened(
  curve: NurbsCurve,
  toleranceM: number,
  most: number,
): CurvePoint[] | null {
  const [first] = curve.points;
  const found: CurvePoint[] = [{ at: [first!.xM, first!.yM], parameter: 0 }];
  const open = [splineOf(curve)];
  while (open.length > 0) {
    const spline = open.pop()!;
    const from = spline.knots[0]!;
    const to = spline.knots.at(-1)!;
    const points = spline.points.map(([x, y, weight]): PointM => [x / weight, y / weight]);
    if (to - from < leastSpan || isFlat(points, toleranceM)) {
      found.push({ at: points.at(-1)!, parameter: to });
      if (found.length > most) return null;
      continue;
    }
    const inner = spline.knots.find((knot) => knot > from && knot < to);
    const [before, after] = split(spline, inner ?? (from + to) / 2);
    open.push(after, before);
  }
  return found;
}

/** The curve lies in the hull of its control points, because no weight is negative. */
function isFlat(points: readonly PointM[], toleranceM: number): boolean {
  const chord = [points[0]!, points.at(-1)!] as const;
  return points.every((point) => apart(point, nearestOn(chord, point)) <= toleranceM);
}

/** Returns the point at a parameter from 0 to 1. */
export function curvePoint(curve: NurbsCurve, parameter: number): PointM {
  const { degree, knots, points } = splineOf(curve);
  const last = points.length - 1;
  const found = knots.findLastIndex((knot, at) => knot <= parameter && at <= last);
  const span = Math.max(degree, found);
  let active = points.slice(span - degree, span + 1);
  // De Boor's algorithm.
  for (let round = 1; round <= degree; round += 1) {
    active = active.slice(1).map((point, index) => {
      const at = span - degree + round + index;
      const lower = knots[at]!;
      const width = knots[at + degree - round + 1]! - lower;
      return mixed(active[index]!, point, width === 0 ? 0 : (parameter - lower) / width);
    });
  }
  const [x, y, weight] = active[0]!;
  return [x / weight, y / weight];
}
