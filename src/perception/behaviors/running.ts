import { contactPoint } from "../../base/geo/box.ts";
import type { Behavior } from "./behavior.ts";
import { startFast } from "./fast.ts";

/**
 * Body heights a second above which somebody runs: walking is 0.8, a brisk walk 1.1, a slow run 1.6
 * (1.75 m tall, 2.8 m/s), as seen from the side.
 */
const runningPerSec = 1.5;
/** A half-hidden body keeps its height; it loses this share of the memory each second. */
const shrinkPerSec = 0.1;
/** The lower edge cuts a box this near to it, so its height says nothing. */
const lowerEdgeShare = 0.015;

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
    const heights = new Map<number, { tSec: number; height: number }>();
    const fast = startFast(spec, {
      perSec({ id, boxNorm }) {
        const isCut = boxNorm[3] > 1 - lowerEdgeShare;
        return isCut ? Number.POSITIVE_INFINITY : runningPerSec * heights.get(id)!.height;
      },
      place(track, frame) {
        const { tSec } = frame;
        const before = heights.get(track.id) ?? { tSec, height: 0 };
        const least = before.height * (1 - shrinkPerSec * Math.min(1, tSec - before.tSec));
        const height = Math.max(least, track.boxNorm[3] - track.boxNorm[1]);
        heights.set(track.id, { tSec, height });
        const [x, y] = contactPoint(track.boxNorm);
        return [x * frame.aspect, y];
      },
    });
    return {
      step(frame) {
        for (const id of frame.endedIds) heights.delete(id);
        return fast.step(frame);
      },
    };
  },
};
