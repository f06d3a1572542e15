import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { Track } from "../core/track.ts";
import type { Zones } from "../core/zones.ts";
import { offsetOf } from "./steering.ts";

/** An object must have moved this far in the home view, in pictures: a parked car is nothing to follow. */
const leastWay = 0.03;
/** The same object under another number is this near to where it was, and about as tall. */
const nearest = 0.25;
const likeHeight = 0.5;
/** Tracks of the home view that are remembered. */
const maxSeen = 1000;

/** Chooses the object that a camera follows in its home view. */
export class TargetChoice {
  /** Where each track of the home view was first. */
  #first = new Map<number, BoxNorm>();
  /** Tracks that were followed long enough. */
  #done = new Set<number>();

  /** Begins with a new look at the home view. */
  begin(): void {
    this.#first.clear();
  }

  /** The track is not followed again. */
  finish(id: number): void {
    this.#done.add(id);
    if (this.#done.size > maxSeen) this.#done.delete(this.#done.values().next().value!);
  }

  /** The tallest object that moves and is in one of the areas; undefined for none. */
  choose(
    tracks: readonly Track[],
    { objects, zones: names }: { objects: readonly string[]; zones: readonly string[] },
    zones: Zones,
  ): Track | undefined {
    const isPlaced = (box: BoxNorm): boolean =>
      names.length === 0 ||
      names.some((name) => {
        const zone = zones.get(name);
        return zone?.kind === "area" && zone.contains(footOf(box));
      });
    const fit = tracks.filter(
      ({ id, label, boxNorm }) =>
        objects.includes(label) &&
        !this.#done.has(id) &&
        this.#moves(id, boxNorm) &&
        isPlaced(boxNorm),
    );
    return fit.toSorted((a, b) => heightOf(b.boxNorm) - heightOf(a.boxNorm))[0];
  }

  #moves(id: number, box: BoxNorm): boolean {
    const first = this.#first.get(id);
    if (first) return distance(first, box) >= leastWay;
    if (this.#first.size < maxSeen) this.#first.set(id, box);
    return false;
  }
}

/** The object that was in `box`, now that its track is gone; `isNear` demands the same place and size. */
export function findAgain(
  tracks: readonly Track[],
  { label, box }: { label: string; box: BoxNorm },
  isNear: boolean,
): Track | undefined {
  const alike = tracks.filter((track) => {
    if (track.label !== label) return false;
    const ratio = heightOf(track.boxNorm) / heightOf(box);
    const isAlike = Math.min(ratio, 1 / ratio) >= likeHeight;
    return !isNear || (isAlike && distance(track.boxNorm, box) <= nearest);
  });
  return alike.toSorted((a, b) => distance(a.boxNorm, box) - distance(b.boxNorm, box))[0];
}

/** Where an object stands. */
function footOf([left, , right, bottom]: BoxNorm): PointNorm {
  return [(left + right) / 2, bottom];
}

function heightOf([, top, , bottom]: BoxNorm): number {
  return bottom - top;
}

function distance(a: BoxNorm, b: BoxNorm): number {
  const [one, other] = [offsetOf(a), offsetOf(b)];
  return Math.hypot(one.x - other.x, one.y - other.y);
}
