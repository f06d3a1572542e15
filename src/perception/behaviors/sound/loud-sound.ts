import type { Behavior } from "../behavior.ts";

/** Decibels above the usual level that count, with sensitivity 0 and 1. */
const overDb = { least: 30, most: 10 } as const;

/** A sound is louder than the camera usually hears, for `seconds`. */
export const loudSound: Behavior = {
  type: "loud_sound",
  defaultSeverity: "warning",
  geometry: "none",
  required: [],
  optional: ["seconds", "sensitivity"],
  defaultSeconds: 0,
  needsSound: true,
  start({ seconds, sensitivity }) {
    const over = overDb.least - sensitivity * (overDb.least - overDb.most);
    return {
      step({ tSec, sound }) {
        const loud = sound?.loudness(over);
        if (!loud || loud.lengthSec < seconds) return [];
        const sinceSec = tSec - loud.ageSec;
        const details = { above_usual_db: over };
        return [{ subject: "zone", tracks: [], count: 1, sinceSec, isMomentary: false, details }];
      },
    };
  },
};
