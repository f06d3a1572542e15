import type { BoxNorm } from "../../base/contract/geometry.ts";
import { boxCentre, boxContains, boxIou, growBox } from "../../base/geo/box.ts";
import { assign } from "./assignment.ts";
import { FamiliarPlaces } from "./familiar-places.ts";
import { joinMotion } from "./motion-boxes.ts";
import { motionLabel, type Track, type TrackedFrame } from "../core/track.ts";
import { labelAffinity, LiveTrack } from "./live-track.ts";
import type { Detection } from "../core/vision-port.ts";

/** Most tracks, and most detections of one frame, that are followed; more are refused and counted. */
export const maxTracks = 300;

/** Smallest overlap of grown boxes that continues a track. */
const minSimilarity = 0.1;
/** A weak detection must fit better than a strong one. */
const minWeakSimilarity = 0.3;
/** A detection that covers a matched one of a similar class this much duplicates it. */
const duplicateIou = 0.7;
/** Out of sight for longer, an object's id may have become another one's. */
const sameIdSec = 2.5;
/** Classes that are closer than this may be two names of one object. */
const sameKind = 0.8;
/** Boxes that overlap more show each other's colours. */
const crowdedIou = 0.1;
/** Boxes grow before the comparison, because at few frames a second they need not overlap. */
const growthMin = 0.15;
const growthMax = 0.5;

/** The tracker's input from one frame. `tSec` is stream time and must not go back. */
export interface TrackerInput {
  tSec: number;
  /** False when nothing moved, so that the detector did not run. */
  detected: boolean;
  detections: readonly Detection[];
}

/**
 * Follows objects over frames: association after ByteTrack (Zhang et al. 2022) by grown boxes of
 * like height, tracks in sight first, with a Kalman filter per track in media time. A track survives about two seconds out of
 * sight, a standing one thirty; one that stands still is kept for as long as nothing moves.
 */
export class Tracker {
  readonly #aspect: number;
  readonly #minScore: () => number;
  readonly #places = new FamiliarPlaces();
  #tracks: LiveTrack[] = [];
  #lastSec: number | undefined;
  #lastDetectedSec = Number.NEGATIVE_INFINITY;
  #nextId: number;
  #refused = 0;

  /**
   * `aspect` is the frame's width over its height. Detections of `minScore` and more may start a
   * track, weaker ones only continue one. Ids count up from `firstId`.
   */
  constructor(options: { aspect: number; minScore: () => number; firstId?: number }) {
    this.#aspect = options.aspect;
    this.#minScore = options.minScore;
    this.#nextId = options.firstId ?? 1;
  }

  /** The highest id so far, which is the number of tracks. */
  get confirmed(): number {
    return this.#nextId - 1;
  }

  /** Detections that found no room since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Ids of all present tracks. */
  ids(): number[] {
    return this.#tracks.map((track) => track.id).filter((id) => id > 0);
  }

  /** Takes one frame; returns its tracks. */
  update(input: TrackerInput): TrackedFrame {
    const dtSec = Math.max(0, input.tSec - (this.#lastSec ?? input.tSec));
    this.#lastSec = Math.max(input.tSec, this.#lastSec ?? input.tSec);
    const tSec = this.#lastSec;
    if (input.detected) {
      const detections = this.#places.step(tSec, this.#bounded(input.detections));
      this.#associate(tSec, dtSec, detections);
    } else {
      this.#hold(tSec, dtSec);
    }
    const endedIds = this.#endOld(tSec);
    return { tSec, ...this.#report(tSec), endedIds };
  }

  #bounded(detections: readonly Detection[]): readonly Detection[] {
    if (detections.length <= maxTracks) return detections;
    this.#refused += detections.length - maxTracks;
    return detections.toSorted((a, b) => b.score - a.score).slice(0, maxTracks);
  }

  #hold(tSec: number, dtSec: number): void {
    for (const track of this.#tracks) {
      track.hold(tSec, dtSec, track.lastSeenSec >= this.#lastDetectedSec);
    }
  }

  #associate(tSec: number, dtSec: number, raw: readonly Detection[]): void {
    for (const track of this.#tracks) track.predict(tSec, dtSec);
    const moving = this.#tracks.filter((track) => track.label === motionLabel);
    const detections = joinMotion(
      raw,
      moving.map((track) => track.box()),
    );
    const minScore = this.#minScore();
    const strong = detections.filter((one) => one.score >= minScore);
    const weak = detections.filter((one) => one.score < minScore);
    const growth = Math.min(growthMax, Math.max(growthMin, dtSec));
    const how = { tSec, growth, minimum: minSimilarity };

    // A track in sight a moment ago takes its box before one that is out of sight or uncertain.
    const isCurrent = (track: LiveTrack): boolean =>
      track.id > 0 && track.lastSeenSec >= this.#lastDetectedSec;
    const named = this.#matchIds(tSec, strong);
    const free = this.#tracks.filter((track) => !named.tracks.has(track));
    const first = this.#match(free.filter(isCurrent), named.detections, how);
    const others = free.filter((track) => !isCurrent(track));
    const second = this.#match(others, first.detections, how);
    this.#match(first.tracks, weak, { tSec, growth: growthMin, minimum: minWeakSimilarity });
    this.#cover(tSec, strong);
    this.#begin(tSec, second.detections, strong);
    this.#lastDetectedSec = tSec;
  }

  /** A camera that follows its objects itself knows better than boxes which one is which. */
  #matchIds(
    tSec: number,
    detections: readonly Detection[],
  ): { tracks: ReadonlySet<LiveTrack>; detections: readonly Detection[] } {
    const tracks = new Set<LiveTrack>();
    const rest = detections.filter((detection) => {
      const { objectId, label } = detection;
      if (objectId === undefined) return true;
      const track = this.#tracks.find(
        (one) =>
          one.objectId === objectId &&
          labelAffinity(one.label, label) >= sameKind &&
          tSec - one.lastSeenSec <= sameIdSec,
      );
      if (!track || tracks.has(track)) return true;
      track.see(tSec, detection);
      tracks.add(track);
      return false;
    });
    return { tracks, detections: rest };
  }

  #match(
    tracks: readonly LiveTrack[],
    detections: readonly Detection[],
    how: { tSec: number; growth: number; minimum: number },
  ): { tracks: LiveTrack[]; detections: Detection[] } {
    const trackBoxes = tracks.map((track) => growBox(track.box(), how.growth));
    const boxes = detections.map((one) => growBox(one.boxNorm, how.growth));
    const similarity = (row: number, column: number): number => {
      const overlap = boxIou(trackBoxes[row]!, boxes[column]!);
      if (overlap === 0) return 0;
      const track = tracks[row]!;
      const kin = labelAffinity(track.label, detections[column]!.label);
      const alike = heightRatio(track.box(), detections[column]!.boxNorm);
      const look = track.appearance.factor(detections[column]!);
      return overlap * kin * alike * look * track.presence(how.tSec);
    };
    const pairs = assign(
      { rows: tracks.length, columns: detections.length },
      similarity,
      how.minimum,
    );
    for (const [row, column] of pairs) {
      const detection = detections[column]!;
      tracks[row]!.see(how.tSec, detection);
      if (isAlone(detection, detections)) tracks[row]!.appearance.learn(detection);
    }
    const rows = new Set(pairs.map(([row]) => row));
    const columns = new Set(pairs.map(([, column]) => column));
    return {
      tracks: tracks.filter((_, row) => !rows.has(row)),
      detections: detections.filter((_, column) => !columns.has(column)),
    };
  }

  /** Handles two moving things that meet in one box: the track without a box of its own is in it too. */
  #cover(tSec: number, detections: readonly Detection[]): void {
    for (const track of this.#tracks) {
      if (track.label !== motionLabel || track.lastSeenSec === tSec) continue;
      const centre = boxCentre(track.box());
      const cover = detections.find(
        (one) => one.label === motionLabel && boxContains(one.boxNorm, centre),
      );
      if (cover) track.cover(tSec);
    }
  }

  #begin(tSec: number, fresh: readonly Detection[], strong: readonly Detection[]): void {
    const taken = strong.filter((one) => !fresh.includes(one));
    for (const detection of fresh.toSorted((a, b) => b.score - a.score)) {
      if (taken.some((other) => isSameThing(other, detection))) continue;
      taken.push(detection);
      if (this.#tracks.length >= maxTracks) {
        this.#refused += 1;
        continue;
      }
      this.#tracks.push(new LiveTrack(tSec, detection, this.#aspect));
    }
  }

  #endOld(tSec: number): number[] {
    const ended: number[] = [];
    this.#tracks = this.#tracks.filter((track) => {
      if (track.isAlive(tSec)) return true;
      if (track.id > 0) ended.push(track.id);
      return false;
    });
    return ended;
  }

  #report(tSec: number): { tracks: Track[]; lost: Track[] } {
    const tracks: Track[] = [];
    const lost: Track[] = [];
    for (const track of this.#tracks) {
      if (track.id === 0 && track.isConfirmable(tSec, this.#minScore())) {
        track.id = this.#nextId;
        this.#nextId += 1;
      }
      if (track.id > 0) (track.lastSeenSec === tSec ? tracks : lost).push(track.snapshot());
    }
    return { tracks, lost };
  }
}

/** The smaller of two boxes' heights over the larger, 0–1: a thing hardly changes its size between two looks. */
function heightRatio(a: BoxNorm, b: BoxNorm): number {
  const [heightA, heightB] = [a[3] - a[1], b[3] - b[1]];
  return Math.min(heightA, heightB) / Math.max(heightA, heightB);
}

/** True when a detection's box shows nothing of another one. */
function isAlone(detection: Detection, all: readonly Detection[]): boolean {
  return !all.some(
    (other) => other !== detection && boxIou(other.boxNorm, detection.boxNorm) > crowdedIou,
  );
}

function isSameThing(a: Detection, b: Detection): boolean {
  return labelAffinity(a.label, b.label) >= sameKind && boxIou(a.boxNorm, b.boxNorm) > duplicateIou;
}

/** Makes a track of each detection of a single picture, as if it had been tracked before. */
export function tracksOfPicture(detections: readonly Detection[]): Track[] {
  return detections.slice(0, maxTracks).map((one, index) => ({
    id: index + 1,
    label: one.label,
    score: one.score,
    boxNorm: one.boxNorm satisfies BoxNorm,
    firstSeenSec: 0,
    lastSeenSec: 0,
  }));
}
