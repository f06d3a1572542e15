import type { PointNorm } from "../contract/geometry.ts";

/** Four points in order. */
export type Quad = readonly [PointNorm, PointNorm, PointNorm, PointNorm];

/** Below this share of the largest coefficient a pivot is zero: the points have no unique map. */
const minPivot = 1e-9;

/**
 * Returns the perspective map that takes the four points `from` to the four points `to`: for a flat
 * ground, from the picture to the ground. Null when three points of either set lie on one line.
 */
export function homography(from: Quad, to: Quad): ((point: PointNorm) => PointNorm) | null {
  // The origin is the middle of the points, which lies before the horizon, so that the map's last
  // number is not zero.
  const middle = centre(from);
  const rows = from.flatMap((point, i) => equations(less(point, middle), to[i]!));
  const h = solve(rows);
  if (h === null) return null;
  const [a, b, c, d, e, f, g, k] = h as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return (point) => {
    const [x, y] = less(point, middle);
    const depth = g * x + k * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** True when the corners form a convex polygon: only then can they show a flat rectangle. */
export function isConvex(quad: Quad): boolean {
  const turns = quad.map((a, i) => {
    const b = quad[(i + 1) % 4]!;
    const c = quad[(i + 2) % 4]!;
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
  });
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

function centre(quad: Quad): PointNorm {
  const mean = (of: 0 | 1): number => quad.reduce((sum, point) => sum + point[of], 0) / 4;
  return [mean(0), mean(1)];
}

function less(a: PointNorm, b: PointNorm): PointNorm {
  return [a[0] - b[0], a[1] - b[1]];
}

function equations([x, y]: PointNorm, [u, v]: PointNorm): number[][] {
  return [
    [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
    [0, 0, 0, x, y, 1, -v * x, -v * y, v],
  ];
}

/**
 * Solves `n` linear equations by Gaussian elimination with row pivoting; the right hand side is
 * last in each row. Changes `rows`. Null without a unique solution.
 */
export function solve(rows: number[][]): number[] | null {
  const n = rows.length;
  const scale = Math.max(...rows.flat().map(Math.abs));
  for (let column = 0; column < n; column += 1) {
    let best = column;
    for (let row = column + 1; row < n; row += 1) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[best]![column]!)) best = row;
    }
    const pivot = rows[best]!;
    if (Math.abs(pivot[column]!) < minPivot * scale) return null;
    [rows[best], rows[column]] = [rows[column]!, pivot];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column]! / pivot[column]!;
      for (let i = column; i <= n; i += 1) row[i]! -= factor * pivot[i]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}
