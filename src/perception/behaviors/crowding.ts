import { type Behavior, bridgeSec, toleranceSec } from "./behavior.ts";
import { ZoneStays } from "./zone-stay.ts";

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
    let fullSec: number | null = null;
    let lastFullSec = 0;
    return {
      step(frame) {
        const inside = stays.step(frame);
        if (inside.length >= spec.minCount) {
          if (fullSec === null || frame.tSec - lastFullSec > bridgeSec) fullSec = frame.tSec;
          lastFullSec = frame.tSec;
        } else if (frame.tSec - lastFullSec > bridgeSec) {
          fullSec = null;
        }
        const slackSec = spec.seconds > 0 ? toleranceSec(frame) : 0;
        if (fullSec === null || lastFullSec - fullSec + slackSec < spec.seconds) return [];
        if (inside.length === 0) return [];
        return [
          {
            subject: "zone",
            tracks: inside.map((stay) => stay.track),
            count: inside.length,
            sinceSec: fullSec,
            isMomentary: false,
          },
        ];
      },
    };
  },
};
