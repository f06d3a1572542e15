import { contactPoint } from "../../geo/box.ts";
import type { Behavior } from "./behavior.ts";
import { startFast } from "./fast.ts";

/**
 * Body heights a second above which somebody runs: walking is 0.8, a brisk walk 1.1, a slow run 1.6
 * (1.75 m tall, 2.8 m/s), as seen from the side.
 */
const RUNNING_PER_SEC = 1.5;
/** A box this near to the lower edge is cut by it, and its height says nothing. */
const EDGE = 0.015;

/** Somebody runs, by body heights a second across the picture. */
export const running: Behavior = {
  type: "running",
  defaultSeverity: "info",
  geometry: "area",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 0.8,
  defaultClasses: ["person"],
  start(spec) {
    return startFast(spec, {
      perSec({ boxNorm }) {
        const isCut = boxNorm[3] > 1 - EDGE;
        return isCut ? Number.POSITIVE_INFINITY : RUNNING_PER_SEC * (boxNorm[3] - boxNorm[1]);
      },
      place(track, frame) {
        const [x, y] = contactPoint(track.boxNorm);
        return [x * frame.aspect, y];
      },
    });
  },
};
