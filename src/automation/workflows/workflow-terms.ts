/** Bounds of multi-step runs. */
export const workflowLimits = {
  steps: 20,
  /** Input of one step as JSON, in bytes, as sent. */
  stepInputBytes: 64 * 1024,
  /** Input of one step as JSON, in bytes, with the values of its references. */
  resolvedInputBytes: 1024 * 1024,
  /** Life of a step's job, in seconds. */
  timeoutMinSec: 5,
  timeoutMaxSec: 7 * 24 * 3600,
  /** Life of a run, in milliseconds: as long as any job waits for a network. */
  deadlineMs: 7 * 24 * 3_600_000,
} as const;

/** The effect of a step that does not complete on its run. */
export const onErrorChoices = ["fail", "continue"] as const;

/** States of a step: those of its job, and those of a step without a job. */
export const stepStates = [
  "pending",
  "queued",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "skipped",
] as const;

/** One state of a step. */
export type StepStatus = (typeof stepStates)[number];
