import type { Clock } from "../../base/core/clock.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { MapPose } from "../driver/command.ts";
import type { FrameTree } from "../maps/frame-ties.ts";
import type { PeopleLimitSettings } from "../driver/people-limit-settings.ts";
import { farthestM, type Presence, speedBeside } from "./people-limit.ts";
import type { PeopleLimitReason } from "../robot-terms.ts";
import type { GroundLook, GroundSight } from "./people-port.ts";
import { PersonMotion } from "./person-motion.ts";

/** The advisory limit of a robot by its distance to people. */
export interface PeopleFinding {
  /** Metres per second. */
  limitMps: number;
  reason: PeopleLimitReason;
  /** To the person, or to the nearest ground that no camera watches, in metres; null for the other reasons. */
  distanceM: number | null;
}

/** Dependencies of the limiter of one robot. */
export interface PeopleLimiterParts {
  org: string;
  settings: PeopleLimitSettings;
  mostMps: number;
  clock: Clock;
  sight: GroundSight;
  /** The robot's place; null when it is not known. */
  pose(): MapPose | null;
  /** How the map frames lie in each other. */
  tree(): FrameTree;
}

/** An older frame watches nothing: with the tick of robots the limit is in force within a second of a camera's death. */
const oldestLookMs = 800;
/** A finding serves for this long. */
const servesMs = 45;
/** The limit rises only to what held for this long, so that it does not swing with every frame. */
const riseMs = 1000;
/** Limits are multiples of this, in metres per second: a robot gets no message for less. */
const gradeMps = 0.05;
/** Directions and step of the search for ground that nobody watches. */
const directions = 16;
const searchStepM = 0.5;
/** The search runs again once the robot is this far from where it ran last, in metres. */
const searchedM = 0.1;

type View = Pick<GroundLook, "frame" | "covers">;

/**
 * The advisory speed limit of one robot by its distance to people whom calibrated cameras see: falls at once, and rises
 * after a second. Cheap to ask often. It is not a safety function: detectors miss people.
 */
export class PeopleLimiter {
  readonly #parts: PeopleLimiterParts;
  readonly #motions = new Map<string, PersonMotion>();
  /** Map frames of the streams' positions. */
  readonly #frames = new Map<string, string>();
  #finding: PeopleFinding | null = null;
  #foundMs = Number.NEGATIVE_INFINITY;
  /** The limits of the last second, oldest first. */
  #recent: { atMs: number; mps: number }[] = [];
  #searched: { at: PointM; views: readonly View[]; distanceM: number | null } | null = null;

  constructor(parts: PeopleLimiterParts) {
    this.#parts = parts;
  }

  /** The limit now, in metres per second. */
  get mps(): number {
    return this.finding.limitMps;
  }

  /** The limit now, and why. */
  get finding(): PeopleFinding {
    const nowMs = this.#parts.clock.monoMs();
    if (this.#finding === null || nowMs - this.#foundMs >= servesMs) {
      this.#foundMs = nowMs;
      this.#finding = this.#steady(this.#find(nowMs), nowMs);
    }
    return this.#finding;
  }

  #find(nowMs: number): PeopleFinding {
    const { settings, mostMps, pose } = this.#parts;
    const slowest = Math.min(settings.slowestMps, mostMps);
    const views = this.#views(nowMs);
    const at = pose();
    if (at === null) return { limitMps: slowest, reason: "pose_unknown", distanceM: null };
    let found: PeopleFinding = { limitMps: mostMps, reason: "clear", distanceM: null };
    const consider = (robot: PointM, person: Presence, reason: PeopleLimitReason): void => {
      const limitMps = speedBeside(robot, person, { settings, mostMps });
      if (limitMps >= found.limitMps) return;
      found = { limitMps, reason, distanceM: distanceM(robot, person.at) };
    };
    for (const [streamId, motion] of this.#motions) {
      const robot = this.#placeIn(this.#frames.get(streamId) ?? at.frame, at);
      if (robot) for (const person of motion.at(nowMs)) consider(robot, person, "person");
    }
    if (settings.isUnobservedOccupied) this.#addUnobserved(at, views, consider);
    return found;
  }

  /** The streams that watch the ground now. People seen by a stream that stops watching still count for a while. */
  #views(nowMs: number): View[] {
    const { org, settings, sight } = this.#parts;
    return settings.streamIds.flatMap((streamId) => {
      const look = sight.look(org, streamId);
      if (!look) return [];
      this.#frames.set(streamId, look.frame);
      const motion = this.#motions.get(streamId) ?? new PersonMotion();
      this.#motions.set(streamId, motion);
      motion.take(look);
      return nowMs - look.capturedMs <= oldestLookMs ? [look] : [];
    });
  }

  #addUnobserved(
    at: MapPose,
    views: readonly View[],
    consider: (robot: PointM, person: Presence, reason: PeopleLimitReason) => void,
  ): void {
    const awayM = this.#unobservedM(at, views);
    if (awayM === null) return;
    const ground = { errorM: 0, ageSec: 0, velocityMps: null, velocityAgeSec: 0 };
    consider([0, 0], { ...ground, at: [awayM, 0] }, "unobserved");
  }

  /** Returns the distance to the nearest ground that no camera watches; null where it is too far to matter. */
  #unobservedM(at: MapPose, views: readonly View[]): number | null {
    const { settings, mostMps } = this.#parts;
    const point: PointM = [at.xM, at.yM];
    const known = this.#searched;
    if (known && haveSameSight(known.views, views) && distanceM(known.at, point) < searchedM)
      return known.distanceM;
    const reachM = farthestM(settings, mostMps);
    const found = firstUncovered(reachM, (dxM, dyM) =>
      views.some((view) => {
        const place = this.#placeIn(view.frame, { ...at, xM: at.xM + dxM, yM: at.yM + dyM });
        return place !== null && view.covers(place[0], place[1]);
      }),
    );
    this.#searched = { at: point, views, distanceM: found };
    return found;
  }

  #placeIn(frame: string, pose: MapPose): PointM | null {
    const moved = pose.frame === frame ? pose : this.#parts.tree().moved(pose, frame);
    return moved && [moved.xM, moved.yM];
  }

  /** Rounds down, and holds the lowest limit of the last second. */
  #steady(found: PeopleFinding, nowMs: number): PeopleFinding {
    const { settings, mostMps } = this.#parts;
    const grades = Math.floor(found.limitMps / gradeMps + 1e-9);
    const graded = Number((grades * gradeMps).toFixed(3));
    const isFree = found.limitMps >= mostMps;
    const mps = isFree ? mostMps : Math.max(graded, Math.min(settings.slowestMps, mostMps));
    this.#recent = this.#recent.filter(({ atMs }) => nowMs - atMs < riseMs);
    this.#recent.push({ atMs: nowMs, mps });
    const limitMps = Math.min(...this.#recent.map((each) => each.mps));
    if (limitMps === mps || this.#finding === null) return { ...found, limitMps };
    return { ...this.#finding, limitMps };
  }
}

function haveSameSight(some: readonly View[], others: readonly View[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ frame, covers }, n) => others[n]!.frame === frame && others[n]!.covers === covers)
  );
}

function distanceM(one: PointM, other: PointM): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** Looks around in rings, the nearest first. */
function firstUncovered(
  reachM: number,
  isCovered: (dxM: number, dyM: number) => boolean,
): number | null {
  if (!isCovered(0, 0)) return 0;
  for (let awayM = searchStepM; awayM <= reachM; awayM += searchStepM) {
    for (let n = 0; n < directions; n += 1) {
      const turn = (2 * Math.PI * n) / directions;
      if (!isCovered(awayM * Math.cos(turn), awayM * Math.sin(turn))) return awayM;
    }
  }
  return null;
}
