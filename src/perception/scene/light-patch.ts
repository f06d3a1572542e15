import { correlate, type GridShape } from "./cells.ts";

/** The usual luma of cells and the one that they show now, 0–255. */
export interface CellLevels {
  reference: ArrayLike<number>;
  candidate: ArrayLike<number>;
}

/** Fewer cells than this say too little. */
const minCells = 9;
/** Light keeps the pattern below it: levels this similar within the edge, or with it, on this much pattern. */
const levelCorrelation = 0.85;
const wholeCorrelation = 0.95;
const levelSpread = 5;
/** The same for the steps from cell to cell, which a light that is brighter in its middle leaves alone. */
const minStepCells = 20;
const stepCorrelation = 0.7;
const stepSpread = 2.5;
/** In a small patch, the mixed cells of a sharp edge look like a soft one. */
const minFadingCells = 60;
/** Light without a sharp edge: the change at the edge is at most this share of its largest change. */
const fadingShare = 0.35;
/** And it changes from cell to cell by at most this share of the whole change. */
const evenShare = 0.2;

/**
 * True when a part of the picture is only brighter or darker than usual, because a lamp lights it or a shadow falls
 * on it: the pattern below is still there, or the change fades towards the edge. Cells on the edge are mixed.
 */
export function isLightPatch(
  cells: readonly number[],
  shape: GridShape,
  levels: CellLevels,
): boolean {
  const patch = patchOf(cells, shape);
  if (keepsLevels(cells, levels, wholeCorrelation)) return true;
  if (keepsLevels(patch.inner, levels, levelCorrelation)) return true;
  return keepsSteps(patch, levels) || fades(patch, levels);
}

interface Patch {
  /** Cells whose four neighbours are in the patch too, as far as the picture goes. */
  inner: readonly number[];
  edge: readonly number[];
  /** Neighbours of which both are inner cells. */
  steps: readonly (readonly [number, number])[];
}

function patchOf(cells: readonly number[], { columns, rows }: GridShape): Patch {
  const inside = new Set(cells);
  const neighbours = (cell: number): number[] => {
    const x = cell % columns;
    const found: number[] = [];
    if (x > 0) found.push(cell - 1);
    if (x < columns - 1) found.push(cell + 1);
    if (cell >= columns) found.push(cell - columns);
    if (cell < columns * (rows - 1)) found.push(cell + columns);
    return found;
  };
  const isInner = (cell: number): boolean => neighbours(cell).every((next) => inside.has(next));
  const inner = cells.filter(isInner);
  const innerCells = new Set(inner);
  const steps = inner.flatMap((cell) =>
    neighbours(cell)
      .filter((next) => next > cell && innerCells.has(next))
      .map((next): [number, number] => [cell, next]),
  );
  return { inner, edge: cells.filter((cell) => !innerCells.has(cell)), steps };
}

function keepsLevels(
  cells: readonly number[],
  { reference, candidate }: CellLevels,
  minCorrelation: number,
): boolean {
  if (cells.length < minCells) return false;
  const { correlation, spreadA, spreadB } = correlate(reference, candidate, cells);
  return Math.min(spreadA, spreadB) >= levelSpread && correlation > minCorrelation;
}

function keepsSteps({ inner, steps }: Patch, { reference, candidate }: CellLevels): boolean {
  if (inner.length < minStepCells) return false;
  const before = steps.map(([from, to]) => reference[to]! - reference[from]!);
  const now = steps.map(([from, to]) => candidate[to]! - candidate[from]!);
  const { correlation, spreadA, spreadB } = correlate(before, now, [...before.keys()]);
  return Math.min(spreadA, spreadB) >= stepSpread && correlation > stepCorrelation;
}

function fades({ inner, edge, steps }: Patch, { reference, candidate }: CellLevels): boolean {
  if (inner.length < minFadingCells) return false;
  const change = (cell: number): number => candidate[cell]! - reference[cell]!;
  const sizes = inner.map((cell) => Math.abs(change(cell)));
  const edgeSizes = edge.map((cell) => Math.abs(change(cell)));
  if (quantile(edgeSizes, 0.5) > fadingShare * quantile(sizes, 0.9)) return false;
  const stepSizes = steps.map(([from, to]) => Math.abs(change(to) - change(from)));
  return quantile(stepSizes, 0.5) <= evenShare * quantile(sizes, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}
