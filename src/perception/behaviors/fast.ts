import type { PointNorm } from "../../base/contract/geometry.ts";
import { contactPoint } from "../../base/geo/box.ts";
import type { Track } from "../core/track.ts";
import {
  bridgeSec,
  type RunningBehavior,
  type BehaviorFrame,
  type BehaviorSpec,
  toleranceSec,
} from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { Way } from "./measures/way.ts";

interface TrackSpeed {
  way: Way;
  /** When it became too fast; null while it is not. */
  fastSec: number | null;
  lastFastSec: number;
}

/** The speed limit of a behavior. */
export interface SpeedLimit {
  /** The track is too fast above this, in units of `place` a second. */
  perSec(track: Track): number;
  /** Returns the track's position in the unit of the limit. */
  place(track: Track, frame: BehaviorFrame): PointNorm;
}

/** Holds for each track that goes faster in the zone than `limit`, for `spec.seconds`. */
export function startFast(spec: BehaviorSpec, limit: SpeedLimit): RunningBehavior {
  const runners = new Map<number, TrackSpeed>();
  return {
    step(frame) {
      for (const id of frame.endedIds) runners.delete(id);
      const findings: Finding[] = [];
      for (const track of frame.tracks) {
        if (!spec.matches(track.label)) continue;
        if (spec.zone !== null && !spec.zone.contains(contactPoint(track.boxNorm))) {
          runners.delete(track.id);
          continue;
        }
        const finding = look(track, frame);
        if (finding) findings.push(finding);
      }
      return findings;
    },
  };

  function look(track: Track, frame: BehaviorFrame): Finding | null {
    const { tSec } = frame;
    const runner = runners.get(track.id) ?? { way: new Way(), fastSec: null, lastFastSec: 0 };
    runners.set(track.id, runner);
    const pace = runner.way.go(tSec, limit.place(track, frame));
    const most = limit.perSec(track);
    if (pace !== null && pace.perSec > most) {
      // A window that is too fast as a whole may have begun, or ended, slowly enough.
      const { bend, fromSec } = pace;
      runner.fastSec ??= bend && bend.beforePerSec <= most ? bend.atSec : fromSec;
      runner.lastFastSec = bend && bend.afterPerSec <= most ? bend.atSec : tSec;
    } else if (pace !== null || tSec - runner.lastFastSec > bridgeSec) {
      runner.fastSec = null;
    }
    if (runner.fastSec === null) return null;
    if (runner.lastFastSec - runner.fastSec + toleranceSec(frame) < spec.seconds) return null;
    return {
      subject: String(track.id),
      tracks: [track],
      count: 1,
      sinceSec: runner.fastSec,
      isMomentary: false,
    };
  }
}
