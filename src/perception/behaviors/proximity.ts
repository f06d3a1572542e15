import { contactPoint } from "../../base/geo/box.ts";
import type { Track } from "../core/track.ts";
import { type Behavior, bridgeSec, toleranceSec } from "./behavior.ts";
import { type Finding } from "../core/finding.ts";

/** Two things count as apart again only beyond this multiple of the distance. */
const apartFactor = 1.1;

/** Approaches up to this multiple of the distance are remembered between frames. */
const approachFactor = 4;

/** The distance of two things at a moment. */
interface Separation {
  tSec: number;
  apartM: number;
}

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
    let before = new Map<string, Separation>();
    let now = new Map<string, Separation>();
    return {
      step(frame) {
        before = now;
        now = new Map();
        const placed = frame.tracks.flatMap((track) => {
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
        const findings: Finding[] = [];
        for (const [key, pair] of pairs) {
          if (frame.tSec - pair.nearSec > bridgeSec) pairs.delete(key);
          else if (pair.nearSec - pair.sinceSec + toleranceSec(frame) >= spec.seconds) {
            findings.push(findingOf(key, pair));
          }
        }
        return findings;
      },
    };

    function note(tracks: readonly [Track, Track], apartM: number, tSec: number): void {
      const key = tracks
        .map((track) => track.id)
        .toSorted((a, b) => a - b)
        .join("+");
      const pair = pairs.get(key);
      const one = { tSec, apartM };
      if (apartM < approachFactor * spec.distanceM) now.set(key, one);
      if (apartM > spec.distanceM * (pair ? apartFactor : 1)) return;
      const sinceSec = pair?.sinceSec ?? nearSinceSec(before.get(key), one, spec.distanceM);
      pairs.set(key, { sinceSec, nearSec: tSec, tracks });
    }
  },
};

/** Returns when two things came nearer than `distanceM` between two frames. */
function nearSinceSec(before: Separation | undefined, now: Separation, distanceM: number): number {
  if (!before || now.tSec - before.tSec > bridgeSec || before.apartM <= distanceM) return now.tSec;
  const share = (before.apartM - distanceM) / (before.apartM - now.apartM);
  return before.tSec + share * (now.tSec - before.tSec);
}

function findingOf(key: string, pair: Pair): Finding {
  return {
    subject: key,
    tracks: pair.tracks,
    count: 2,
    sinceSec: pair.sinceSec,
    isMomentary: false,
  };
}
