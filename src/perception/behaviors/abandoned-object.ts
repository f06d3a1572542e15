import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxArea, contactPoint, intersectionArea } from "../../base/geo/box.ts";
import type { StaticThing } from "../scene/static-things.ts";
import {
  type Behavior,
  type RunningBehavior,
  type BehaviorFrame,
  type BehaviorSpec,
  toleranceSec,
} from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { type OwnerReach, OwnerWatch, reachInHeights, reachInMetres } from "./owner-watch.ts";
import { isPortable, standsByItself } from "../scene/portable.ts";
import { Trails } from "./measures/trails.ts";

/** Without a distance in metres, an owner beyond this many body heights in the picture is away. */
const awayHeights = 1.5;
/** A detection box that covers this much of a thing tells its class. */
const coverShare = 0.6;
/** A thing that was seen as a person or a vehicle this often is one. */
const maxOtherShare = 0.5;

/**
 * A thing is put down, its owner goes away, and it lies there for `seconds`. Works on the picture
 * itself; a thing that the detection model classifies as a person, a vehicle or an animal does not count.
 */
export const abandonedObject: Behavior = {
  type: "abandoned_object",
  defaultSeverity: "warning",
  geometry: "area",
  required: [],
  optional: ["seconds", "distance"],
  defaultSeconds: 30,
  needsScene: true,
  start: (spec) => new AbandonedObjectBehavior(spec),
};

interface ThingState {
  owners: OwnerWatch;
  /** Looks since it became unattended, and how many of them showed something else. */
  looks: number;
  otherLooks: number;
  label: string | null;
}

class AbandonedObjectBehavior implements RunningBehavior {
  readonly #spec: BehaviorSpec;
  readonly #trails = new Trails();
  readonly #states = new Map<number, ThingState>();

  constructor(spec: BehaviorSpec) {
    this.#spec = spec;
  }

  step(frame: BehaviorFrame): readonly Finding[] {
    const trails = this.#trails.step(frame);
    const reach = this.#reach(frame);
    const things = (frame.scene?.things ?? []).filter((thing) => this.#isInZone(thing));
    const ids = new Set(things.map((thing) => thing.id));
    for (const id of this.#states.keys()) if (!ids.has(id)) this.#states.delete(id);
    return things.flatMap((thing) => {
      let state = this.#states.get(thing.id);
      if (state) {
        state.owners.step(thing, trails, { reach, frame });
      } else {
        const owners = OwnerWatch.begin(thing, trails.values(), reach);
        state = { owners, looks: 0, otherLooks: 0, label: null };
        this.#states.set(thing.id, state);
      }
      this.#updateLabel(state, thing, frame);
      return this.#findings(state, thing, frame);
    });
  }

  #isInZone({ boxNorm }: StaticThing): boolean {
    return this.#spec.zone === null || this.#spec.zone.contains(contactPoint(boxNorm));
  }

  #reach(frame: BehaviorFrame): OwnerReach {
    const { distanceM, zone } = this.#spec;
    if (distanceM > 0 && zone?.toMetres) return reachInMetres(distanceM, zone.toMetres);
    return reachInHeights(awayHeights, frame);
  }

  /** Notes the class that the model detects there; a person who passes in front has little weight. */
  #updateLabel(state: ThingState, thing: StaticThing, frame: BehaviorFrame): void {
    if (frame.tSec - state.owners.unattendedSec < frame.frameGapSec) {
      state.looks = 0;
      state.otherLooks = 0;
    }
    state.looks += 1;
    const there = frame.tracks.filter((track) => covers(track.boxNorm, thing.boxNorm));
    if (there.some((track) => standsByItself(track.label))) state.otherLooks += 1;
    state.label = there.find((track) => isPortable(track.label))?.label ?? state.label;
  }

  #findings(state: ThingState, thing: StaticThing, frame: BehaviorFrame): Finding[] {
    const { owners } = state;
    const sinceSec = Math.max(owners.unattendedSec, thing.sinceSec);
    if (thing.change !== "placed" || owners.isOwnerItself) return [];
    if (frame.tSec - sinceSec + toleranceSec(frame) < this.#spec.seconds) return [];
    if (state.otherLooks > maxOtherShare * state.looks) return [];
    const tracks = frame.tracks.filter(
      (track) => isPortable(track.label) && covers(track.boxNorm, thing.boxNorm),
    );
    if (state.label !== null && !this.#spec.matches(state.label)) return [];
    return [
      {
        subject: `thing-${thing.id}`,
        tracks,
        count: 1,
        sinceSec,
        isMomentary: false,
        boxNorm: thing.boxNorm,
        details: { owner: owners.hasOwner ? "went_away" : "not_seen" },
      },
    ];
  }
}

/** True when most of `thing` lies in `box`. */
function covers(box: BoxNorm, thing: BoxNorm): boolean {
  return intersectionArea(box, thing) >= coverShare * boxArea(thing);
}
