import type { Behavior } from "./behavior.ts";
import { startDwell } from "./dwell.ts";

/** The same thing stays in the zone for `seconds`. */
export const loitering: Behavior = {
  type: "loitering",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["seconds"],
  optional: [],
  defaultSeconds: 0,
  start: startDwell,
};
