import type { GridSize } from "./decoder-args.ts";

/** Where a picture lies in a frame of three bytes a pixel, rows without gaps. */
export interface PicturePlace {
  /** Width of the frame's rows. */
  frameWidthPx: number;
  offsetXPx: number;
  offsetYPx: number;
  widthPx: number;
  heightPx: number;
}

/**
 * Reads the luma of the motion grid's cells out of the picture that the model gets, so that the
 * decoder has one picture to make and not two. Of each cell all pixel rows count, with the pixels
 * at a quarter and three quarters of its width: the scaler has averaged them already.
 */
export class GridReader {
  readonly #place: PicturePlace;
  readonly #grid: GridSize;
  /** Byte offsets in a row: two for each column. */
  readonly #offsets: Int32Array;

  constructor(place: PicturePlace, grid: GridSize) {
    this.#place = place;
    this.#grid = grid;
    this.#offsets = Int32Array.from({ length: 2 * grid.columns }, (_, at) => {
      const xPx = Math.floor(((0.5 + at) * place.widthPx) / (2 * grid.columns));
      return (place.offsetXPx + xPx) * 3;
    });
  }

  /** Writes one value 0–255 a cell, row by row. Close to BT.601's weights in either channel order. */
  read(frame: Buffer, luma: Float32Array): void {
    const { columns, rows } = this.#grid;
    const { offsetYPx, heightPx, frameWidthPx } = this.#place;
    const offsets = this.#offsets;
    for (let row = 0; row < rows; row += 1) {
      const first = Math.floor((row * heightPx) / rows);
      const last = Math.max(first + 1, Math.floor(((row + 1) * heightPx) / rows));
      const share = 1 / (8 * (last - first));
      for (let column = 0; column < columns; column += 1) {
        let sum = 0;
        let rowAt = (offsetYPx + first) * frameWidthPx * 3;
        for (let y = first; y < last; y += 1, rowAt += frameWidthPx * 3) {
          const a = rowAt + offsets[2 * column]!;
          const b = rowAt + offsets[2 * column + 1]!;
          sum += frame[a]! + 2 * frame[a + 1]! + frame[a + 2]!;
          sum += frame[b]! + 2 * frame[b + 1]! + frame[b + 2]!;
        }
        luma[row * columns + column] = sum * share;
      }
    }
  }
}
