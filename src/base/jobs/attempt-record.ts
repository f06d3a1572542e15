/** A period that a job spent in one phase. Times are Unix milliseconds. */
export interface JobStep {
  name: string;
  startedAtMs: number;
  /** Null while it lasts, and forever when the process died in it. */
  endedAtMs: number | null;
  isLost?: true;
}

/** One attempt at a job. Times are Unix milliseconds. */
export interface AttemptRecord {
  number: number;
  startedAtMs: number;
  /** As in `JobStep`. */
  endedAtMs: number | null;
  /**
   * Outcome of the attempt; null while it runs. `released`: the box stopped or the lease was lost.
   */
  outcome: AttemptOutcome | null;
  /** Code of a failure. */
  errorCode: string | null;
  /** Message of a failure; absent in records of earlier releases. */
  errorMessage?: string | null;
}

/** Outcomes of an attempt. */
export type AttemptOutcome =
  | "completed"
  | "failed"
  | "retried"
  | "cancelled"
  | "released"
  | "crashed";
