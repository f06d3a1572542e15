import type { BoxNorm } from "../../../../base/contract/geometry.ts";
import type { GridSize } from "../decoding/decoder-args.ts";

/** A connected part of the picture that moves. */
export interface MovingRegion {
  boxNorm: BoxNorm;
  cells: number;
  /** The strength of the motion: 0.4 at the threshold, 0.7 at twice of it, towards 1 beyond. */
  score: number;
}

/** Fewer moving cells than this are noise; about 0.06 % of the picture. */
const minCells = 3;
/** Cells this far apart still belong together: limbs, a bag, a person behind a pole. */
const reachCells = 2;
/** Most regions reported of one frame, the largest win. */
const maxRegions = 20;

interface Part {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  cells: number;
  strength: number;
}

/**
 * Connected moving cells as regions, largest first. `moving` holds 1 for each moving cell and
 * `strength` by how many thresholds it moved. Overlapping regions are merged.
 */
export function movingRegions(
  moving: Uint8Array,
  strength: Float32Array,
  grid: GridSize,
): MovingRegion[] {
  const visited = new Uint8Array(moving.length);
  const parts: Part[] = [];
  for (let start = 0; start < moving.length; start += 1) {
    if (moving[start] === 0 || visited[start] === 1) continue;
    const part = flood({ moving, strength, visited, grid, start });
    if (part.cells >= minCells) parts.push(part);
  }
  return mergeOverlapping(parts)
    .sort((a, b) => b.cells - a.cells)
    .slice(0, maxRegions)
    .map((part) => ({
      boxNorm: [
        part.x1 / grid.columns,
        part.y1 / grid.rows,
        (part.x2 + 1) / grid.columns,
        (part.y2 + 1) / grid.rows,
      ],
      cells: part.cells,
      score: 1 - (0.6 * part.cells) / part.strength,
    }));
}

function flood(field: {
  moving: Uint8Array;
  strength: Float32Array;
  visited: Uint8Array;
  grid: GridSize;
  start: number;
}): Part {
  const { moving, strength, visited, grid, start } = field;
  const part = { x1: grid.columns, y1: grid.rows, x2: 0, y2: 0, cells: 0, strength: 0 };
  const open = [start];
  visited[start] = 1;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const x = cell % grid.columns;
    const y = (cell - x) / grid.columns;
    part.x1 = Math.min(part.x1, x);
    part.x2 = Math.max(part.x2, x);
    part.y1 = Math.min(part.y1, y);
    part.y2 = Math.max(part.y2, y);
    part.cells += 1;
    part.strength += strength[cell]!;
    for (
      let ny = Math.max(0, y - reachCells);
      ny <= Math.min(grid.rows - 1, y + reachCells);
      ny += 1
    ) {
      const right = Math.min(grid.columns - 1, x + reachCells);
      for (let nx = Math.max(0, x - reachCells); nx <= right; nx += 1) {
        const next = ny * grid.columns + nx;
        if (moving[next] === 0 || visited[next] === 1) continue;
        visited[next] = 1;
        open.push(next);
      }
    }
  }
  return part;
}

function mergeOverlapping(parts: Part[]): Part[] {
  const merged: Part[] = [];
  for (const part of parts) {
    let grown = part;
    for (let i = merged.length - 1; i >= 0; i -= 1) {
      if (!overlaps(grown, merged[i]!)) continue;
      grown = union(grown, merged[i]!);
      merged.splice(i, 1);
      // The grown box may reach ones that were passed already.
      i = merged.length;
    }
    merged.push(grown);
  }
  return merged;
}

function overlaps(a: Part, b: Part): boolean {
  return a.x1 <= b.x2 && b.x1 <= a.x2 && a.y1 <= b.y2 && b.y1 <= a.y2;
}

function union(a: Part, b: Part): Part {
  return {
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
    x2: Math.max(a.x2, b.x2),
    y2: Math.max(a.y2, b.y2),
    cells: a.cells + b.cells,
    strength: a.strength + b.strength,
  };
}
