import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import { boxIou, contactPoint, growBox } from "../../base/geo/box.ts";
import type { StaticThing } from "../scene/static-things.ts";
import type { BehaviorFrame } from "./behavior.ts";
import { isPortable } from "../scene/portable.ts";
import type { TrailPoint, Trail } from "./measures/trails.ts";

/** Somebody whose box touched the place within this time before or after a thing appeared may be its owner. */
const beforeSec = 2;
const afterSec = 1;
/** Boxes grown by this much that touch are together. */
const touchGrowth = 0.1;
/** A track that covers its owner's last place this well is the owner, standing. */
const minSelfIou = 0.35;
/** A track that takes over from a lost one appears within this time. */
const successorSec = 1.5;

/** The distance at which an owner has left a thing. */
export interface OwnerReach {
  /** Distance between a thing and a person who stands at `point`, in units of `limit`. */
  distance(thing: StaticThing, point: TrailPoint): number;
  /** A person who appears as large as `point` shows is away beyond this distance. */
  limit(point: TrailPoint): number;
}

/** Measures the owners' distance in the picture: away beyond `heights` body heights. */
export function reachInHeights(heights: number, frame: Pick<BehaviorFrame, "aspect">): OwnerReach {
  const place = ([x, y]: PointNorm): PointNorm => [x * frame.aspect, y];
  return {
    distance: ({ boxNorm }, point) =>
      distance(place(contactPoint(boxNorm)), place(contactPoint(point.boxNorm))),
    limit: ({ boxNorm }) => heights * (boxNorm[3] - boxNorm[1]),
  };
}

/** Measures the owners' distance on the ground: away beyond `metres`. */
export function reachInMetres(
  metres: number,
  toMetres: (point: PointNorm) => PointNorm,
): OwnerReach {
  return {
    distance: ({ boxNorm }, point) =>
      distance(toMetres(contactPoint(boxNorm)), toMetres(contactPoint(point.boxNorm))),
    limit: () => metres,
  };
}

function distance(a: PointNorm, b: PointNorm): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Tracks the people who brought one thing, and when the last of them went away. */
export class OwnerWatch {
  readonly #owners = new Map<number, { nearSec: number; lastBox: BoxNorm; isNear: boolean }>();
  /** When the last owner went away; the thing's own beginning where no owner was seen. */
  unattendedSec: number;
  /** True when the thing is a person who arrived and stands still. */
  isOwnerItself = false;

  private constructor(sinceSec: number) {
    this.unattendedSec = sinceSec;
  }

  /** Finds the people who were there when a newly noticed thing came. */
  static begin(thing: StaticThing, trails: Iterable<Trail>, reach: OwnerReach): OwnerWatch {
    const watch = new OwnerWatch(thing.sinceSec);
    watch.#lookBack(thing, trails, reach);
    return watch;
  }

  #lookBack(thing: StaticThing, trails: Iterable<Trail>, reach: OwnerReach): void {
    for (const { track, points } of trails) {
      if (isPortable(track.label)) continue;
      const touched = points.some(
        ({ tSec, boxNorm }) =>
          tSec >= thing.sinceSec - beforeSec &&
          tSec <= thing.sinceSec + afterSec &&
          touches(boxNorm, thing.boxNorm),
      );
      if (!touched) continue;
      this.#owners.set(track.id, { nearSec: thing.sinceSec, lastBox: track.boxNorm, isNear: true });
      let before: TrailPoint | undefined;
      for (const point of points) {
        if (point.tSec >= thing.sinceSec) this.#see(track.id, thing, { point, before, reach });
        before = point;
      }
    }
    this.#update();
  }

  /** True when a person was seen bringing the thing. */
  get hasOwner(): boolean {
    return this.#owners.size > 0;
  }

  /** Follows the owners in the next frame. */
  step(
    thing: StaticThing,
    trails: ReadonlyMap<number, Trail>,
    now: { reach: OwnerReach; frame: BehaviorFrame },
  ): void {
    for (const id of this.#owners.keys()) {
      const trail = trails.get(id);
      const points = trail?.points ?? [];
      const point = points.at(-1);
      if (point?.tSec === now.frame.tSec) {
        this.#see(id, thing, { point, before: points.at(-2), reach: now.reach });
      } else if (!trail || trail.hasEnded) {
        this.#inherit(id, trails, now.frame);
      }
    }
    this.#update();
    this.isOwnerItself = [...this.#owners.values()].some(
      (owner) => owner.isNear && boxIou(owner.lastBox, thing.boxNorm) >= minSelfIou,
    );
  }

  /** The track of an owner ended near the thing: one that begins there is the same person. */
  #inherit(id: number, trails: ReadonlyMap<number, Trail>, frame: BehaviorFrame): void {
    const owner = this.#owners.get(id)!;
    if (!owner.isNear) return;
    for (const [other, { track }] of trails) {
      if (this.#owners.has(other) || isPortable(track.label)) continue;
      const isNew =
        track.firstSeenSec > owner.nearSec && track.firstSeenSec < owner.nearSec + successorSec;
      if (!isNew || !touches(track.boxNorm, owner.lastBox)) continue;
      this.#owners.delete(id);
      this.#owners.set(other, { ...owner, nearSec: frame.tSec, lastBox: track.boxNorm });
      return;
    }
  }

  #see(
    id: number,
    thing: StaticThing,
    at: { point: TrailPoint; before: TrailPoint | undefined; reach: OwnerReach },
  ): void {
    const owner = this.#owners.get(id)!;
    const { point, before, reach } = at;
    owner.lastBox = point.boxNorm;
    const over = reach.distance(thing, point) - reach.limit(point);
    if (over <= 0) {
      owner.nearSec = point.tSec;
      owner.isNear = true;
      return;
    }
    if (owner.isNear && before && before.tSec >= thing.sinceSec) {
      // The moment between two sights at which the distance was crossed.
      const overBefore = reach.distance(thing, before) - reach.limit(before);
      const share = overBefore < 0 ? overBefore / (overBefore - over) : 0;
      owner.nearSec = before.tSec + share * (point.tSec - before.tSec);
    }
    owner.isNear = false;
  }

  #update(): void {
    for (const { nearSec } of this.#owners.values()) {
      this.unattendedSec = Math.max(this.unattendedSec, nearSec);
    }
  }
}

function touches(a: BoxNorm, b: BoxNorm): boolean {
  return boxIou(growBox(a, touchGrowth), growBox(b, touchGrowth)) > 0;
}
