import type { PointM } from "../../base/geo/line.ts";
import { inversePlane, throughPlane } from "../../base/geo/plane-fit.ts";
import { gridPlacement, type GridShape, type Occupancy } from "./occupancy.ts";

/** Cells along the longer side of the field: enough for a door of a hall, and some milliseconds of work. */
const sideCells = 256;
/** Positions of a coarse cell that are looked at, along each side. */
const samples = 3;

/** Lengths of the ways around walls from everywhere on a grid to one position. Unknown cells count as free. */
export class DistanceField {
  readonly #columns: number;
  readonly #rows: number;
  readonly #toPicture: ReturnType<typeof inversePlane>;
  /** Metres to the position; Infinity where no way is known. */
  readonly #lengthM: Float64Array;

  constructor(shape: GridShape, cells: Pick<Occupancy, "stateAt">, to: PointM) {
    const { widthCells, heightCells, resolutionM } = shape;
    const factor = Math.max(1, Math.max(widthCells, heightCells) / sideCells);
    this.#columns = Math.ceil(widthCells / factor);
    this.#rows = Math.ceil(heightCells / factor);
    const placement = gridPlacement(shape);
    this.#toPicture = inversePlane(placement);
    // Rounded lengths would seem to improve on themselves for ever.
    this.#lengthM = new Float64Array(this.#columns * this.#rows).fill(Infinity);
    const isFree = (at: number): boolean => {
      const [column, row] = [at % this.#columns, Math.floor(at / this.#columns)];
      for (let n = 0; n < samples * samples; n += 1) {
        const u = (column + ((n % samples) + 0.5) / samples) / this.#columns;
        const v = (row + (Math.floor(n / samples) + 0.5) / samples) / this.#rows;
        if (cells.stateAt(throughPlane(placement, [u, v])) === "wall") return false;
      }
      return true;
    };
    const start = this.#cellAt(to);
    if (start !== null) this.#spread(start, resolutionM * factor, isFree);
  }

  /** Returns the length from a position; null without a way, undefined outside the grid. */
  lengthFrom(point: PointM): number | null | undefined {
    const at = this.#cellAt(point);
    if (at === null) return undefined;
    // A robot may stand in a coarse cell that has a wall in it too.
    const near = [at, ...this.#around(at).map(([next]) => next)];
    const length = Math.min(...near.map((each) => this.#lengthM[each]!));
    return Number.isFinite(length) ? length : null;
  }

  #cellAt(point: PointM): number | null {
    const [u, v] = throughPlane(this.#toPicture!, point);
    const [column, row] = [Math.floor(u * this.#columns), Math.floor(v * this.#rows)];
    const isInside = column >= 0 && row >= 0 && column < this.#columns && row < this.#rows;
    return isInside ? row * this.#columns + column : null;
  }

  /** The cells around one, each with the length of the step in cells. */
  #around(at: number): [number, number][] {
    const [column, row] = [at % this.#columns, Math.floor(at / this.#columns)];
    const found: [number, number][] = [];
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) {
        const [x, y] = [column + dx, row + dy];
        const isOther = dx !== 0 || dy !== 0;
        if (isOther && x >= 0 && y >= 0 && x < this.#columns && y < this.#rows)
          found.push([y * this.#columns + x, Math.hypot(dx, dy)]);
      }
    return found;
  }

  /** Spreads from the start in rings of equal length; a ring is half a cell deep. */
  #spread(start: number, cellM: number, isFree: (at: number) => boolean): void {
    const free = new Int8Array(this.#lengthM.length);
    const rings: number[][] = [[start]];
    this.#lengthM[start] = 0;
    for (let ring = 0; ring < rings.length; ring += 1) {
      for (const at of rings[ring] ?? []) {
        const hereM = this.#lengthM[at]!;
        for (const [next, step] of this.#around(at)) {
          const thereM = hereM + step * cellM;
          if (thereM >= this.#lengthM[next]! - 1e-9) continue;
          free[next] ||= isFree(next) ? 1 : -1;
          if (free[next] !== 1) continue;
          this.#lengthM[next] = thereM;
          const to = Math.floor((thereM / cellM) * 2);
          (rings[to] ??= []).push(next);
        }
      }
    }
  }
}
