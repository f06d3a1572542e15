import type { SceneGrid } from "../../../perception/core/vision-port.ts";
import type { GridSize, DecodedPicture } from "./decoding/decoder-args.ts";
import { type GridReader, levelsPerStep, type LumaPlane } from "./motion/motion-grid.ts";

/** Grids are read at most this often, in seconds of media time; a little below five a second. */
const scenePeriodSec = 0.19;
/** Mean steps from pixel to pixel are small numbers: so many parts of a luma level are one unit. */
const detailParts = 4;

/** Reads the scene out of decoded frames: luma and fine structure of the motion gate's cells. */
export class SceneReader {
  readonly #picture: Exclude<DecodedPicture, { kind: "view" }>;
  readonly #grid: GridSize;
  readonly #cells: GridReader;
  #lastPtsSec = Number.NEGATIVE_INFINITY;

  /** `cells` reads the grid's luma out of a frame. */
  constructor(
    picture: Exclude<DecodedPicture, { kind: "view" }>,
    parts: { grid: GridSize; cells: GridReader },
  ) {
    this.#picture = picture;
    this.#grid = parts.grid;
    this.#cells = parts.cells;
  }

  /** The frame's scene; undefined when the last one is not old enough. */
  read(frame: Buffer, ptsSec: number): SceneGrid | undefined {
    const sinceSec = ptsSec - this.#lastPtsSec;
    if (sinceSec >= 0 && sinceSec < scenePeriodSec) return undefined;
    this.#lastPtsSec = ptsSec;
    const grid = this.#grid;
    const levels = new Float32Array(grid.columns * grid.rows);
    this.#cells.read(frame, levels);
    const luma = Uint8Array.from(levels, (level) => Math.round(level));
    const picture = this.#picture;
    if (picture.kind === "grid") return { ...grid, luma, ...detailBelow(frame, grid) };
    const { widthPx, heightPx } = picture.fit;
    const plane: LumaPlane = { widthPx, heightPx, range: "limited" };
    const basis = `luma ${widthPx}x${heightPx}`;
    return { ...grid, luma, detail: readDetail(frame, plane, grid), basis };
  }
}

/** The decoder has put the edges of each cell below the grid. */
function detailBelow(
  frame: Buffer,
  { columns, rows }: GridSize,
): Pick<SceneGrid, "detail" | "basis"> {
  const cells = columns * rows;
  return { detail: Uint8Array.from(frame.subarray(cells, 2 * cells)), basis: "luma grid" };
}

/** Mean step to the right and lower neighbour, for each cell. */
function readDetail(frame: Buffer, plane: LumaPlane, grid: GridSize): Uint8Array {
  const { widthPx, heightPx } = plane;
  const sums = new Uint32Array(grid.columns * grid.rows);
  const counts = new Uint32Array(sums.length);
  const columnOf = Uint16Array.from({ length: widthPx }, (_, x) =>
    Math.min(grid.columns - 1, Math.floor((x * grid.columns) / widthPx)),
  );
  for (let y = 0; y + 1 < heightPx; y += 1) {
    const row = Math.min(grid.rows - 1, Math.floor((y * grid.rows) / heightPx));
    for (let x = 0, at = y * widthPx; x + 1 < widthPx; x += 1, at += 1) {
      const level = frame[at]!;
      const right = level - frame[at + 1]!;
      const below = level - frame[at + widthPx]!;
      const cell = row * grid.columns + columnOf[x]!;
      sums[cell]! += (right < 0 ? -right : right) + (below < 0 ? -below : below);
      counts[cell]! += 1;
    }
  }
  const parts = detailParts * levelsPerStep(plane);
  return Uint8Array.from(sums, (sum, cell) =>
    Math.min(255, Math.round((parts * sum) / Math.max(1, counts[cell]!))),
  );
}
