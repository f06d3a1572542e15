import { inversePlane, type PlaneMatrix, throughPlane } from "../../base/geo/plane-fit.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { GridOrigin } from "./grid-file.ts";
import { unknownCell, wallPercent } from "./map-terms.ts";

/** The geometry of a grid. */
export interface GridShape {
  widthCells: number;
  heightCells: number;
  resolutionM: number;
  origin: GridOrigin;
}

/**
 * Takes a position on a picture, in fractions of it with the origin at the top left, to metres of the map's frame.
 */
export type Placement = PlaneMatrix;

/** Returns the placement of a grid's picture; the origin is its lower left corner. */
export function gridPlacement({ origin, ...shape }: GridShape): Placement {
  const { xM, yM, yawRad } = origin;
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
  const [width, height] = [
    shape.widthCells * shape.resolutionM,
    shape.heightCells * shape.resolutionM,
  ];
  return [
    cos * width,
    sin * height,
    xM - sin * height,
    sin * width,
    -cos * height,
    yM + cos * height,
  ];
}

/** The state of a position on a grid. */
export type CellState = "free" | "wall" | "unknown" | "outside";

/** A grid whose cells can be asked for. */
export class Occupancy {
  readonly #shape: GridShape;
  readonly #cells: Uint8Array;
  readonly #toPicture: PlaneMatrix;

  /** `cells`: row after row from the top; kept, not copied. */
  constructor(shape: GridShape, cells: Uint8Array) {
    this.#shape = shape;
    this.#cells = cells;
    // A grid has an area, so the way back is known.
    this.#toPicture = inversePlane(gridPlacement(shape))!;
  }

  /** Returns the state of a position in metres of the grid's frame. */
  stateAt(point: PointM): CellState {
    const { widthCells, heightCells } = this.#shape;
    const [u, v] = throughPlane(this.#toPicture, point);
    const [column, row] = [Math.floor(u * widthCells), Math.floor(v * heightCells)];
    const isInside = column >= 0 && row >= 0 && column < widthCells && row < heightCells;
    if (!isInside) return "outside";
    const cell = this.#cells[row * widthCells + column]!;
    if (cell === unknownCell) return "unknown";
    return cell >= wallPercent ? "wall" : "free";
  }

  /** True when a straight piece of a way meets a wall. */
  isBlocked(from: PointM, to: PointM): boolean {
    const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1]);
    // Half a cell apart, so that no cell that is crossed by more than its corner is missed.
    const steps = Math.min(mostSteps, Math.ceil((lengthM / this.#shape.resolutionM) * 2));
    for (let step = 0; step <= steps; step += 1) {
      const share = steps === 0 ? 0 : step / steps;
      const at: PointM = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      if (this.stateAt(at) === "wall") return true;
    }
    return false;
  }
}

/** Positions along one piece of a way that are looked at. */
const mostSteps = 40_000;
