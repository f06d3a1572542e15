import type { SceneGrid } from "../core/vision-port.ts";
import type { GridShape } from "./cells.ts";
import type { ViewReference } from "./view-measure.ts";

/** A shift of the whole picture, as fractions of its width and height. */
export interface ViewShift {
  /** Positive: the content moved to the right, because the camera turned left. */
  xNorm: number;
  /** Positive: the content moved down, because the camera turned up. */
  yNorm: number;
  /** The fit of the shifted picture and of the unshifted one, −1 to 1. */
  fit: number;
  fitUnmoved: number;
}

/** The search uses cells of this many cells' side. */
const coarseStepCells = 2;
/** Largest shift looked for, as a share of the picture's side. */
const maxShare = 0.45;

/** Finds the shift at which `grid` fits `usual` best. It takes a few milliseconds: call it only on suspicion. */
export function findShift(grid: SceneGrid, usual: ViewReference): ViewShift {
  const shape = {
    columns: Math.floor(grid.columns / coarseStepCells),
    rows: Math.floor(grid.rows / coarseStepCells),
  };
  const now = shrink(grid.detail, grid, shape);
  const before = shrink(usual.detail, grid, shape);
  const maxX = Math.floor(shape.columns * maxShare);
  const maxY = Math.floor(shape.rows * maxShare);
  const fitUnmoved = fitAt({ now, before, shape }, 0, 0);
  let best = { x: 0, y: 0, fit: fitUnmoved };
  for (let y = -maxY; y <= maxY; y += 1) {
    for (let x = -maxX; x <= maxX; x += 1) {
      const fit = fitAt({ now, before, shape }, x, y);
      if (fit > best.fit) best = { x, y, fit };
    }
  }
  return {
    xNorm: best.x / shape.columns,
    yNorm: best.y / shape.rows,
    fit: best.fit,
    fitUnmoved,
  };
}

function shrink(values: ArrayLike<number>, from: GridShape, to: GridShape): Float32Array {
  const small = new Float32Array(to.columns * to.rows);
  for (let y = 0; y < to.rows * coarseStepCells; y += 1) {
    for (let x = 0; x < to.columns * coarseStepCells; x += 1) {
      const at = Math.floor(y / coarseStepCells) * to.columns + Math.floor(x / coarseStepCells);
      small[at]! += values[y * from.columns + x]! / (coarseStepCells * coarseStepCells);
    }
  }
  return small;
}

/** Correlation of the common part of both pictures when one is shifted by `(dx, dy)`. */
function fitAt(
  pair: { now: Float32Array; before: Float32Array; shape: GridShape },
  dx: number,
  dy: number,
): number {
  const { now, before, shape } = pair;
  const { columns, rows } = shape;
  let [n, sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.max(0, dy); y < Math.min(rows, rows + dy); y += 1) {
    for (let x = Math.max(0, dx); x < Math.min(columns, columns + dx); x += 1) {
      const a = now[y * columns + x]!;
      const b = before[(y - dy) * columns + x - dx]!;
      n += 1;
      sumA += a;
      sumB += b;
      sumAa += a * a;
      sumBb += b * b;
      sumAb += a * b;
    }
  }
  const varA = sumAa / n - (sumA / n) ** 2;
  const varB = sumBb / n - (sumB / n) ** 2;
  const both = Math.sqrt(Math.max(0, varA * varB));
  return both < 1e-6 ? 0 : (sumAb / n - (sumA / n) * (sumB / n)) / both;
}
