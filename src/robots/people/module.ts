import { insideTest } from "../../base/geo/polygon.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Calibration } from "../../perception/core/calibration.ts";
import { motionLabel } from "../../perception/core/track.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { StreamRunner } from "../../perception/streams/stream-runner.ts";
import type { GroundLook, GroundSight } from "./people-port.ts";

const personLabel = "person";
/** A stream decodes every frame for this much longer once a robot has asked for a look. */
const neededMs = 5000;
/** The box judges no live frame that is older. */
const mostLagMs = 5000;

/** The ground as the box's running streams see it. */
export function groundSightOf(running: RunningStreams, clock: Clock): GroundSight {
  return {
    look(org, streamId) {
      const runner = running.get(org, streamId);
      if (!runner) return null;
      runner.neededUntilMs = clock.monoMs() + neededMs;
      return lookOf(runner, clock);
    },
  };
}

/** The age of a frame by the wall clock, unless somebody has set that clock; at least the time since the box judged it. */
function ageOf({ silentMs, wallMs }: { silentMs: number; wallMs: number }): number {
  return wallMs > silentMs && wallMs < silentMs + mostLagMs ? wallMs : silentMs;
}

function lookOf({ judge, settings, activity }: StreamRunner, clock: Clock): GroundLook | null {
  const { ground, labels, model } = settings.resolved;
  const seesPeople = model !== motionLabel && (labels.length === 0 || labels.includes(personLabel));
  const { frameWallMs } = judge;
  if (!ground || !seesPeople || frameWallMs === null) return null;
  const ageMs = ageOf({ silentMs: activity.silentMs(), wallMs: clock.wallMs() - frameWallMs });
  return {
    frame: ground.frame,
    frameId: frameWallMs,
    capturedMs: clock.monoMs() - ageMs,
    people: judge.tracks
      .filter(({ label }) => label === personLabel)
      .flatMap(({ id, boxNorm }) => {
        const place = ground.locate(boxNorm);
        return place
          ? [{ trackId: id, xM: place.xM, yM: place.yM, errorM: place.errorM ?? 0 }]
          : [];
      }),
    covers: coverOf(settings.resolved, ground, settings.requested.masks ?? []),
  };
}

/** Where streams see the ground, by the settings that they run with. */
const covers = new WeakMap<object, GroundLook["covers"]>();

function coverOf(
  key: object,
  ground: Calibration,
  masks: readonly (readonly PointNorm[])[],
): GroundLook["covers"] {
  const known = covers.get(key);
  if (known) return known;
  const areas = masks.map((polygon) => insideTest(polygon));
  const cover: GroundLook["covers"] = (xM, yM) => {
    const point = ground.visible([xM, yM]);
    return point !== null && !areas.some((isInside) => isInside(point));
  };
  covers.set(key, cover);
  return cover;
}
