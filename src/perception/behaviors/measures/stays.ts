import type { BoxNorm } from "../../../base/contract/geometry.ts";
import { boxArea, boxIou, intersectionArea } from "../../../base/geo/box.ts";
import { standsByItself } from "../../scene/portable.ts";
import type { BehaviorFrame } from "../behavior.ts";

/** Stays are remembered for this long after their end, and at most so many; the oldest goes first. */
const memorySec = 300;
const maxStays = 256;
/** A box that overlaps its place this well still stands there; shorter stays do not count. */
const samePlaceIou = 0.6;
const minStaySec = 3;
/** A stay is about a thing of about its size, or after this long about anything inside of it. */
const minThingIou = 0.3;
const longStaySec = 10;
const insideShare = 0.6;

interface Stay {
  trackId: number;
  boxNorm: BoxNorm;
  fromSec: number;
  untilSec: number;
}

/** The places where tracked people, vehicles and animals stood in the last five minutes. */
export class Stays {
  #stays: Stay[] = [];

  /** Takes a frame. */
  step({ tracks, tSec }: Pick<BehaviorFrame, "tracks" | "tSec">): void {
    for (const { id, label, boxNorm } of tracks) {
      if (!standsByItself(label)) continue;
      const stay = this.#stays.findLast(({ trackId }) => trackId === id);
      if (stay && boxIou(stay.boxNorm, boxNorm) >= samePlaceIou) {
        stay.untilSec = tSec;
      } else {
        this.#stays.push({ trackId: id, boxNorm, fromSec: tSec, untilSec: tSec });
      }
    }
    const isKept = ({ fromSec, untilSec }: Stay): boolean =>
      tSec - untilSec <= (untilSec - fromSec >= minStaySec ? memorySec : minStaySec);
    this.#stays = this.#stays.filter(isKept).slice(-maxStays);
  }

  /** True when one of them stood where a thing is, in the five minutes before `sinceSec` or since. */
  coverThing(boxNorm: BoxNorm, sinceSec: number): boolean {
    return this.#stays.some(
      (stay) =>
        stay.untilSec - stay.fromSec >= minStaySec &&
        stay.untilSec >= sinceSec - memorySec &&
        isAbout(stay, boxNorm),
    );
  }
}

function isAbout(stay: Stay, boxNorm: BoxNorm): boolean {
  if (boxIou(stay.boxNorm, boxNorm) >= minThingIou) return true;
  const isInside = intersectionArea(stay.boxNorm, boxNorm) >= insideShare * boxArea(boxNorm);
  return isInside && stay.untilSec - stay.fromSec >= longStaySec;
}
