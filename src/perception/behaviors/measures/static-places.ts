import { boxCentre } from "../../../base/geo/box.ts";
import type { BoxNorm } from "../../../base/contract/geometry.ts";
import { isSamePlace } from "../../core/same-place.ts";
import { motionLabel, type Track } from "../../core/track.ts";
import { bridgeSec, type BehaviorFrame } from "../behavior.ts";

/** Most places remembered; the one that was seen longest ago goes first. */
export const maxStaticPlaces = 32;
/** A place is forgotten this long after the last thing there ended. */
export const staticPlaceSec = 4 * 3600;
/** A thing has moved once its middle is this share of its longer side away from its first place. */
const moveShare = 0.4;
/** A track in sight for shorter than this may be a piece of one that moves: its place is not remembered. */
const minStandingSec = 1;

interface Appearance {
  firstBoxNorm: BoxNorm;
  firstSec: number;
  lastSec: number;
  isRaised: boolean;
  /** True while nothing distinguishes the track from the one raised at this place before. */
  isRepeat: boolean;
  hasMoved: boolean;
}

/**
 * Remembers the places of tracks that raised an incident, stood and ended without a move, such as a tripod
 * that a detector sometimes takes for a person. Never remembers mere motion.
 */
export class StaticPlaces {
  readonly #appearances = new Map<number, Appearance>();
  /** Oldest first. */
  #places: { boxNorm: BoxNorm; endedSec: number }[] = [];

  /** Takes a frame with all tracks, also those outside any zone, because a move there counts too. */
  step({
    tSec,
    tracks,
    endedIds,
    aspect,
  }: Pick<BehaviorFrame, "tSec" | "tracks" | "endedIds" | "aspect">): void {
    this.#places = this.#places.filter((place) => tSec - place.endedSec <= staticPlaceSec);
    for (const id of endedIds) this.#end(id, tSec);
    for (const track of tracks) if (track.label !== motionLabel) this.#see(track, tSec, aspect);
  }

  /** Notes that the behavior raised the track. */
  noteRaised(id: number): void {
    const appearance = this.#appearances.get(id);
    if (appearance) appearance.isRaised = true;
  }

  /**
   * True for a track that has not moved since it began at a remembered place, or since it came back into
   * sight after the behavior had raised it.
   */
  isRepeat(id: number): boolean {
    return this.#appearances.get(id)?.isRepeat ?? false;
  }

  #see({ id, boxNorm }: Track, tSec: number, aspect: number): void {
    const appearance = this.#appearances.get(id);
    if (appearance === undefined) {
      const isRepeat = this.#places.some((place) => isSamePlace(place.boxNorm, boxNorm));
      this.#appearances.set(id, {
        firstBoxNorm: boxNorm,
        firstSec: tSec,
        lastSec: tSec,
        isRaised: false,
        isRepeat,
        hasMoved: false,
      });
      return;
    }
    const isBack = tSec - appearance.lastSec > bridgeSec;
    if (isBack && isStatic(appearance)) appearance.isRepeat = true;
    appearance.lastSec = tSec;
    if (!hasMoved(appearance.firstBoxNorm, boxNorm, aspect)) return;
    appearance.hasMoved = true;
    appearance.isRepeat = false;
  }

  #end(id: number, endedSec: number): void {
    const appearance = this.#appearances.get(id);
    this.#appearances.delete(id);
    if (appearance === undefined || !isStatic(appearance)) return;
    const boxNorm = appearance.firstBoxNorm;
    const others = this.#places.filter((place) => !isSamePlace(place.boxNorm, boxNorm));
    this.#places = [...others, { boxNorm, endedSec }].slice(-maxStaticPlaces);
  }
}

function isStatic({ firstSec, lastSec, hasMoved, isRaised, isRepeat }: Appearance): boolean {
  if (hasMoved) return false;
  return isRepeat || (isRaised && lastSec - firstSec >= minStandingSec);
}

function hasMoved(from: BoxNorm, to: BoxNorm, aspect: number): boolean {
  const [fromX, fromY] = boxCentre(from);
  const [toX, toY] = boxCentre(to);
  const longer = Math.max((from[2] - from[0]) * aspect, from[3] - from[1]);
  return Math.hypot((toX - fromX) * aspect, toY - fromY) > moveShare * longer;
}
