import { type Behavior, bridgeSec, toleranceSec } from "./behavior.ts";
import { type Stay, ZoneStays } from "./zone-stay.ts";

/** The span in which the requested number of things was in the zone at once. */
interface CrowdedSpan {
  sinceSec: number;
  untilSec: number;
}

/** At least `min_count` things are in the zone at once for `seconds`. */
export const crowding: Behavior = {
  type: "crowding",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["min_count"],
  optional: ["seconds"],
  defaultSeconds: 0,
  start(spec) {
    const stays = new ZoneStays(spec);
    let full: CrowdedSpan | null = null;
    return {
      step(frame) {
        const inside = stays.step(frame);
        const now = crowdedSpan(inside, spec.minCount);
        if (full !== null && frame.tSec - full.untilSec > bridgeSec) full = null;
        if (now !== null) {
          const goesOn: boolean = full !== null && now.sinceSec - full.untilSec <= bridgeSec;
          full = { ...now, sinceSec: goesOn ? full!.sinceSec : now.sinceSec };
        }
        const slackSec = spec.seconds > 0 ? toleranceSec(frame) : 0;
        if (full === null || full.untilSec - full.sinceSec + slackSec < spec.seconds) return [];
        const { sinceSec, untilSec } = full;
        const there = inside.filter((stay) => stay.insideSec >= untilSec);
        if (there.length === 0) return [];
        const tracks = there.map((stay) => stay.track);
        return [{ subject: "zone", tracks, count: tracks.length, sinceSec, isMomentary: false }];
      },
    };
  },
};

/** Returns when the last of `count` came, and when the first of them was last seen; null if never at once. */
function crowdedSpan(stays: readonly Stay[], count: number): CrowdedSpan | null {
  if (stays.length < count) return null;
  const entered = stays.map((stay) => stay.enteredSec).toSorted((a, b) => a - b);
  const lastSeenSecs = stays.map((stay) => stay.insideSec).toSorted((a, b) => b - a);
  const full = { sinceSec: entered[count - 1]!, untilSec: lastSeenSecs[count - 1]! };
  return full.untilSec >= full.sinceSec ? full : null;
}
