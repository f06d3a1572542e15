/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const healthSentences = {
  health_nets: "models for health work",
  "health_nets.none": "no model is configured",
  "health_nets.there": "{file} exists",
  "health_nets.unreadable": "{problem}",
  "health_nets.fix":
    "Fix the file, or name another in health.{net}; jobs report the missing part meanwhile.",
} as const;
