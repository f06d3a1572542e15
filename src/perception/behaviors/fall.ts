import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxIou, growBox } from "../../base/geo/box.ts";
import type { Track } from "../core/track.ts";
import {
  type Behavior,
  type RunningBehavior,
  type BehaviorFrame,
  type BehaviorSpec,
  toleranceSec,
} from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { type Drop, dropOf, type Posture, postureOf, remember } from "./measures/posture.ts";

/** Somebody out of sight for this long, in the middle of a drop, may be on the ground. */
const vanishedSec = 0.4;
/** The behavior assumes for this long that somebody whom the detector lost on the ground is still there. */
const holdSec = 60;
/** A gap between two sightings moves the landing at most this much before the first one on the ground. */
const maxLandingSec = 0.25;
/** Boxes grown by this much that touch are the same place. */
const placeGrowth = 0.2;

interface PersonState {
  track: Track;
  postures: Posture[];
  down: (Drop & { sinceSec: number; boxNorm: BoxNorm }) | null;
}

/**
 * A person goes down fast and does not get up for `seconds`. Detectors often lose people on the
 * ground or misclassify them: a person who vanishes in the middle of a drop, and cannot have walked
 * out of the picture, counts as down too.
 */
export const fall: Behavior = {
  type: "fall",
  defaultSeverity: "critical",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 2,
  defaultClasses: ["person"],
  needsDetector: true,
  start: (spec) => new FallBehavior(spec),
};

class FallBehavior implements RunningBehavior {
  readonly #spec: BehaviorSpec;
  readonly #bodies = new Map<number, PersonState>();

  constructor(spec: BehaviorSpec) {
    this.#spec = spec;
  }

  step(frame: BehaviorFrame): readonly Finding[] {
    const people = frame.tracks.filter((track) => this.#spec.matches(track.label));
    for (const track of people) this.#see(track, frame);
    for (const [id, body] of this.#bodies) {
      if (body.postures.at(-1)!.tSec < frame.tSec) this.#miss(body, people, frame);
      if (isOver(id, body, frame)) this.#bodies.delete(id);
    }
    return [...this.#bodies.values()].flatMap((body) => this.#findings(body, frame));
  }

  #see(track: Track, frame: BehaviorFrame): void {
    const body = this.#bodies.get(track.id) ?? { track, postures: [], down: null };
    this.#bodies.set(track.id, body);
    body.track = track;
    const posture = postureOf(track.boxNorm, frame);
    remember(body.postures, posture);
    const drop = dropOf(body.postures);
    if (body.down?.isUpAgain(posture)) {
      body.down = null;
    } else if (body.down) {
      body.down.boxNorm = track.boxNorm;
      body.down.mayHaveLeft &&= drop?.mayHaveLeft ?? true;
    } else if (drop?.isOnGround && this.#isInZone(posture)) {
      body.down = { ...drop, sinceSec: landedSec(body.postures), boxNorm: track.boxNorm };
    }
  }

  /** A person who vanishes in the middle of a drop is down until a person rises there. */
  #miss(body: PersonState, people: readonly Track[], frame: BehaviorFrame): void {
    const last = body.postures.at(-1)!;
    if (body.down === null && frame.tSec - last.tSec >= vanishedSec && this.#isInZone(last)) {
      const drop = dropOf(body.postures);
      if (drop === null || drop.mayHaveLeft) return;
      body.down = { ...drop, sinceSec: last.tSec, boxNorm: body.track.boxNorm };
    }
    const { down } = body;
    if (down === null) return;
    const place = growBox(down.boxNorm, placeGrowth);
    const isBack = people.some(
      ({ firstSeenSec, boxNorm }) =>
        firstSeenSec >= last.tSec &&
        boxIou(growBox(boxNorm, placeGrowth), place) > 0 &&
        down.isUpAgain(postureOf(boxNorm, frame)),
    );
    if (isBack) body.down = null;
  }

  #isInZone(posture: Posture): boolean {
    return this.#spec.zone === null || this.#spec.zone.contains(posture.feet);
  }

  #findings({ down, track, postures }: PersonState, frame: BehaviorFrame): Finding[] {
    if (down === null) return [];
    // For somebody who may have left, only the time in sight counts.
    const untilSec = down.mayHaveLeft ? postures.at(-1)!.tSec : frame.tSec;
    if (untilSec - down.sinceSec + toleranceSec(frame) < this.#spec.seconds) return [];
    const { sinceSec } = down;
    return [{ subject: String(track.id), tracks: [track], count: 1, sinceSec, isMomentary: false }];
  }
}

/**
 * Returns when the body reached the ground, between the newest two sightings: halfway, where frames are
 * missing.
 */
function landedSec(postures: readonly Posture[]): number {
  const [before = postures.at(-1)!, now = before] = postures.slice(-2);
  return now.tSec - Math.min(maxLandingSec, (now.tSec - before.tSec) / 2);
}

function isOver(id: number, body: PersonState, frame: BehaviorFrame): boolean {
  const unseenSec = frame.tSec - body.postures.at(-1)!.tSec;
  if (body.down !== null) return unseenSec > holdSec;
  return frame.endedIds.includes(id) || unseenSec > holdSec;
}
