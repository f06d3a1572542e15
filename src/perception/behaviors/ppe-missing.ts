import type { Behavior } from "./behavior.ts";
import { startDwell } from "./dwell.ts";

/** Class names that mean a person without protection, in the spellings of common data sets. */
const missing =
  /^(no|without|missing)[ _-]?(hard[ _-]?hat|helmet|head|(safety[ _-])?vest|mask|gloves?|goggles|glasses|boots|ppe|harness)$/i;

/** Somebody without protective equipment is in the zone; only with a model that has classes for it. */
export const ppeMissing: Behavior = {
  type: "ppe_missing",
  defaultSeverity: "warning",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 2,
  needsModelClass: (label) => missing.test(label),
  start: startDwell,
};
