/** Bounds of runs; requests beyond them are refused. */
export const runLimits = {
  taskLength: 500,
  laps: 1000,
  /** Steps of a plan; a repeated step counts once. */
  steps: 500,
  streams: 16,
  /** Longest stay at a place in seconds: a day. */
  dwellSec: 86_400,
  dwellDefaultSec: 60,
  /** Seconds between two looks of the robot. */
  periodMinSec: 0.2,
  periodMaxSec: 60,
  periodDefaultSec: 1,
  /** The pause of a behavior's actions after they were done, in seconds. */
  cooldownSec: 30,
  /** Entries of each list in a report; the newest stay. */
  reported: 50,
  /** Looks at the caller's picture in a report, and things of each: the newest looks, the most certain things. */
  looks: 20,
  detections: 20,
  standoffM: 50,
  standoffDefaultM: 1.5,
} as const;

/** The interval of retries of an obstructed run, in milliseconds. */
export const retryMs = 1000;

/** The phase of a run: `payload.phase` of its job. */
export type RunPhase =
  | "planning"
  | "queued"
  | "running"
  | "waiting"
  | "asking"
  | "charging"
  | "paused";
