/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const healthSentences = {
  health_nets: "nets for health work",
  "health_nets.none": "none is configured",
  "health_nets.there": "{file} is there",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Put it right, or name another in health.{net}; jobs say what is missing meanwhile.",
} as const;
