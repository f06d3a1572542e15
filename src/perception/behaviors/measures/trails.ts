import type { BoxNorm } from "../../../base/contract/geometry.ts";
import type { Track } from "../../core/track.ts";
import type { BehaviorFrame } from "../behavior.ts";

/** Trails reach this far back. */
const trailSec = 10;
/** Trails hold one position in this time at most. */
const sampleStepSec = 0.15;

/** A track's position at a moment of stream time. */
export interface TrailPoint {
  tSec: number;
  boxNorm: BoxNorm;
}

/** The recent positions of one track. */
export interface Trail {
  track: Track;
  points: TrailPoint[];
  /** True once the tracker has dropped the track. */
  hasEnded: boolean;
}

/** Keeps the positions of each track over the last ten seconds in which it was seen. */
export class Trails {
  readonly #trails = new Map<number, Trail>();

  /** Takes a frame; returns the trails of the last ten seconds. */
  step(frame: BehaviorFrame): ReadonlyMap<number, Trail> {
    for (const track of frame.tracks) this.#note(track, frame.tSec);
    for (const id of frame.endedIds) {
      const trail = this.#trails.get(id);
      if (trail) trail.hasEnded = true;
    }
    for (const [id, trail] of this.#trails) {
      if (trail.hasEnded && frame.tSec - trail.points.at(-1)!.tSec > trailSec) {
        this.#trails.delete(id);
      }
    }
    return this.#trails;
  }

  #note(track: Track, tSec: number): void {
    const trail = this.#trails.get(track.id) ?? { track, points: [], hasEnded: false };
    this.#trails.set(track.id, trail);
    trail.track = track;
    const last = trail.points.at(-1);
    const point = { tSec, boxNorm: track.boxNorm };
    // The newest sight is always exact; those before it are thinned out.
    const before = trail.points.at(-2);
    if (last && before && last.tSec - before.tSec < sampleStepSec) trail.points.pop();
    trail.points.push(point);
    while (trail.points.length > 1 && tSec - trail.points[0]!.tSec > trailSec) {
      trail.points.shift();
    }
  }
}
