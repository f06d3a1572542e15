import type { JobStatus, JobType } from "./job-terms.ts";
import type { AttemptRecord, JobStep } from "./attempt-record.ts";

/** Plain JSON data. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** The reason for a job's failure; `message` has no secret and no stack. */
export interface JobFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/** The endpoint that answered; `tried`: the endpoints asked before it, with their outcomes. */
export interface JobRouting {
  endpoint: string;
  model: string | null;
  tried: readonly { endpoint: string; outcome: string }[];
}

/**
 * `maxAttempts` of a job that runs until it is cancelled; null on the wire (decisions section 2).
 */
export const endlessAttempts = 1_000_000_000;

/** True for the job of a camera's stream, which runs until the camera is removed. */
export function isEndless({ maxAttempts }: Pick<Job, "maxAttempts">): boolean {
  return maxAttempts === endlessAttempts;
}

/** A job as stored and as handlers see it. Times are Unix milliseconds; the wire has seconds. */
export interface Job {
  v: 1;
  id: string;
  org: string;
  type: JobType;
  status: JobStatus;
  createdAtMs: number;
  startedAtMs: number | null;
  completedAtMs: number | null;
  /** Attempts begun so far, and the crashes among them. */
  attempts: number;
  crashes: number;
  /** Attempts that ended in a retryable error; the job fails at `maxAttempts` of them. */
  failures: number;
  maxAttempts: number;
  /** Earliest wall time of the next attempt; null means at once. */
  notBeforeMs: number | null;
  /** Wall time after which the job fails with `deadline_exceeded`; null for jobs without an end. */
  deadlineAtMs: number | null;
  cancelRequestedAtMs: number | null;
  /** Grows with each attempt; a write with an older token fails with `lease_lost`. */
  fencingToken: number;
  phase: string;
  /** 0–1, or null when unknown. */
  progress: number | null;
  /** Fields that the caller sees in `payload` besides `phase` and `input`. */
  payload: JsonObject;
  /** The request in `payload.input`, without secrets and without big data. */
  inputEcho: JsonObject;
  clientReferenceId: string | null;
  metadata: { readonly [key: string]: string };
  resultUrl: string | null;
  error: JobFailure | null;
  /** Values that lists filter by: `streamId`, `robotId`. */
  tags: { readonly [name: string]: string };
  requestId: string;
  /** Warnings of the acceptance; absent when there are none. */
  warnings?: readonly string[];
  /** W3C `traceparent` of the request that made it; absent without tracing. */
  traceparent?: string;
  /** The job's phases and attempts, oldest first; absent before the first. */
  steps?: readonly JobStep[];
  attemptLog?: readonly AttemptRecord[];
  /** The handler's measurements of its stages, in milliseconds. */
  stages?: JsonObject;
  /** True while its handler only waits for another system; absent for false. */
  isElsewhere?: boolean;
  /** The endpoint that did the work, when it left the box. */
  routing?: JobRouting;
  /** The other box of the fleet that did the last attempt, or does it; null for this one, absent before the first other. */
  box?: { id: string; name: string } | null;
}

/** The final state of a job: the pair of fields a long poll waits for. */
export interface JobOutcome {
  payload?: JsonObject;
  resultUrl?: string | null;
}
