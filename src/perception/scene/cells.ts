import type { BoxNorm } from "../../base/contract/geometry.ts";

/** Size of a grid of cells over the whole picture. */
export interface GridShape {
  columns: number;
  rows: number;
}

/** Cells this far apart still belong to one thing, which may be as bright as the ground in places. */
const reachCells = 2;

/** Returns the connected cells for which `isIn` holds, each part as a list of cell indices. */
export function connected(shape: GridShape, isIn: (cell: number) => boolean): number[][] {
  const visited = new Uint8Array(shape.columns * shape.rows);
  const parts: number[][] = [];
  for (let start = 0; start < visited.length; start += 1) {
    if (visited[start] === 1 || !isIn(start)) continue;
    const part: number[] = [];
    const open = [start];
    visited[start] = 1;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      part.push(cell);
      forNeighbours(cell, shape, (next) => {
        if (visited[next] === 1 || !isIn(next)) return;
        visited[next] = 1;
        open.push(next);
      });
    }
    parts.push(part);
  }
  return parts;
}

function forNeighbours(
  cell: number,
  { columns, rows }: GridShape,
  visit: (next: number) => void,
): void {
  const x = cell % columns;
  const y = (cell - x) / columns;
  const right = Math.min(columns - 1, x + reachCells);
  for (let ny = Math.max(0, y - reachCells); ny <= Math.min(rows - 1, y + reachCells); ny += 1) {
    for (let nx = Math.max(0, x - reachCells); nx <= right; nx += 1) visit(ny * columns + nx);
  }
}

/** The box around cells, as fractions of the frame. */
export function boxOfCells(cells: readonly number[], { columns, rows }: GridShape): BoxNorm {
  let [x1, y1, x2, y2] = [columns, rows, 0, 0];
  for (const cell of cells) {
    const x = cell % columns;
    const y = (cell - x) / columns;
    x1 = Math.min(x1, x);
    y1 = Math.min(y1, y);
    x2 = Math.max(x2, x + 1);
    y2 = Math.max(y2, y + 1);
  }
  return [x1 / columns, y1 / rows, x2 / columns, y2 / rows];
}

/**
 * Pearson's correlation of `a` and `b` over some cells, with both spreads (standard deviations);
 * correlation 0 where either has none.
 */
export function correlate(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  cells: readonly number[],
): { correlation: number; spreadA: number; spreadB: number } {
  const n = Math.max(1, cells.length);
  let [sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0];
  for (const cell of cells) {
    const x = a[cell]!;
    const y = b[cell]!;
    sumA += x;
    sumB += y;
    sumAa += x * x;
    sumBb += y * y;
    sumAb += x * y;
  }
  const varA = Math.max(0, sumAa / n - (sumA / n) ** 2);
  const varB = Math.max(0, sumBb / n - (sumB / n) ** 2);
  const both = Math.sqrt(varA * varB);
  const covariance = sumAb / n - (sumA / n) * (sumB / n);
  return {
    correlation: both < 1e-9 ? 0 : covariance / both,
    spreadA: Math.sqrt(varA),
    spreadB: Math.sqrt(varB),
  };
}

/** Returns the cells that a box touches. */
export function cellsOfBox([x1, y1, x2, y2]: BoxNorm, { columns, rows }: GridShape): number[] {
  const cells: number[] = [];
  for (let y = Math.max(0, Math.floor(y1 * rows)); y < Math.min(rows, y2 * rows); y += 1) {
    const right = Math.min(columns, x2 * columns);
    for (let x = Math.max(0, Math.floor(x1 * columns)); x < right; x += 1) {
      cells.push(y * columns + x);
    }
  }
  return cells;
}

/** 1 for each cell that one of the boxes touches. */
export function coverOf(boxes: readonly BoxNorm[], shape: GridShape): Uint8Array {
  const covered = new Uint8Array(shape.columns * shape.rows);
  for (const box of boxes) for (const cell of cellsOfBox(box, shape)) covered[cell] = 1;
  return covered;
}
