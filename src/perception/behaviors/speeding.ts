import { contactPoint } from "../../base/geo/box.ts";
import type { Behavior } from "./behavior.ts";
import { startFast } from "./fast.ts";

/** Something is faster than `max_mps` metres a second in a zone of known size. */
export const speeding: Behavior = {
  type: "speeding",
  defaultSeverity: "warning",
  geometry: "area",
  required: ["zone", "max_mps"],
  optional: ["seconds"],
  defaultSeconds: 0.5,
  needsMetres: true,
  start(spec) {
    const toMetres = spec.zone!.toMetres!;
    return startFast(spec, {
      perSec: () => spec.maxMps,
      place: (track) => toMetres(contactPoint(track.boxNorm)),
    });
  },
};
