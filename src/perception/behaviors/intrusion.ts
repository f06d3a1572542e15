import type { Behavior, RunningBehavior, BehaviorSpec } from "./behavior.ts";
import { startDwell } from "./dwell.ts";
import { StaticPlaces } from "./measures/static-places.ts";

/** Something is in the zone, at once or after `seconds`; raised once for what comes and goes without a move. */
export const intrusion: Behavior = {
  type: "intrusion",
  defaultSeverity: "critical",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 0,
  start: startIntrusion,
};

function startIntrusion(spec: BehaviorSpec): RunningBehavior {
  const dwell = startDwell(spec);
  const places = new StaticPlaces();
  return {
    step(frame) {
      places.step(frame);
      const findings = dwell
        .step(frame)
        .filter(({ tracks }) => !tracks.some(({ id }) => places.isRepeat(id)));
      for (const { tracks } of findings) for (const { id } of tracks) places.noteRaised(id);
      return findings;
    },
  };
}
