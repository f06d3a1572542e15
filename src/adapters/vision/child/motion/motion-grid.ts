import type { GridSize } from "../decoding/decoder-args.ts";

/** The luma plane that a frame begins with: a byte a pixel, rows without gaps. */
export interface LumaPlane {
  widthPx: number;
  heightPx: number;
  /** `limited`: 16 is black and 235 white (ITU-T H.273 8.3). */
  range: "full" | "limited";
}

/** Levels 0–255 of one step of a plane's bytes. */
export function levelsPerStep({ range }: LumaPlane): number {
  return range === "full" ? 1 : 255 / 219;
}

/**
 * Reads the luma of the motion grid's cells out of the picture that is made for the model, so that the
 * decoder has one picture to make and not two. Of each cell all pixel rows count, with the pixels
 * at a quarter and three quarters of its width: the scaler has averaged them already.
 */
export class GridReader {
  readonly #plane: LumaPlane;
  readonly #grid: GridSize;
  /** Offsets in a row: two for each column. */
  readonly #offsets: Int32Array;

  constructor(plane: LumaPlane, grid: GridSize) {
    this.#plane = plane;
    this.#grid = grid;
    this.#offsets = Int32Array.from({ length: 2 * grid.columns }, (_, at) => {
      return Math.floor(((0.5 + at) * plane.widthPx) / (2 * grid.columns));
    });
  }

  /** Writes one value 0–255 a cell, row by row. */
  read(frame: Buffer, luma: Float32Array): void {
    const { columns, rows } = this.#grid;
    const { heightPx, widthPx } = this.#plane;
    const scale = levelsPerStep(this.#plane);
    const black = this.#plane.range === "full" ? 0 : 16 * scale;
    const offsets = this.#offsets;
    for (let row = 0; row < rows; row += 1) {
      const first = Math.floor((row * heightPx) / rows);
      const last = Math.max(first + 1, Math.floor(((row + 1) * heightPx) / rows));
      const share = scale / (2 * (last - first));
      for (let column = 0; column < columns; column += 1) {
        let sum = 0;
        const a = offsets[2 * column]!;
        const b = offsets[2 * column + 1]!;
        for (let y = first, at = first * widthPx; y < last; y += 1, at += widthPx) {
          sum += frame[at + a]! + frame[at + b]!;
        }
        const level = sum * share - black;
        luma[row * columns + column] = level < 0 ? 0 : level > 255 ? 255 : level;
      }
    }
  }
}
