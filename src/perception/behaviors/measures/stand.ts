import type { BoxNorm, PointNorm } from "../../../base/contract/geometry.ts";
import { contactPoint } from "../../../base/geo/box.ts";
import type { Track } from "../../core/track.ts";
import type { BehaviorFrame } from "../behavior.ts";

/** A thing that stays within this share of its longer side stands; jitter of boxes is smaller. */
const reachShare = 0.15;
/** The time back to search for the moment of stopping; longer than the way through the reach takes. */
const recentSec = 1.5;
const maxRecent = 16;
/** An absence shorter than this is jitter of the box. */
const shakeSec = 0.6;

/** A thing that stands. */
export interface StandingTrack {
  track: Track;
  stoppedSec: number;
  /** Last moment at which it was seen standing. */
  standsSec: number;
}

interface StandState {
  standing: StandingTrack;
  at: PointNorm;
  awaySec: number | null;
  recent: { tSec: number; at: PointNorm }[];
}

/** Tracks which things stand still and since when. A hidden thing stands for as long as its track lasts. */
export class StandTracker {
  readonly #places = new Map<number, StandState>();

  /** Takes the tracks of a frame to follow; returns all that still count. */
  step(frame: BehaviorFrame, tracks: readonly Track[]): readonly StandingTrack[] {
    for (const id of frame.endedIds) this.#places.delete(id);
    for (const track of tracks) this.#see(track, frame);
    return [...this.#places.values()].map((place) => place.standing);
  }

  forget(id: number): void {
    this.#places.delete(id);
  }

  #see(track: Track, { tSec, aspect }: BehaviorFrame): void {
    const [x, y] = contactPoint(track.boxNorm);
    const at: PointNorm = [x * aspect, y];
    const place = this.#places.get(track.id);
    if (!place) {
      const standing = { track, stoppedSec: tSec, standsSec: tSec };
      this.#places.set(track.id, { standing, at, awaySec: null, recent: [{ tSec, at }] });
      return;
    }
    remember(place, tSec, at);
    const reach = reachShare * longerSide(track.boxNorm, aspect);
    if (distance(at, place.at) <= reach) {
      place.awaySec = null;
      place.standing = { ...place.standing, track, standsSec: tSec };
      return;
    }
    place.awaySec ??= tSec;
    if (tSec - place.awaySec < shakeSec && place.standing.standsSec > place.standing.stoppedSec) {
      place.standing = { ...place.standing, track };
      return;
    }
    place.at = at;
    place.awaySec = null;
    place.standing = { track, stoppedSec: stoppedSec(place, reach), standsSec: tSec };
  }
}

/** Returns the earliest moment since which it has stayed within reach of its present place. */
function stoppedSec(place: StandState, reach: number): number {
  let sec = place.recent.at(-1)!.tSec;
  for (const one of place.recent.toReversed()) {
    if (distance(one.at, place.at) > reach) break;
    sec = one.tSec;
  }
  return sec;
}

function remember(place: StandState, tSec: number, at: PointNorm): void {
  place.recent = place.recent.filter((one) => tSec - one.tSec <= recentSec);
  const newest = place.recent.at(-1);
  if (!newest || tSec - newest.tSec >= recentSec / maxRecent) place.recent.push({ tSec, at });
}

function longerSide(box: BoxNorm, aspect: number): number {
  return Math.max((box[2] - box[0]) * aspect, box[3] - box[1]);
}

function distance(a: PointNorm, b: PointNorm): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
