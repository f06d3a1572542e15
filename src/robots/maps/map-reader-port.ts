import type { CellCounts } from "./grid-cells.ts";
import type { GridReading } from "./grid-file.ts";

/** A file from a client: its bytes, or where it is stored. */
export type MapSource = Uint8Array | { file: string };

/** A picture as the page shows it. */
export interface MapPicture {
  /** PNG. */
  bytes: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** The cells of a grid with the picture that shows them. */
export interface ReadGrid {
  widthCells: number;
  heightCells: number;
  /** The cells row after row from the top, compressed (zlib). */
  packedCells: Uint8Array;
  counts: CellCounts;
  picture: MapPicture;
}

/**
 * Reads maps from clients and robots away from the process that has the store. Rejects with `input_unreadable` for a
 * file that is damaged, too large, or of another kind.
 */
export interface MapReader {
  /** Reads the picture of a `map_server` file: PGM, PNG, JPEG or WebP. */
  grid(source: MapSource, reading: GridReading): Promise<ReadGrid>;
  /** Packs cells that a robot sent, row after row from the top. */
  cells(cells: { widthCells: number; heightCells: number; bytes: Uint8Array }): Promise<ReadGrid>;
  /** Reads a floor plan: JPEG, PNG, WebP, or an SVG, of which only shapes and paint remain. */
  plan(source: MapSource): Promise<MapPicture>;
}
