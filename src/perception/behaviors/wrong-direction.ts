import type { PointNorm } from "../../base/contract/geometry.ts";
import { contactPoint } from "../../base/geo/box.ts";
import { headingDeg, headingDifferenceDeg } from "../../base/geo/segment.ts";
import type { Track } from "../core/track.ts";
import { type Behavior, bridgeSec, type BehaviorSpec, toleranceSec } from "./behavior.ts";
import { type Finding } from "../core/finding.ts";

/** The window for the direction, longer than any jitter of a box. */
const windowSec = 1;
/** A direction needs at least this share of the window. */
const minWindowSec = 0.5;
/** A thing that moved less than this many box heights in the window stands. */
const minWayShare = 0.3;
/** A way this far off the allowed one is wrong; crossing the lane at a right angle is not. */
const wrongDeg = 120;
/** Positions kept of one track; at 30 frames a second older ones are thinned out. */
const maxSamples = 16;

interface HeadingState {
  samples: { tSec: number; point: PointNorm }[];
  wrongSec: number | null;
  lastWrongSec: number;
}

/** Something moves against `heading` in the zone for `seconds`. */
export const wrongDirection: Behavior = {
  type: "wrong_direction",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["heading"],
  optional: ["seconds"],
  defaultSeconds: 0.5,
  start(spec) {
    const ways = new Map<number, HeadingState>();
    return {
      step(frame) {
        for (const id of frame.endedIds) ways.delete(id);
        for (const track of frame.tracks) {
          if (spec.matches(track.label)) follow(spec, track, { ways, ...frame });
        }
        const findings: Finding[] = [];
        for (const [id, way] of ways) {
          const finding = judge(way, { ...frame, seconds: spec.seconds });
          const track = frame.tracks.find((one) => one.id === id);
          if (finding && track) findings.push({ ...finding, subject: String(id), tracks: [track] });
        }
        return findings;

        function judge(
          way: HeadingState,
          at: { tSec: number; seconds: number },
        ): Omit<Finding, "subject" | "tracks"> | null {
          if (way.wrongSec === null || at.tSec - way.lastWrongSec > bridgeSec) return null;
          const lastedSec = way.lastWrongSec - way.wrongSec + toleranceSec(frame);
          if (lastedSec < at.seconds) return null;
          return { count: 1, sinceSec: way.wrongSec, isMomentary: false };
        }
      },
    };
  },
};

function follow(
  spec: BehaviorSpec,
  track: Track,
  at: { tSec: number; aspect: number; ways: Map<number, HeadingState> },
): void {
  const point = contactPoint(track.boxNorm);
  if (spec.zone !== null && !spec.zone.contains(point)) {
    at.ways.delete(track.id);
    return;
  }
  const way = at.ways.get(track.id) ?? { samples: [], wrongSec: null, lastWrongSec: 0 };
  at.ways.set(track.id, way);
  way.samples = way.samples.filter((sample) => at.tSec - sample.tSec <= windowSec + 1e-6);
  const from = way.samples[0];
  const newest = way.samples.at(-1);
  if (!newest || at.tSec - newest.tSec >= windowSec / maxSamples) {
    way.samples.push({ tSec: at.tSec, point });
  }
  if (from === undefined || at.tSec - from.tSec < minWindowSec) return;
  const length = Math.hypot((point[0] - from.point[0]) * at.aspect, point[1] - from.point[1]);
  if (length < minWayShare * (track.boxNorm[3] - track.boxNorm[1])) return;
  const off = headingDifferenceDeg(headingDeg(from.point, point, at.aspect), spec.headingDeg);
  if (off < wrongDeg) {
    way.wrongSec = null;
    return;
  }
  if (way.wrongSec === null || at.tSec - way.lastWrongSec > bridgeSec) way.wrongSec = from.tSec;
  way.lastWrongSec = at.tSec;
}
