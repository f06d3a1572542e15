/** A point of a plane; every function here works in any one unit. */
export type PointM = readonly [xM: number, yM: number];

/** A line segment from its first point to its second. */
export type Line = readonly [from: PointM, to: PointM];

/** Cross products below this, in square units, count as parallel or on one line. */
const parallel = 1e-12;

/** Returns the point of the segment `a`–`b` nearest to `point`. */
export function nearestOn([a, b]: Line, point: PointM): PointM {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(1, Math.max(0, along));
  return [a[0] + at * dx, a[1] + at * dy];
}

/** Distance of two points in their unit. */
export function apart(a: PointM, b: PointM): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Returns the point at `share` of the segment, 0 at its first point and 1 at its second. */
export function pointAt([a, b]: Line, share: number): PointM {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

/** The edges of a polygon, the last one back to its first corner. */
export function edgesOf(polygon: readonly PointM[]): Line[] {
  return polygon.map((corner, at) => [corner, polygon[(at + 1) % polygon.length]!]);
}

/**
 * Returns the positions along `line`, as shares in (0, 1), where it may cross the polygon's edges.
 * Touching counts, and extra positions may be among them. Between two neighbouring positions the
 * line is wholly on one side.
 */
export function crossingsAlong(line: Line, edges: readonly Line[]): number[] {
  const [a, b] = line;
  const d: PointM = [b[0] - a[0], b[1] - a[1]];
  const lengthSq = d[0] * d[0] + d[1] * d[1];
  if (lengthSq === 0) return [];
  const shares: number[] = [];
  for (const [p, q] of edges) {
    const e: PointM = [q[0] - p[0], q[1] - p[1]];
    const w: PointM = [p[0] - a[0], p[1] - a[1]];
    const across = cross(d, e);
    if (Math.abs(across) > parallel) {
      const onEdge = cross(w, d) / across;
      if (onEdge >= -1e-6 && onEdge <= 1 + 1e-6) shares.push(cross(w, e) / across);
      continue;
    }
    for (const corner of [p, q]) {
      shares.push(((corner[0] - a[0]) * d[0] + (corner[1] - a[1]) * d[1]) / lengthSq);
    }
  }
  return shares.filter((share) => share > 0 && share < 1);
}

/** Returns the least distance between the line and any of the edges; 0 where they touch. */
export function lineDistance(line: Line, edges: readonly Line[]): number {
  let least = Infinity;
  for (const edge of edges) {
    if (doCross(line, edge)) return 0;
    least = Math.min(
      least,
      apart(edge[0], nearestOn(line, edge[0])),
      apart(edge[1], nearestOn(line, edge[1])),
      apart(line[0], nearestOn(edge, line[0])),
      apart(line[1], nearestOn(edge, line[1])),
    );
  }
  return least;
}

function cross(a: PointM, b: PointM): number {
  return a[0] * b[1] - a[1] * b[0];
}

/** True when the lines properly cross. */
function doCross([a, b]: Line, [p, q]: Line): boolean {
  const side = (from: PointM, to: PointM, point: PointM): number =>
    Math.sign(cross([to[0] - from[0], to[1] - from[1]], [point[0] - from[0], point[1] - from[1]]));
  return side(a, b, p) !== side(a, b, q) && side(p, q, a) !== side(p, q, b);
}
