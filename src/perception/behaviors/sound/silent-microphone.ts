import type { Behavior } from "../behavior.ts";

/** The microphone hears nothing at all for `seconds`: it is broken, covered or switched off. */
export const silentMicrophone: Behavior = {
  type: "silent_microphone",
  defaultSeverity: "warning",
  geometry: "none",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 60,
  needsSound: true,
  start: ({ seconds }) => ({
    step({ tSec, sound }) {
      if (!sound || sound.silentSec < Math.max(1, seconds)) return [];
      const sinceSec = tSec - sound.silentSec;
      return [{ subject: "zone", tracks: [], count: 1, sinceSec, isMomentary: false }];
    },
  }),
};
