import type { Clock } from "../../base/core/clock.ts";
import type { MapPose } from "../driver/command.ts";
import type { FrameTree } from "./frame-ties.ts";
import type { Maps } from "./maps.ts";
import { DistanceField } from "./distance-field.ts";

/** The length of a way, from a grid's free cells or a straight line. */
export interface WayLength {
  lengthM: number;
  source: "grid" | "straight";
}

/** The parts of the lengths of ways. */
export interface WayLengthParts {
  maps: Pick<Maps, "gridsOf">;
  treeOf(org: string): FrameTree;
  clock: Pick<Clock, "monoMs">;
}

/** How long the distances to a place are kept, in milliseconds, and of how many places. */
const keptMs = 60_000;
const mostKept = 100;

/** Lengths of ways on the maps of an organisation, for comparing robots; no robot follows them. */
export class WayLengths {
  readonly #parts: WayLengthParts;
  readonly #fields = new Map<string, { atMs: number; field: Promise<DistanceField | null> }>();

  constructor(parts: WayLengthParts) {
    this.#parts = parts;
  }

  /**
   * Returns the length of the way around the walls of the frame's grid, else of the straight line; null between frames
   * that are not tied, and where the grid has no way.
   */
  async between(org: string, from: MapPose, to: MapPose): Promise<WayLength | null> {
    const start = this.#parts.treeOf(org).moved({ ...from, yawRad: null }, to.frame);
    if (!start) return null;
    const straight: WayLength = {
      lengthM: Math.hypot(to.xM - start.xM, to.yM - start.yM),
      source: "straight",
    };
    const field = await this.#fieldOf(org, to);
    const lengthM = field?.lengthFrom([start.xM, start.yM]);
    if (lengthM === undefined) return straight;
    if (lengthM === null) return null;
    return { lengthM: Math.max(lengthM, straight.lengthM), source: "grid" };
  }

  #fieldOf(org: string, to: MapPose): Promise<DistanceField | null> {
    const nowMs = this.#parts.clock.monoMs();
    const name = `${org}\0${to.frame}\0${to.xM.toFixed(1)}\0${to.yM.toFixed(1)}`;
    const known = this.#fields.get(name);
    if (known && nowMs - known.atMs < keptMs) return known.field;
    const field = this.#make(org, to);
    this.#fields.delete(name);
    this.#fields.set(name, { atMs: nowMs, field });
    if (this.#fields.size > mostKept) this.#fields.delete(this.#fields.keys().next().value!);
    return field;
  }

  async #make(org: string, to: MapPose): Promise<DistanceField | null> {
    const grids = await this.#parts.maps.gridsOf(org, to.frame, null);
    const [grid] = grids;
    return grid?.map.grid ? new DistanceField(grid.map.grid, grid.cells, [to.xM, to.yM]) : null;
  }
}
