import { standsByItself } from "./portable.ts";
import type { Track } from "../core/track.ts";
import type { SceneGrid } from "../core/vision-port.ts";
import { type StaticThing, StaticThings } from "./static-things.ts";
import { type StoredView, type ViewState, ViewWatch } from "./view-watch.ts";

/** What is known of the scene at one moment, without any model. */
export interface Scene {
  things: readonly StaticThing[];
  view: ViewState;
}

/**
 * The memory of one stream's scene. It lives in the main process, so that a restart of the vision
 * process, another model or a reconnect does not make what was left behind part of the scene.
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
   * Takes a frame's grid and the tracks in it: people and vehicles hide the scene. A frame without
   * a grid leaves everything as it is. `isTurned` while the camera moves on command:
   * what it shows then is another place, in which nothing was left behind yet.
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

  /** Whether so much of the scene is known that what goes missing is noticed. */
  get isLearnt(): boolean {
    return this.#things?.isLearnt ?? false;
  }

  /** The usual view, to be kept over a restart; undefined while it is not learnt. */
  kept(): StoredView | undefined {
    return this.#view?.kept() ?? this.#storedView;
  }
}

function isTroubled({ state }: ViewState): boolean {
  return state === "covered" || state === "defocused" || state === "moved";
}
