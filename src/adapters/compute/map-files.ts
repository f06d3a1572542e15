import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { GridReading } from "../../robots/maps/grid-file.ts";
import type {
  MapPicture,
  MapReader,
  MapSource,
  ReadGrid,
} from "../../robots/maps/map-reader-port.ts";
import { ComputePool } from "./compute-pool.ts";

/** A map of the most cells takes seconds on a small board. */
const deadlineMs = 30_000;

/** Reads maps in disposable processes of their own, one at a time. */
export class MapFiles implements MapReader, Part {
  readonly #pool: ComputePool;

  constructor({ clock }: { clock: Clock }) {
    this.#pool = new ComputePool({ clock, maxChildren: 1, deadlineMs });
  }

  stop(): void {
    this.#pool.stop();
  }

  grid(source: MapSource, reading: GridReading): Promise<ReadGrid> {
    return this.#pool.run({ call: "gridFile", source, reading });
  }

  cells(cells: Parameters<MapReader["cells"]>[0]): Promise<ReadGrid> {
    return this.#pool.run({ call: "gridCells", ...cells });
  }

  plan(source: MapSource): Promise<MapPicture> {
    return this.#pool.run({ call: "floorPlan", source });
  }
}
