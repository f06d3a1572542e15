import { invalidField } from "../contract/fail.ts";
import { currentTrace } from "../core/log-context.ts";
import { uuidv7 } from "../core/ids.ts";
import type { Job } from "./job.ts";
import type { Caller, PreparedJob, StepOperation } from "./operation.ts";

const defaultMaxAttempts = 6;
/** Deadline of a job whose operation sets none: 24 h in total. */
const defaultDeadlineMs = 24 * 3_600_000;

/**
 * Returns the record of a job that is accepted at `nowMs`, Unix milliseconds. Throws
 * `invalid_request_body` for a caller's deadline where the operation has none.
 */
export function newJob(
  operation: StepOperation,
  prepared: PreparedJob,
  { caller, cancelAfterMs, nowMs }: { caller: Caller; cancelAfterMs?: number; nowMs: number },
): Job {
  const ownMs = prepared.deadlineMs === undefined ? defaultDeadlineMs : prepared.deadlineMs;
  if (ownMs === null && cancelAfterMs !== undefined) {
    const message = "does not apply to a job that runs until it is cancelled. Leave it out";
    throw invalidField("Cancel-After", message);
  }
  const deadlineMs = cancelAfterMs ?? ownMs;
  const traceparent = currentTrace();
  return {
    v: 1,
    id: uuidv7(nowMs),
    org: caller.org,
    type: operation.jobType,
    status: "queued",
    createdAtMs: nowMs,
    startedAtMs: null,
    completedAtMs: null,
    attempts: 0,
    crashes: 0,
    failures: 0,
    maxAttempts: prepared.maxAttempts ?? defaultMaxAttempts,
    notBeforeMs: null,
    deadlineAtMs: deadlineMs === null ? null : nowMs + deadlineMs,
    cancelRequestedAtMs: null,
    fencingToken: 0,
    phase: "queued",
    progress: null,
    payload: {},
    inputEcho: prepared.inputEcho,
    clientReferenceId: prepared.clientReferenceId ?? null,
    metadata: prepared.metadata ?? {},
    resultUrl: prepared.resultUrl ?? null,
    error: null,
    tags: prepared.tags ?? {},
    requestId: caller.requestId,
    ...(prepared.warnings?.length ? { warnings: prepared.warnings } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
    steps: [{ name: "queued", startedAtMs: nowMs, endedAtMs: null }],
  };
}
