import type { BoxNorm } from "../../../../base/contract/geometry.ts";
import { cellsOfBox, correlate } from "../../../../perception/scene/cells.ts";
import type { GridSize } from "../decoding/decoder-args.ts";

/** A pattern has at least this spread (standard deviation) in luma levels, and this many cells. */
const minSpreadLevels = 3;
const minCells = 4;

/**
 * Pearson's correlation, −1 to 1, of a box's luma cells now with those of the background: near 1 where the
 * picture shows what it usually shows, also in another light. Undefined where there is no pattern to compare.
 */
export function backgroundCorrelation(
  levels: { luma: ArrayLike<number>; background: ArrayLike<number> },
  grid: GridSize,
  boxNorm: BoxNorm,
): number | undefined {
  const cells = cellsOfBox(boxNorm, grid);
  if (cells.length < minCells) return undefined;
  const { luma, background } = levels;
  const { correlation, spreadA, spreadB } = correlate(luma, background, cells);
  return Math.max(spreadA, spreadB) < minSpreadLevels ? undefined : correlation;
}
