import { boxArea } from "../../base/geo/box.ts";
import type { Track } from "../core/track.ts";
import type { FeatureValues } from "./baseline.ts";

/** Length of one measurement, in seconds of media time. */
const minuteSec = 60;
/** A minute observed for less than this says nothing. */
const minLooksSec = 30;
/** Longer gaps do not count as observed time. */
const maxGapSec = 5;
/** Speeds are measured over this long. */
const speedWindowSec = 1;

/** The part of a frame that the meter measures. */
export interface MeterFrame {
  tSec: number;
  tracks: readonly Track[];
  /** Share of the picture that moves, 0–1. */
  motionRatio: number;
}

/** Measures minute after minute of one stream. */
export class MinuteMeter {
  #startSec = Number.NaN;
  #lastSec = Number.NaN;
  #watchedSec = 0;
  #frames = 0;
  #motion = 0;
  #most = { count: 0, dwell: 0, speed: 0, size: 0 };
  readonly #known = new Set<number>();
  #arrivals = 0;
  readonly #places = new Map<number, { tSec: number; x: number; y: number }>();

  /** Takes a frame; returns the minute that it ends, if the stream was observed for long enough. */
  step(frame: MeterFrame): FeatureValues | undefined {
    const gapSec = frame.tSec - this.#lastSec;
    this.#lastSec = frame.tSec;
    if (Number.isNaN(this.#startSec)) this.#startSec = frame.tSec;
    const values = frame.tSec - this.#startSec >= minuteSec ? this.#end(frame.tSec) : undefined;
    if (gapSec > 0 && gapSec < maxGapSec) this.#watchedSec += gapSec;
    this.#frames += 1;
    this.#motion += frame.motionRatio;
    this.#most.count = Math.max(this.#most.count, frame.tracks.length);
    for (const track of frame.tracks) this.#measure(track, frame.tSec);
    const currentIds = new Set(frame.tracks.map((track) => track.id));
    for (const id of this.#places.keys()) if (!currentIds.has(id)) this.#places.delete(id);
    return values;
  }

  #measure({ id, boxNorm, firstSeenSec }: Track, tSec: number): void {
    const most = this.#most;
    if (!this.#known.has(id) && firstSeenSec >= this.#startSec) this.#arrivals += 1;
    this.#known.add(id);
    most.dwell = Math.max(most.dwell, tSec - firstSeenSec);
    most.size = Math.max(most.size, 100 * boxArea(boxNorm));
    const [x, y] = [(boxNorm[0] + boxNorm[2]) / 2, (boxNorm[1] + boxNorm[3]) / 2];
    const before = this.#places.get(id);
    if (before && tSec - before.tSec < speedWindowSec) return;
    if (before) {
      const way = Math.hypot(x - before.x, y - before.y);
      most.speed = Math.max(most.speed, way / (tSec - before.tSec));
    }
    this.#places.set(id, { tSec, x, y });
  }

  #end(tSec: number): FeatureValues | undefined {
    const isWatched = this.#watchedSec >= minLooksSec;
    const motion = (100 * this.#motion) / Math.max(1, this.#frames);
    const values = { ...this.#most, arrivals: this.#arrivals, motion };
    this.#startSec = tSec;
    this.#watchedSec = 0;
    this.#frames = 0;
    this.#motion = 0;
    this.#most = { count: 0, dwell: 0, speed: 0, size: 0 };
    this.#known.clear();
    this.#arrivals = 0;
    return isWatched ? values : undefined;
  }
}
