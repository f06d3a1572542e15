import type { PointNorm } from "../../base/contract/geometry.ts";
import { contactPoint } from "../../base/geo/box.ts";
import { isSamePlace } from "../core/same-place.ts";
import type { Track } from "../core/track.ts";
import type { AreaZone } from "../core/zones.ts";
import { bridgeSec, type BehaviorFrame, type BehaviorSpec } from "./behavior.ts";

/** A track's uninterrupted time in a zone; gaps up to `bridgeSec` do not interrupt it. */
export interface Stay {
  track: Track;
  enteredSec: number;
  /** Last moment at which the track was seen inside. */
  insideSec: number;
}

/** Halvings of the way over the edge: 2 s / 2^8 is 8 ms. */
const bisectionSteps = 8;

/**
 * Tracks which things are in a zone and since when. The entry is where the way between two positions crosses
 * the edge, so that dropped frames shift it little.
 */
export class ZoneStays {
  readonly #zone: AreaZone | null;
  readonly #matches: (label: string) => boolean;
  readonly #stays = new Map<number, Stay>();
  readonly #lastSights = new Map<number, { tSec: number; point: PointNorm }>();
  #startedSec: number | undefined;

  constructor(spec: Pick<BehaviorSpec, "zone" | "matches">) {
    this.#zone = spec.zone;
    this.#matches = spec.matches;
  }

  /**
   * Takes a frame; returns the tracks that are inside, or were within `bridgeSec`. The stay of a track that
   * ended, for example over the edge of the picture, ends with it.
   */
  step(frame: BehaviorFrame): readonly Stay[] {
    this.#startedSec ??= frame.tSec;
    for (const id of frame.endedIds) {
      this.#lastSights.delete(id);
      this.#stays.delete(id);
    }
    const seenIds = new Set(frame.tracks.map((track) => track.id));
    for (const track of frame.tracks) {
      if (!this.#matches(track.label)) continue;
      if (!this.#lastSights.has(track.id)) this.#inherit(track, { seenIds, tSec: frame.tSec });
      this.#see(track, frame.tSec);
    }
    for (const [id, stay] of this.#stays) {
      if (frame.tSec - stay.insideSec > bridgeSec) this.#stays.delete(id);
    }
    return [...this.#stays.values()];
  }

  /** Continues a stay with a track that begins where another one was lost a moment ago. */
  #inherit(track: Track, now: { seenIds: ReadonlySet<number>; tSec: number }): void {
    for (const [id, stay] of this.#stays) {
      const isLost = !now.seenIds.has(id) && now.tSec - stay.insideSec <= bridgeSec;
      if (!isLost || track.firstSeenSec <= stay.insideSec) continue;
      if (!isSamePlace(stay.track.boxNorm, track.boxNorm)) continue;
      this.#stays.delete(id);
      this.#stays.set(track.id, { ...stay, track });
      return;
    }
  }

  #see(track: Track, tSec: number): void {
    const point = contactPoint(track.boxNorm);
    if (this.#contains(point)) {
      const stay = this.#stays.get(track.id);
      const goesOn = stay !== undefined && tSec - stay.insideSec <= bridgeSec;
      const enteredSec = goesOn ? stay.enteredSec : this.#entry(track, point, tSec);
      this.#stays.set(track.id, { track, enteredSec, insideSec: tSec });
    }
    this.#lastSights.set(track.id, { tSec, point });
  }

  #contains(point: PointNorm): boolean {
    return this.#zone === null || this.#zone.contains(point);
  }

  #entry(track: Track, inside: PointNorm, tSec: number): number {
    const before = this.#lastSights.get(track.id);
    if (before === undefined) return Math.max(track.firstSeenSec, this.#startedSec ?? tSec);
    if (tSec - before.tSec > bridgeSec || this.#contains(before.point)) return tSec;
    let low = 0;
    let high = 1;
    for (let i = 0; i < bisectionSteps; i += 1) {
      const middle = (low + high) / 2;
      const point: PointNorm = [
        before.point[0] + (inside[0] - before.point[0]) * middle,
        before.point[1] + (inside[1] - before.point[1]) * middle,
      ];
      if (this.#contains(point)) high = middle;
      else low = middle;
    }
    return before.tSec + (tSec - before.tSec) * high;
  }
}
