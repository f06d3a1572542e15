import type { JobStatus, JobType } from "./wire/jobs.ts";
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

/** Why a job failed; `message` has no secret and no stack. */
export interface JobFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/** Which endpoint answered; `tried`: those asked before it, and what came of that. */
export interface JobRouting {
  endpoint: string;
  model: string | null;
  tried: readonly { endpoint: string; outcome: string }[];
}

/** `maxAttempts` of a job that goes on until it is cancelled; null on the wire (decisions section 2). */
export const endlessAttempts = 1_000_000_000;

/** A job as stored and as handed to handlers. Times are Unix milliseconds; the wire shows seconds. */
export interface Job {
  v: 1;
  id: string;
  org: string;
  type: JobType;
  status: JobStatus;
  createdAtMs: number;
  startedAtMs: number | null;
  completedAtMs: number | null;
  /** Attempts begun so far, and crashes among them. */
  attempts: number;
  crashes: number;
  /** Attempts that ended in a retryable error; the job fails at `maxAttempts` of them. */
  failures: number;
  maxAttempts: number;
  /** Not before this wall time; null means at once. */
  notBeforeMs: number | null;
  /** Wall time after which the job fails with `deadline_exceeded`; null for jobs without an end. */
  deadlineAtMs: number | null;
  cancelRequestedAtMs: number | null;
  /** Grows with each attempt; a write with an older token is refused with `lease_lost`. */
  fencingToken: number;
  phase: string;
  /** 0–1, or null when unknown. */
  progress: number | null;
  /** What the caller sees in `payload` besides `phase` and `input`. */
  payload: JsonObject;
  /** What the caller sees in `payload.input`: the request without secrets and without big data. */
  inputEcho: JsonObject;
  clientReferenceId: string | null;
  metadata: { readonly [key: string]: string };
  resultUrl: string | null;
  error: JobFailure | null;
  /** Values that lists filter by: `streamId`, `robotId`. */
  tags: { readonly [name: string]: string };
  requestId: string;
  /** What the acceptance warned of; absent for nothing. */
  warnings?: readonly string[];
  /** W3C `traceparent` of the request that made it; absent without tracing. */
  traceparent?: string;
  /** The phases it went through and the attempts at it, oldest first; absent before the first. */
  steps?: readonly JobStep[];
  attemptLog?: readonly AttemptRecord[];
  /** What the handler measured of its stages, in milliseconds. */
  stages?: JsonObject;
  /** Its handler only waits for somebody else; absent for no. */
  isElsewhere?: boolean;
  /** Who did the work, when it left the box. */
  routing?: JobRouting;
}

/** A job whose end no longer changes anything; the pair of fields a long poll waits for. */
export interface JobOutcome {
  payload?: JsonObject;
  resultUrl?: string | null;
}
