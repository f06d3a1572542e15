import { standsByItself } from "./portable.ts";
import type { Track } from "../core/track.ts";
import type { SceneGrid } from "../core/vision-port.ts";
import { type StaticThing, StaticThings } from "./static-things.ts";
import { type StoredView, type ViewState, ViewWatch } from "./view-watch.ts";

/** The scene at one moment, known without a model. */
export interface Scene {
  things: readonly StaticThing[];
  view: ViewState;
}

/**
 * The memory of one stream's scene. It is in the main process, so that an abandoned object stays known over a
 * restart of the vision process, a change of the model or a reconnect.
 */
export class SceneWatch {
  #storedView: StoredView | undefined;
  #shape = "";
  #things: StaticThings | undefined;
  #view: ViewWatch | undefined;
  #scene: Scene | null = null;

  /** `storedView`: the view of this camera that was learnt before a restart. */
  constructor(storedView?: StoredView) {
    this.#storedView = storedView;
  }

  /**
   * Takes a frame's grid and the tracks in it: people and vehicles hide the scene. A frame without a grid
   * leaves everything as it is. `isTurned` while the camera moves on command: it then shows another place,
   * where no object was abandoned yet.
   */
  step(
    grid: SceneGrid | undefined,
    tSec: number,
    { tracks, isTurned = false }: { tracks: readonly Track[]; isTurned?: boolean | undefined },
  ): Scene | null {
    if (grid === undefined) return this.#scene;
    const shape = `${grid.columns}x${grid.rows}`;
    if (shape !== this.#shape || !this.#things || !this.#view) {
      this.#shape = shape;
      this.#things = new StaticThings(grid, this.#things?.nextId);
      this.#view = new ViewWatch(grid, this.#storedView);
      this.#storedView = undefined;
    }
    const view = this.#view.step(grid, tSec, isTurned);
    if (isTurned) {
      this.#things = new StaticThings(grid, this.#things.nextId);
      this.#scene = { things: [], view };
      return this.#scene;
    }
    // Nothing is learnt about the place while the camera does not show it.
    if (this.#scene && (view.isDoubtful || isTroubled(view))) {
      this.#scene = { ...this.#scene, view };
      return this.#scene;
    }
    const inFront = tracks.filter((track) => standsByItself(track.label)).map((one) => one.boxNorm);
    this.#scene = { things: this.#things.step(grid, tSec, inFront), view };
    return this.#scene;
  }

  /** True when enough of the scene is known to notice a missing thing. */
  get isLearnt(): boolean {
    return this.#things?.isLearnt ?? false;
  }

  /** The usual view, to store over a restart; undefined while it is not learnt. */
  kept(): StoredView | undefined {
    return this.#view?.kept() ?? this.#storedView;
  }
}

function isTroubled({ state }: ViewState): boolean {
  return state === "covered" || state === "defocused" || state === "moved";
}
