import { type RunningBehavior, type BehaviorSpec, toleranceSec } from "./behavior.ts";
import { type Finding } from "../core/finding.ts";
import { ZoneStays } from "./zone-stay.ts";

/** Holds for each track that has been in the zone for `spec.seconds`. */
export function startDwell(spec: BehaviorSpec): RunningBehavior {
  const stays = new ZoneStays(spec);
  return {
    step(frame) {
      const slackSec = spec.seconds > 0 ? toleranceSec(frame) : 0;
      return stays
        .step(frame)
        .filter((stay) => stay.insideSec - stay.enteredSec + slackSec >= spec.seconds)
        .map((stay): Finding => ({
          subject: String(stay.track.id),
          tracks: [stay.track],
          count: 1,
          sinceSec: stay.enteredSec,
          isMomentary: false,
        }));
    },
  };
}
