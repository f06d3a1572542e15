/** What made the box record a robot. */
export const recordingCauses = ["request", "incident", "robot_incident"] as const;

/** What made the box record a robot. */
export type RecordingCauseKind = (typeof recordingCauses)[number];

/** States of a recording; a `ready` one has a file, and that of a `failed` one could not be written. */
export const recordingStates = ["recording", "ready", "failed"] as const;

/** What can be wrong with the recordings of a robot. */
export const recordingProblemKinds = ["failed", "short", "no_pose"] as const;

/** What can be wrong with the recordings of a robot. */
export type RecordingProblemKind = (typeof recordingProblemKinds)[number];

/** Bounds of the recordings of robots. */
export const recordingLimits = {
  beforeMaxSec: 60,
  afterMaxSec: 300,
  beforeDefaultSec: 20,
  afterDefaultSec: 10,
  /** One that incidents extend ends after this time. */
  longestSec: 300,
  /** Of one organisation; the oldest go. */
  kept: 500,
  /** Kept in memory of those that could not be written. */
  lost: 50,
  /** Named in one recording. */
  causes: 20,
  /** Of encoded video in one file. */
  videoBytes: 24 * 1024 * 1024,
  picturesPerSecMax: 2,
  picturesPerSecDefault: 0.5,
} as const;
