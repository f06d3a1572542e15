/** A stretch of time that a job spent in one phase. Times are Unix milliseconds. */
export interface JobStep {
  name: string;
  startedAtMs: number;
  /** Null while it lasts, and for ever when the process died in it: then nobody saw its end. */
  endedAtMs: number | null;
  isLost?: true;
}

/** One attempt at a job. Times are Unix milliseconds. */
export interface AttemptRecord {
  number: number;
  startedAtMs: number;
  /** As in `JobStep`. */
  endedAtMs: number | null;
  /** What became of it; null while it runs. `released`: the box stopped or the lease was lost. */
  outcome: AttemptOutcome | null;
  /** Of a failure. */
  errorCode: string | null;
  /** Of a failure; absent in records of earlier releases. */
  errorMessage?: string | null;
}

/** How an attempt can end. */
export type AttemptOutcome =
  | "completed"
  | "failed"
  | "retried"
  | "cancelled"
  | "released"
  | "crashed";
