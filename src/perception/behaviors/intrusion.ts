import type { Behavior } from "./behavior.ts";
import { startDwell } from "./dwell.ts";

/** Something stands in the zone, at once or after `seconds`. */
export const intrusion: Behavior = {
  type: "intrusion",
  defaultSeverity: "critical",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 0,
  start: startDwell,
};
