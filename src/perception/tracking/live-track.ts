import type { BoxNorm } from "../../base/contract/geometry.ts";
import { clampBox } from "../../base/geo/box.ts";
import { BoxFilter } from "./kalman.ts";
import { motionLabel, type Track } from "../core/track.ts";
import { TrackAppearance } from "./track-appearance.ts";
import { TrackEvidence } from "./track-evidence.ts";
import type { Detection } from "../core/vision-port.ts";

/** Seconds of stream time out of sight after which a track ends: longer than any gap that behaviors bridge. */
const lostAfterSec = 2.5;
/** The same for a thing that stood still: detectors miss parked cars for a while in bad light. */
const standingLostAfterSec = 30;
/** Speed in box heights a second below which a thing stands, and the time for which it must have been known. */
const standingSpeed = 0.15;
const standingAgeSec = 10;
/** Speed towards the edge, in box heights a second, above which a thing at the edge moves out of the picture. */
const leavingSpeed = 0.05;
/** A thing that moves out through the edge of the picture has left after this long out of sight. */
const leftAfterSec = 0.5;
/** A track with too few sightings to be confirmed ends after this long out of sight. */
const doubtfulSec = 1;
/** Longest time for which a moving thing may hide inside another one's box. */
const coveredSec = 5;
/** Speed fades with this time constant once a thing is out of sight. */
const speedFadeSec = 0.7;
/** Share of the newest detection in the smoothed score. */
const scoreShare = 0.3;
/** When the votes for classes exceed this sum they are halved, so that a class can change in time. */
const votesMax = 40;

const vehicles = new Set(["car", "truck", "bus", "van", "motorcycle", "motorbike", "train"]);

/** The likelihood that a detector confuses two classes, 0–1. */
export function labelAffinity(a: string, b: string): number {
  if (a === b) return 1;
  if (vehicles.has(a) && vehicles.has(b)) return 0.9;
  return a === motionLabel || b === motionLabel ? 0.6 : 0.5;
}

/** One tracked object; belongs to its tracker. */
export class LiveTrack {
  /** 0 until the track is confirmed. */
  id = 0;
  readonly firstSeenSec: number;
  lastSeenSec: number;
  /** The camera's own id of it, where the camera detects. */
  objectId: string | undefined;
  #measuredSec: number;
  /** Time out of sight in which nothing moved: does not count towards its end. */
  #quietSec = 0;
  #score: number;
  #label: string;
  readonly #votes = new Map<string, number>();
  readonly #filter: BoxFilter;
  readonly #evidence = new TrackEvidence();
  /** Its colours, to tell it from others nearby. */
  readonly appearance = new TrackAppearance();

  constructor(tSec: number, detection: Detection, aspect: number) {
    this.firstSeenSec = tSec;
    this.lastSeenSec = tSec;
    this.#measuredSec = tSec;
    this.objectId = detection.objectId;
    this.#score = detection.score;
    this.#label = detection.label;
    this.#votes.set(detection.label, detection.score);
    this.#filter = new BoxFilter(detection.boxNorm, aspect);
    this.#evidence.add(detection);
    this.appearance.learn(detection);
  }

  get label(): string {
    return this.#label;
  }

  box(): BoxNorm {
    return this.#filter.box();
  }

  /** Predicts the thing at `tSec`, `dtSec` after the frame before. */
  predict(tSec: number, dtSec: number): void {
    const unseenSec = tSec - this.lastSeenSec;
    const damping = unseenSec > dtSec + 1e-6 ? Math.exp(-dtSec / speedFadeSec) : 1;
    this.#filter.predict(dtSec, damping);
  }

  /** Updates the track with a detection at `tSec`. */
  see(tSec: number, detection: Detection): void {
    this.#filter.correct(detection.boxNorm);
    this.objectId = detection.objectId ?? this.objectId;
    this.lastSeenSec = tSec;
    this.#measuredSec = tSec;
    this.#quietSec = 0;
    this.#evidence.add(detection);
    this.#score += scoreShare * (detection.score - this.#score);
    this.#vote(detection);
  }

  /**
   * Notes that nothing moved in the picture for `dtSec`, so that everything stays. `wasThere`: it was
   * detected when something moved last; a standing thing may have been missed then.
   */
  hold(tSec: number, dtSec: number, wasThere: boolean): void {
    const unseenSec = this.#unseenSec(tSec) - dtSec;
    if (wasThere || (this.id > 0 && this.#stands() && unseenSec <= lostAfterSec)) {
      this.#filter.rest();
      this.lastSeenSec = tSec;
      this.#measuredSec = tSec;
      this.#quietSec = 0;
    } else if (this.#stands()) {
      this.#quietSec += dtSec;
    } else {
      this.predict(tSec, dtSec);
    }
  }

  /** Notes that the thing is inside the box of another one. */
  cover(tSec: number): void {
    if (this.id > 0 && tSec - this.#measuredSec <= coveredSec) this.lastSeenSec = tSec;
  }

  /** 0.8–1: a thing seen just now is preferred to one out of sight. */
  presence(tSec: number): number {
    return 1 - 0.2 * Math.min(1, (tSec - this.lastSeenSec) / lostAfterSec);
  }

  isAlive(tSec: number): boolean {
    const unseenSec = this.#unseenSec(tSec);
    if (this.id === 0) return unseenSec <= doubtfulSec;
    if (unseenSec > leftAfterSec && this.#filter.leavesPicture(leavingSpeed)) return false;
    return unseenSec <= (this.#stands() ? standingLostAfterSec : lostAfterSec);
  }

  /** True when it is in sight and enough speaks for it; see `TrackEvidence.isEnough`. */
  isConfirmable(tSec: number, minScore: number): boolean {
    return this.lastSeenSec === tSec && this.#evidence.isEnough(this.#label, minScore);
  }

  snapshot(): Track {
    return {
      id: this.id,
      label: this.#label,
      score: this.#score,
      boxNorm: clampBox(this.#filter.box()),
      firstSeenSec: this.firstSeenSec,
      lastSeenSec: this.lastSeenSec,
    };
  }

  /** Time out of sight in which something moved. */
  #unseenSec(tSec: number): number {
    return tSec - this.lastSeenSec - this.#quietSec;
  }

  #stands(): boolean {
    const knownSec = this.lastSeenSec - this.firstSeenSec;
    return knownSec >= standingAgeSec && this.#filter.relativeSpeed() < standingSpeed;
  }

  #vote(detection: Detection): void {
    const votes = this.#votes;
    votes.set(detection.label, (votes.get(detection.label) ?? 0) + detection.score);
    let sum = 0;
    for (const [label, count] of votes) {
      sum += count;
      if (count > votes.get(this.#label)!) this.#label = label;
    }
    if (sum <= votesMax) return;
    for (const [label, count] of votes) {
      if (count < 0.5 && label !== this.#label) votes.delete(label);
      else votes.set(label, count / 2);
    }
  }
}
