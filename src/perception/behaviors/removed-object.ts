import { boxIou, contactPoint } from "../../base/geo/box.ts";
import type { StaticThing } from "../scene/static-things.ts";
import {
  type Behavior,
  type RunningBehavior,
  type BehaviorFrame,
  type BehaviorSpec,
  toleranceSec,
} from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { standsByItself } from "../scene/portable.ts";
import { Stays } from "./measures/stays.ts";
import { type Trail, Trails } from "./measures/trails.ts";

/** A track that covered a place this well, until this long before it became empty, left by itself. */
const minSelfIou = 0.3;
const beforeSec = 10;

/**
 * A thing that belongs to the scene is gone for `seconds`. Works on the picture itself; with a
 * detection model, people and vehicles that stood in the place in the last minutes do not count.
 */
export const removedObject: Behavior = {
  type: "removed_object",
  defaultSeverity: "warning",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 10,
  needsScene: true,
  start: (spec) => new RemovedObjectBehavior(spec),
};

class RemovedObjectBehavior implements RunningBehavior {
  readonly #spec: BehaviorSpec;
  readonly #trails = new Trails();
  readonly #stays = new Stays();
  /** By thing id: true for a thing that left by itself. */
  readonly #wentAway = new Map<number, boolean>();

  constructor(spec: BehaviorSpec) {
    this.#spec = spec;
  }

  step(frame: BehaviorFrame): readonly Finding[] {
    const trails = this.#trails.step(frame);
    this.#stays.step(frame);
    const things = (frame.scene?.things ?? []).filter((thing) => this.#isInZone(thing));
    const ids = new Set(things.map((thing) => thing.id));
    for (const id of this.#wentAway.keys()) if (!ids.has(id)) this.#wentAway.delete(id);
    for (const thing of things) {
      if (this.#wentAway.get(thing.id)) continue;
      this.#wentAway.set(
        thing.id,
        this.#stays.coverThing(thing.boxNorm, thing.sinceSec) ||
          [...trails.values()].some((trail) => stood(trail, thing)),
      );
    }
    return things.flatMap((thing) => this.#findings(thing, frame));
  }

  #isInZone({ boxNorm }: StaticThing): boolean {
    return this.#spec.zone === null || this.#spec.zone.contains(contactPoint(boxNorm));
  }

  #findings(thing: StaticThing, frame: BehaviorFrame): Finding[] {
    if (thing.change !== "removed" || this.#wentAway.get(thing.id)) return [];
    if (frame.tSec - thing.sinceSec + toleranceSec(frame) < this.#spec.seconds) return [];
    return [
      {
        subject: `thing-${thing.id}`,
        tracks: [],
        count: 1,
        sinceSec: thing.sinceSec,
        isMomentary: false,
        boxNorm: thing.boxNorm,
      },
    ];
  }
}

function stood({ track, points }: Trail, thing: StaticThing): boolean {
  if (!standsByItself(track.label)) return false;
  return points.some(
    ({ tSec, boxNorm }) =>
      tSec <= thing.sinceSec &&
      tSec >= thing.sinceSec - beforeSec &&
      boxIou(boxNorm, thing.boxNorm) >= minSelfIou,
  );
}
