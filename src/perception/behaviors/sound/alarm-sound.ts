import type { Behavior } from "../behavior.ts";

/** An alarm whose pattern means smoke or fire sounds near the camera. */
export const smokeAlarm = alarmSound("smoke_alarm", "T3");

/** An alarm whose pattern means carbon monoxide sounds near the camera. */
export const coAlarm = alarmSound("co_alarm", "T4");

function alarmSound(type: string, pattern: "T3" | "T4"): Behavior {
  return {
    type,
    defaultSeverity: "critical",
    geometry: "none",
    required: [],
    optional: [],
    defaultSeconds: 0,
    needsSound: true,
    start: () => ({
      step({ tSec, sound }) {
        const alarm = sound?.alarms.find((each) => each.pattern === pattern);
        if (!alarm) return [];
        const sinceSec = tSec - alarm.ageSec;
        const details = { pattern, frequency_hz: alarm.frequencyHz };
        return [{ subject: "zone", tracks: [], count: 1, sinceSec, isMomentary: false, details }];
      },
    }),
  };
}
