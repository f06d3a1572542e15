import type { Candidate } from "./nms.ts";
import type { GridLevel } from "./head.ts";

/**
 * Side distances as a distribution over bins (Generalized Focal Loss, Li et al. 2020). `at(bin)`
 * reads one of `4 × bins` logits in the order left, top, right, bottom; the result is in strides.
 */
function expectedDistance(at: (index: number) => number, side: number, bins: number): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < bins; bin += 1) max = Math.max(max, at(side * bins + bin));
  let sum = 0;
  let weighted = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const weight = Math.exp(at(side * bins + bin) - max);
    sum += weight;
    weighted += weight * bin;
  }
  return weighted / sum;
}

/** A cell of the grid: its level, its position and its scores. */
export interface Cell {
  level: GridLevel;
  x: number;
  y: number;
  /** Added to the cell's indices before they are multiplied with the stride; 0 or 0.5. */
  offset: number;
  score: number;
  classIndex: number;
}

/** The box of one cell of a distribution head, in input pixels. */
export function distributionBox(
  cell: Cell,
  bins: number,
  at: (index: number) => number,
): Candidate {
  const { stride } = cell.level;
  const centreX = (cell.x + cell.offset) * stride;
  const centreY = (cell.y + cell.offset) * stride;
  return {
    x1: centreX - expectedDistance(at, 0, bins) * stride,
    y1: centreY - expectedDistance(at, 1, bins) * stride,
    x2: centreX + expectedDistance(at, 2, bins) * stride,
    y2: centreY + expectedDistance(at, 3, bins) * stride,
    score: cell.score,
    classIndex: cell.classIndex,
  };
}
