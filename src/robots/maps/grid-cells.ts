import { unknownCell } from "./map-terms.ts";
import type { GridReading } from "./grid-file.ts";

/** Pixels of a grid's picture: samples of all channels of a pixel, one pixel after the other. */
export interface GridPixels {
  widthPx: number;
  heightPx: number;
  /** 1: grey; 4: red, green, blue, opacity. */
  channels: 1 | 4;
  /** False where the picture has no opacity of its own. */
  hasOpacity: boolean;
  /** White. */
  most: number;
  samples: ArrayLike<number>;
}

/**
 * Returns the cells of a picture, row after row from the top: 0 to 100 percent, or `unknownCell`. The rules are those of
 * nav2_map_server (`loadMapFromFile`), opacity included.
 */
export function cellsOf(pixels: GridPixels, reading: GridReading): Uint8Array<ArrayBuffer> {
  const { widthPx, heightPx, channels, hasOpacity, most, samples } = pixels;
  const countsOpacity = hasOpacity && reading.mode === "trinary";
  const parts = channels === 1 ? 1 : countsOpacity ? 4 : 3;
  const cellOf = cellTable(reading, most * parts);
  const cells = new Uint8Array(widthPx * heightPx);
  const hides = hasOpacity && reading.mode === "scale";
  for (let at = 0; at < cells.length; at += 1) {
    const from = at * channels;
    let sum = 0;
    for (let part = 0; part < parts; part += 1) sum += samples[from + part]!;
    const isHidden = hides && samples[from + 3]! < most;
    cells[at] = isHidden ? unknownCell : cellOf[sum]!;
  }
  return cells;
}

/** The cell of each sum of samples up to `white`. */
function cellTable(reading: GridReading, white: number): Uint8Array {
  return Uint8Array.from({ length: white + 1 }, (_, sum) => cellOfShade(sum / white, reading));
}

function cellOfShade(shade: number, reading: GridReading): number {
  const { mode, isNegated, freeBelow, occupiedAbove } = reading;
  if (mode === "raw") {
    const value = Math.round(shade * 255);
    return value <= 100 ? value : unknownCell;
  }
  const occupied = isNegated ? shade : 1 - shade;
  if (occupied > occupiedAbove) return 100;
  if (occupied < freeBelow) return 0;
  if (mode === "trinary") return unknownCell;
  return rint(((occupied - freeBelow) / (occupiedAbove - freeBelow)) * 100);
}

/** Rounds halves to even, as C's `rint` does. */
function rint(value: number): number {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

/** Counts of cells by state. */
export interface CellCounts {
  free: number;
  occupied: number;
  unknown: number;
}

/**
 * Returns the picture of a grid of at most `mostPx` a side, one cell value a pixel: where several cells share a pixel,
 * the most occupied one shows, so that no thin wall is lost.
 */
export function shownCells(
  cells: Uint8Array,
  { widthCells, heightCells }: { widthCells: number; heightCells: number },
  mostPx: number,
): { widthPx: number; heightPx: number; bytes: Uint8Array } {
  const factor = Math.ceil(Math.max(widthCells, heightCells) / mostPx);
  if (factor <= 1) return { widthPx: widthCells, heightPx: heightCells, bytes: cells };
  const [widthPx, heightPx] = [Math.ceil(widthCells / factor), Math.ceil(heightCells / factor)];
  const bytes = new Uint8Array(widthPx * heightPx).fill(unknownCell);
  for (let row = 0; row < heightCells; row += 1) {
    const to = Math.floor(row / factor) * widthPx;
    for (let column = 0; column < widthCells; column += 1) {
      const cell = cells[row * widthCells + column]!;
      if (cell === unknownCell) continue;
      const at = to + Math.floor(column / factor);
      const before = bytes[at]!;
      if (before === unknownCell || before < cell) bytes[at] = cell;
    }
  }
  return { widthPx, heightPx, bytes };
}
