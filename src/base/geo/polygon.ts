import pointInPolygon from "point-in-polygon-hao";
import type { BoxNorm, PointNorm } from "../contract/geometry.ts";
import { type Segment, segmentsTouch } from "./segment.ts";

/** A polygon by its corners, without the first repeated at the end. */
export type Polygon = readonly PointNorm[];

/** Returns the polygon of a box, clockwise from its top left corner. */
export function polygonOfBox(box: BoxNorm): Polygon {
  return [
    [box[0], box[1]],
    [box[2], box[1]],
    [box[2], box[3]],
    [box[0], box[3]],
  ];
}

/** Area of a simple polygon in the square of its unit. */
export function polygonArea(polygon: Polygon): number {
  let twice = 0;
  for (let i = 0; i < polygon.length; i += 1) {
    const a = polygon[i]!;
    const b = polygon[(i + 1) % polygon.length]!;
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(twice) / 2;
}

/**
 * Returns the reason why `polygon` is not a usable area, in words for its author; null when it is
 * one.
 */
export function polygonProblem(polygon: Polygon): string | null {
  if (polygon.length < 3) return "a polygon needs at least three corners";
  for (let i = 0; i < polygon.length; i += 1) {
    const a = polygon[i]!;
    const b = polygon[(i + 1) % polygon.length]!;
    if (a[0] === b[0] && a[1] === b[1]) return `corners ${i} and ${i + 1} are the same point`;
  }
  if (crossesItself(polygon)) return "the polygon crosses or touches itself";
  return polygonArea(polygon) < 1e-6 ? "the polygon has no area" : null;
}

function crossesItself(polygon: Polygon): boolean {
  const edges = polygon.map((from, i): Segment => [from, polygon[(i + 1) % polygon.length]!]);
  for (let i = 0; i < edges.length; i += 1) {
    for (let j = i + 1; j < edges.length; j += 1) {
      const neighbours = j === i + 1 || (i === 0 && j === edges.length - 1);
      if (neighbours ? foldsBack(edges[i]!, edges[j]!) : segmentsTouch(edges[i]!, edges[j]!)) {
        return true;
      }
    }
  }
  return false;
}

/** True when two edges that share an end lie on one line and overlap. */
function foldsBack(one: Segment, other: Segment): boolean {
  const shared = one[1] === other[0] ? one[1] : one[0];
  const a = one[1] === other[0] ? one[0] : one[1];
  const b = one[1] === other[0] ? other[1] : other[0];
  const cross = (a[0] - shared[0]) * (b[1] - shared[1]) - (a[1] - shared[1]) * (b[0] - shared[0]);
  const dot = (a[0] - shared[0]) * (b[0] - shared[0]) + (a[1] - shared[1]) * (b[1] - shared[1]);
  return Math.abs(cross) < 1e-12 && dot > 0;
}

/**
 * Returns a test of whether a point lies in `polygon`; points on the edge count as inside. The
 * answer is exact for doubles.
 */
export function insideTest(polygon: Polygon): (point: PointNorm) => boolean {
  const ring = [...polygon, polygon[0]!].map(([x, y]): [number, number] => [x, y]);
  const rings = [ring];
  return (point) => pointInPolygon([point[0], point[1]], rings) !== false;
}

/** Distance of `point` from the nearest edge of `polygon`, in its unit, on either side. */
export function edgeDistance(polygon: Polygon, point: PointNorm): number {
  let least = Infinity;
  for (let i = 0; i < polygon.length; i += 1) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    const dx = bx - ax;
    const dy = by - ay;
    const along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.min(1, Math.max(0, along));
    least = Math.min(least, Math.hypot(point[0] - ax - at * dx, point[1] - ay - at * dy));
  }
  return least;
}
