import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { ViewState } from "../scene/view-watch.ts";
import { type Behavior, toleranceSec } from "./behavior.ts";
import { type Finding, type FindingDetails } from "../core/finding.ts";

/** The whole picture, inset so that its outline stays visible. */
const wholePicture: BoxNorm = [0.01, 0.01, 0.99, 0.99];
const troubles: readonly string[] = ["covered", "defocused", "moved"];

/**
 * The camera is covered, out of focus or turned away for `seconds`. Compares with the view that it
 * usually shows, which takes some seconds to learn; switching lights does not matter.
 */
export const cameraTamper: Behavior = {
  type: "camera_tamper",
  defaultSeverity: "critical",
  geometry: "none",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 5,
  needsScene: true,
  start(spec) {
    return {
      step(frame): readonly Finding[] {
        const view = frame.scene?.view;
        if (!view || !troubles.includes(view.state)) return [];
        if (frame.tSec - view.sinceSec + toleranceSec(frame) < spec.seconds) return [];
        return [
          {
            subject: "zone",
            tracks: [],
            count: 1,
            sinceSec: view.sinceSec,
            isMomentary: false,
            boxNorm: wholePicture,
            details: explain(view),
          },
        ];
      },
    };
  },
};

function explain({ state, measure, shift }: ViewState): FindingDetails {
  // In tenths, so that an open incident does not change with each frame.
  const percent = (share: number): number => Math.round(share * 10) * 10;
  return {
    kind: state,
    recognised_percent: measure ? percent(measure.agreeing) : null,
    sharpness_percent: measure && state === "defocused" ? percent(measure.sharpness) : null,
    moved_right_percent: shift ? percent(shift.xNorm) : null,
    moved_down_percent: shift ? percent(shift.yNorm) : null,
  };
}
