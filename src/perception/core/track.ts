import type { BoxNorm } from "../../base/contract/geometry.ts";

/** The class of the model-free detector: something moved. */
export const motionLabel = "motion";

/** One object followed over time, as behaviors see it. Times are seconds of stream time. */
export interface Track {
  /** Unique within the stream for the life of the process; never reused. */
  readonly id: number;
  /** The class with the most evidence. */
  readonly label: string;
  /** Smoothed detector score, 0–1. */
  readonly score: number;
  readonly boxNorm: BoxNorm;
  /** First detection, also when it came before the track was confirmed. */
  readonly firstSeenSec: number;
  readonly lastSeenSec: number;
}

/** The tracker's result for one frame. */
export interface TrackedFrame {
  tSec: number;
  /** Confirmed tracks seen in this frame, or known to stand still in it. */
  tracks: readonly Track[];
  /** Confirmed tracks out of sight, which may come back. */
  lost: readonly Track[];
  /** Ids of confirmed tracks that ended. */
  endedIds: readonly number[];
}
