import { isTerminal, type JobStatus } from "./job-terms.ts";
import { fail } from "../contract/fail.ts";
import {
  attemptBegun,
  attemptEnded,
  attemptTakenBack,
  inPhase,
  stepEnded,
  stepLost,
} from "./diagnostics.ts";
import type { Job, JobFailure, JobOutcome } from "./job.ts";

/** The allowed transitions (decisions, section 2). Terminal states are final. */
const next: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ["processing", "completed", "failed", "cancelled"],
  processing: ["queued", "completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Crashes of the process after which a job is given up as poison. */
export const maxCrashes = 3;

function move(job: Job, status: JobStatus, change: Partial<Job>): Job {
  if (!next[job.status].includes(status)) {
    throw fail("conflict", `job: is ${job.status} and cannot become ${status}. Submit a new job`);
  }
  return { ...job, ...change, status };
}

/** A worker takes the job: a new attempt with a new fencing token. */
export function begun(job: Job, nowMs: number): Job {
  const taken = move(job, "processing", {
    startedAtMs: job.startedAtMs ?? nowMs,
    attempts: job.attempts + 1,
    fencingToken: job.fencingToken + 1,
    notBeforeMs: null,
    isElsewhere: false,
    ...(job.box ? { box: null } : {}),
  });
  return attemptBegun(inPhase(taken, "running", nowMs), nowMs);
}

/**
 * Returns to the queue without counting a failure: the appliance stops, or lost the worker without
 * a crash.
 */
export function released(job: Job, nowMs: number): Job {
  const ended = attemptEnded(job, { outcome: "released", atMs: nowMs });
  return inPhase(move(ended, "queued", { notBeforeMs: null }), "queued", nowMs);
}

/** Returns to the queue as if there had been no attempt: a dependency is away. */
export function postponed(
  job: Job,
  why: { phase: string; notBeforeMs: number; nowMs: number },
): Job {
  const { phase, notBeforeMs, nowMs } = why;
  const queued = move(attemptTakenBack(job), "queued", {
    attempts: job.attempts - 1,
    notBeforeMs: Math.max(notBeforeMs, nowMs + 1),
  });
  return inPhase(queued, phase, nowMs);
}

/** Returns to the queue until `notBeforeMs`, after an attempt that may succeed when repeated. */
export function retried(
  job: Job,
  why: { notBeforeMs: number; nowMs: number; error: { code: string; message: string } },
): Job {
  const { notBeforeMs, nowMs, error } = why;
  const ended = attemptEnded(job, { outcome: "retried", atMs: nowMs, error });
  const queued = move(ended, "queued", { failures: job.failures + 1, notBeforeMs });
  return inPhase(queued, "queued", nowMs);
}

/**
 * The next state of a job whose process died during its attempt: cancelled if the caller had asked
 * for that, failed with `worker_crashed` at the third crash, else queued. A crash does not count
 * while the job only waited for another system. A job without a deadline (a live stream, a robot
 * run) always returns to the queue.
 */
export function crashed(job: Job, nowMs: number): Job {
  const dead = attemptEnded(stepLost(job), { outcome: "crashed", atMs: null });
  const counted = { ...dead, crashes: job.crashes + (job.isElsewhere ? 0 : 1) };
  if (job.cancelRequestedAtMs !== null) return cancelled(counted, nowMs);
  if (counted.crashes < maxCrashes || job.deadlineAtMs === null) return released(counted, nowMs);
  const message = `the process died ${counted.crashes} times while it worked on this job`;
  return failed(counted, { code: "worker_crashed", message, retryable: false }, nowMs);
}

/** The caller cancels the job; a worker still holds it. */
export function cancelRequested(job: Job, nowMs: number): Job {
  if (job.status !== "processing")
    throw fail(
      "conflict",
      `job: is ${job.status}, so no worker runs it. Cancel only a running job`,
    );
  return { ...job, cancelRequestedAtMs: job.cancelRequestedAtMs ?? nowMs };
}

/** Final: the caller cancelled the job. */
export function cancelled(job: Job, nowMs: number): Job {
  const ended = attemptEnded(stepEnded(job, nowMs), { outcome: "cancelled", atMs: nowMs });
  return move(ended, "cancelled", {
    completedAtMs: nowMs,
    cancelRequestedAtMs: job.cancelRequestedAtMs ?? nowMs,
    notBeforeMs: null,
  });
}

/** Final: the job has its result. */
export function completed(job: Job, outcome: JobOutcome, nowMs: number): Job {
  const ended = attemptEnded(stepEnded(job, nowMs), { outcome: "completed", atMs: nowMs });
  return move(ended, "completed", {
    completedAtMs: nowMs,
    phase: "done",
    progress: 1,
    payload: { ...job.payload, ...outcome.payload },
    resultUrl: outcome.resultUrl ?? job.resultUrl,
    notBeforeMs: null,
  });
}

/** Final: the job failed. */
export function failed(job: Job, error: JobFailure, nowMs: number): Job {
  const end = { outcome: "failed", atMs: nowMs, error } as const;
  const ended = attemptEnded(stepEnded(job, nowMs), end);
  return move(ended, "failed", { completedAtMs: nowMs, error, notBeforeMs: null });
}

/** True when the attempt with `fencingToken` still holds the job. */
export function holds(job: Job | undefined, fencingToken: number): job is Job {
  return job?.status === "processing" && job.fencingToken === fencingToken;
}

/** True while the job may still change. */
export function isOpen(job: Job): boolean {
  return !isTerminal(job.status);
}
