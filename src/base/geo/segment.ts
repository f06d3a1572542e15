import type { PointNorm } from "../contract/geometry.ts";

/** A directed line segment from its first to its second point. */
export type Segment = readonly [from: PointNorm, to: PointNorm];

/** Twice the signed area of the triangle `a b c`; positive when `c` lies to the right of `a → b` with y down. */
export function orientation(a: PointNorm, b: PointNorm, c: PointNorm): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Signed distance of `point` from the infinite line through `segment`; positive on the right hand. */
export function signedDistance(segment: Segment, point: PointNorm): number {
  const length = Math.hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
  return length === 0 ? 0 : orientation(segment[0], segment[1], point) / length;
}

function onSegment(segment: Segment, point: PointNorm): boolean {
  const [a, b] = segment;
  return (
    point[0] >= Math.min(a[0], b[0]) &&
    point[0] <= Math.max(a[0], b[0]) &&
    point[1] >= Math.min(a[1], b[1]) &&
    point[1] <= Math.max(a[1], b[1])
  );
}

/** True when two segments share at least one point, ends included. */
export function segmentsTouch(one: Segment, other: Segment): boolean {
  const o1 = Math.sign(orientation(one[0], one[1], other[0]));
  const o2 = Math.sign(orientation(one[0], one[1], other[1]));
  const o3 = Math.sign(orientation(other[0], other[1], one[0]));
  const o4 = Math.sign(orientation(other[0], other[1], one[1]));
  if (o1 !== o2 && o3 !== o4) return true;
  return (
    (o1 === 0 && onSegment(one, other[0])) ||
    (o2 === 0 && onSegment(one, other[1])) ||
    (o3 === 0 && onSegment(other, one[0])) ||
    (o4 === 0 && onSegment(other, one[1]))
  );
}

/**
 * Returns the direction in which the path from `before` to `now` crosses `line`, or null when it
 * does not. Side a is on the left of a viewer who stands at the line's first point and faces its
 * second.
 */
export function crossing(
  line: Segment,
  before: PointNorm,
  now: PointNorm,
): "a_to_b" | "b_to_a" | null {
  const from = orientation(line[0], line[1], before);
  const to = orientation(line[0], line[1], now);
  if (from === 0 || to === 0 || from > 0 === to > 0) return null;
  if (!segmentsTouch(line, [before, now])) return null;
  return from < 0 ? "a_to_b" : "b_to_a";
}

/**
 * Returns the heading from `from` to `to` in degrees, clockwise from up in the picture, in [0,
 * 360). `aspect` is the frame's width over its height, so that the angle is the visible one.
 */
export function headingDeg(from: PointNorm, to: PointNorm, aspect: number): number {
  const dx = (to[0] - from[0]) * aspect;
  const dy = to[1] - from[1];
  const degrees = (Math.atan2(dx, -dy) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** The angle between two headings in degrees, 0–180. */
export function headingDifferenceDeg(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return difference > 180 ? 360 - difference : difference;
}
