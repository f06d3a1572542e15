type Point = readonly [number, number];

/** A rectangle by its corners, as fractions of the frame. */
export type Cover = readonly [x1: number, y1: number, x2: number, y2: number];

/** Bands that the height of the frame is cut into for each polygon. */
const bandsOfOne = 90;
const fewestBands = 12;

/**
 * Returns rectangles that together hold every point of `polygons` (fractions of the frame). They
 * cut each polygon into bands and cover each band over the polygon's full width there, so they
 * reach beyond a slanted edge by at most its width in one band.
 */
export function coverPolygons(polygons: readonly (readonly Point[])[]): Cover[] {
  const bands = Math.max(fewestBands, Math.floor(bandsOfOne / Math.sqrt(polygons.length || 1)));
  return polygons.flatMap((polygon) => coverPolygon(polygon, bands));
}

function coverPolygon(polygon: readonly Point[], bands: number): Cover[] {
  const heights = polygon.map(([, y]) => y);
  const top = Math.min(...heights);
  const bottom = Math.max(...heights);
  const covers: Cover[] = [];
  const count = Math.max(1, Math.ceil((bottom - top) * bands));
  for (let band = 0; band < count; band += 1) {
    const y1 = top + ((bottom - top) * band) / count;
    const y2 = top + ((bottom - top) * (band + 1)) / count;
    for (const [x1, x2] of widthsIn(polygon, y1, y2)) {
      const last = covers.at(-1);
      const goesOn = last?.[0] === x1 && last[2] === x2 && last[3] === y1;
      if (goesOn) covers[covers.length - 1] = [x1, last[1], x2, y2];
      else covers.push([x1, y1, x2, y2]);
    }
  }
  return covers;
}

/** Returns the intervals of x that the polygon covers between two heights; they do not touch. */
function widthsIn(polygon: readonly Point[], y1: number, y2: number): [number, number][] {
  // Between the heights of two neighbouring corners the inside is a row of trapezoids.
  const inner = polygon.map(([, y]) => y).filter((y) => y > y1 && y < y2);
  const levels = [y1, ...inner.toSorted((a, b) => a - b), y2];
  const found: [number, number][] = [];
  for (let index = 0; index + 1 < levels.length; index += 1) {
    const [upper, lower] = [levels[index]!, levels[index + 1]!];
    if (lower <= upper) continue;
    const edges = crossing(polygon, upper, lower);
    for (let at = 0; at + 1 < edges.length; at += 2) {
      const [left, right] = [edges[at]!, edges[at + 1]!];
      found.push([Math.min(...left), Math.max(...right)]);
    }
  }
  return united(found);
}

/**
 * Returns the x at both heights of every edge that reaches from one to the other, left to right.
 */
function crossing(polygon: readonly Point[], upper: number, lower: number): [number, number][] {
  const edges: [number, number][] = [];
  for (const [index, a] of polygon.entries()) {
    const b = polygon[(index + 1) % polygon.length]!;
    if (Math.min(a[1], b[1]) > upper || Math.max(a[1], b[1]) < lower || a[1] === b[1]) continue;
    const xAt = (y: number): number => a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]);
    edges.push([xAt(upper), xAt(lower)]);
  }
  return edges.toSorted((p, q) => p[0] + p[1] - q[0] - q[1]);
}

function united(intervals: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
