import type { PointNorm } from "../../base/contract/geometry.ts";
import { contactPoint } from "../../base/geo/box.ts";
import { crossing, signedDistance } from "../../base/geo/segment.ts";
import type { Track } from "../core/track.ts";
import { type Behavior, bridgeSec, type BehaviorSpec } from "./behavior.ts";
import { type Finding } from "../core/finding.ts";

/**
 * A point this near to the line, as a share of the box' height, is on neither side, so that a thing on the
 * line does not cross it whenever its box jitters.
 */
const deadBandShare = 0.05;

/** Something crosses the line, in the requested direction. */
export const lineCrossing: Behavior = {
  type: "line_crossing",
  defaultSeverity: "info",
  geometry: "line",
  required: ["line"],
  optional: ["direction"],
  defaultSeconds: 0,
  start(spec) {
    const lastClear = new Map<number, { tSec: number; point: PointNorm }>();
    return {
      step(frame) {
        for (const id of frame.endedIds) lastClear.delete(id);
        const findings: Finding[] = [];
        for (const track of frame.tracks) {
          if (!spec.matches(track.label)) continue;
          const finding = look(spec, track, { tSec: frame.tSec, lastClear });
          if (finding) findings.push(finding);
        }
        return findings;
      },
    };
  },
};

function look(
  spec: BehaviorSpec,
  track: Track,
  at: { tSec: number; lastClear: Map<number, { tSec: number; point: PointNorm }> },
): Finding | null {
  const line = spec.line!.lineNorm;
  const point = contactPoint(track.boxNorm);
  const band = deadBandShare * (track.boxNorm[3] - track.boxNorm[1]);
  const before = at.lastClear.get(track.id);
  if (Math.abs(signedDistance(line, point)) <= band) {
    // On the line: the side that it came from stays known while it is in sight.
    if (before) at.lastClear.set(track.id, { tSec: at.tSec, point: before.point });
    return null;
  }
  at.lastClear.set(track.id, { tSec: at.tSec, point });
  if (!before || at.tSec - before.tSec > bridgeSec) return null;
  const direction = crossing(line, before.point, point);
  if (direction === null) return null;
  if (spec.direction !== "any" && spec.direction !== direction) return null;
  return {
    subject: String(track.id),
    tracks: [track],
    count: 1,
    sinceSec: at.tSec,
    isMomentary: true,
    direction,
  };
}
