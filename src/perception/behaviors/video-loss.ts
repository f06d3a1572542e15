import type { Behavior } from "./behavior.ts";

/**
 * No picture comes for `seconds`. It holds while there are no frames to judge, so that the stream's
 * `VideoLossWatch` finds it; the first frame says that it is over.
 */
export const videoLoss: Behavior = {
  type: "video_loss",
  defaultSeverity: "critical",
  geometry: "none",
  required: [],
  optional: ["seconds"],
  defaultSeconds: 10,
  start: () => ({ step: () => [] }),
};
