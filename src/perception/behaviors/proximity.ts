import { contactPoint } from "../../geo/box.ts";
import type { Track } from "../track.ts";
import { type Behavior, bridgeSec, type Finding, toleranceSec } from "./behavior.ts";

/** Two things count as apart again only beyond this multiple of the distance. */
const APART_FACTOR = 1.1;

interface Pair {
  sinceSec: number;
  nearSec: number;
  tracks: readonly [Track, Track];
}

/** A thing of `classes` is nearer than `distance` metres to one of `other_classes`. */
export const proximity: Behavior = {
  type: "proximity",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["zone", "distance"],
  optional: ["seconds", "other_classes"],
  defaultSeconds: 0.5,
  defaultClasses: ["person"],
  defaultOtherClasses: ["car", "truck", "bus", "van", "forklift"],
  needsMetres: true,
  needsDetector: true,
  start(spec) {
    const zone = spec.zone!;
    const pairs = new Map<string, Pair>();
    return {
      step(frame) {
        const placed = frame.seen.flatMap((track) => {
          const point = contactPoint(track.boxNorm);
          return zone.contains(point) ? [{ track, at: zone.toMetres!(point) }] : [];
        });
        const others = placed.filter(({ track }) => spec.matchesOther(track.label));
        for (const one of placed) {
          if (!spec.matches(one.track.label)) continue;
          for (const other of others) {
            if (other.track.id === one.track.id) continue;
            const apartM = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
            note([one.track, other.track], apartM, frame.tSec);
          }
        }
        const found: Finding[] = [];
        for (const [key, pair] of pairs) {
          if (frame.tSec - pair.nearSec > bridgeSec) pairs.delete(key);
          else if (pair.nearSec - pair.sinceSec + toleranceSec(frame) >= spec.seconds) {
            found.push(findingOf(key, pair));
          }
        }
        return found;
      },
    };

    function note(tracks: readonly [Track, Track], apartM: number, tSec: number): void {
      const key = tracks
        .map((track) => track.id)
        .toSorted((a, b) => a - b)
        .join("+");
      const pair = pairs.get(key);
      if (apartM > spec.distanceM * (pair ? APART_FACTOR : 1)) return;
      pairs.set(key, { sinceSec: pair?.sinceSec ?? tSec, nearSec: tSec, tracks });
    }
  },
};

function findingOf(key: string, pair: Pair): Finding {
  return {
    subject: key,
    tracks: pair.tracks,
    count: 2,
    sinceSec: pair.sinceSec,
    isMomentary: false,
  };
}
