import type { SceneGrid } from "../core/vision-port.ts";
import { correlate, type GridShape } from "./cells.ts";

/** The usual view of a camera. */
export interface ViewReference extends GridShape {
  luma: ArrayLike<number>;
  detail: ArrayLike<number>;
}

/** The present picture compared with the usual one. */
export interface ViewMeasure {
  /** Blocks of the usual picture with enough structure to be recognised, 0–1. */
  usable: number;
  /** Share of those that still show their structure, 0–1; light may differ. */
  agreeing: number;
  /** Share of those that show no structure at all any more. */
  emptied: number;
  /** Fine structure relative to the usual, corrected for light; 1 is as sharp as ever. */
  sharpness: number;
  /** Correlation of the large shapes with the usual ones, −1 to 1. */
  likeness: number;
  /** Mean luma, 0–255. */
  luma: number;
}

const blockColumns = 8;
const blockRows = 6;
/** Least spread of luma, and of detail, in a block that can be recognised. */
const minLumaSpread = 4;
const minDetailSpread = 4;
/** A block is recognised at this correlation, of luma or of detail. */
const minCorrelation = 0.5;
/** A block that has less than this share of its contrast and detail shows nothing. */
const emptyShare = 0.35;
/** Contrast is reported in steps of this. */
const minContrast = 0.05;
/** Side of the blocks of the large shapes, in cells. */
const coarseBlockCells = 6;

interface BlockLook {
  isUsable: boolean;
  agrees: boolean;
  isEmpty: boolean;
}

/** Compares a grid with the usual picture, block by block. */
export function measureView(
  grid: SceneGrid,
  usual: ViewReference,
  blocks: readonly (readonly number[])[],
): ViewMeasure {
  const looks = blocks.map((cells) => lookAt(grid, usual, cells));
  const usable = looks.filter((look) => look.isUsable);
  const share = (of: (look: BlockLook) => boolean): number =>
    usable.length === 0 ? 0 : usable.filter(of).length / usable.length;
  const coarseNow = coarse(grid.luma, grid);
  const coarseUsual = coarse(usual.luma, grid);
  const all = coarseNow.map((_, index) => index);
  const shapes = correlate(coarseNow, coarseUsual, all);
  const detail = sumOf(grid.detail) / Math.max(1, sumOf(usual.detail));
  return {
    usable: usable.length / looks.length,
    agreeing: share((look) => look.agrees),
    emptied: share((look) => look.isEmpty),
    // Dimmer light takes contrast and detail alike; a lens out of focus leaves the large shapes.
    sharpness: detail / Math.max(minContrast, shapes.spreadA / Math.max(1, shapes.spreadB)),
    likeness: shapes.correlation,
    luma: grid.luma.reduce((sum, level) => sum + level, 0) / grid.luma.length,
  };
}

function lookAt(grid: SceneGrid, usual: ViewReference, cells: readonly number[]): BlockLook {
  const luma = correlate(grid.luma, usual.luma, cells);
  const detail = correlate(grid.detail, usual.detail, cells);
  const hasLuma = luma.spreadB >= minLumaSpread;
  const hasDetail = detail.spreadB >= minDetailSpread;
  const agrees =
    (hasLuma && luma.correlation >= minCorrelation) ||
    (hasDetail && detail.correlation >= minCorrelation);
  const detailShare = sumAt(grid.detail, cells) / Math.max(1, sumAt(usual.detail, cells));
  const contrast = Math.min(1, luma.spreadA / Math.max(1, luma.spreadB));
  return {
    isUsable: hasLuma || hasDetail,
    agrees,
    isEmpty: !agrees && contrast < emptyShare && detailShare < emptyShare,
  };
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let cell = 0; cell < values.length; cell += 1) sum += values[cell]!;
  return sum;
}

function sumAt(values: ArrayLike<number>, cells: readonly number[]): number {
  let sum = 0;
  for (const cell of cells) sum += values[cell]!;
  return sum;
}

/** The cells of each block of a grid. */
export function blocksOf({ columns, rows }: GridShape): number[][] {
  const blocks: number[][] = Array.from({ length: blockColumns * blockRows }, () => []);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const x = cell % columns;
    const y = (cell - x) / columns;
    const column = Math.floor((x * blockColumns) / columns);
    blocks[Math.floor((y * blockRows) / rows) * blockColumns + column]!.push(cell);
  }
  return blocks;
}

/** Means of squares of cells: the shapes that remain in an unfocused picture. */
function coarse(values: ArrayLike<number>, { columns, rows }: GridShape): number[] {
  const width = Math.ceil(columns / coarseBlockCells);
  const sums = new Float64Array(width * Math.ceil(rows / coarseBlockCells));
  const counts = new Float64Array(sums.length);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const x = cell % columns;
    const y = (cell - x) / columns;
    const at = Math.floor(y / coarseBlockCells) * width + Math.floor(x / coarseBlockCells);
    sums[at]! += values[cell]!;
    counts[at]! += 1;
  }
  return [...sums].map((sum, at) => sum / counts[at]!);
}
