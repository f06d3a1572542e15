import type { AttemptOutcome, AttemptRecord, JobStep } from "./attempt-record.ts";
import type { Job } from "./job.ts";

/**
 * Only the newest steps and attempts are kept, so that a stream of years has a record of bounded
 * size.
 */
const maxSteps = 50;
const maxAttempts = 20;

/** Returns `job` in `phase` from `nowMs` on; the step before ends there. */
export function inPhase(job: Job, phase: string, nowMs: number): Job {
  if (job.phase === phase && job.steps !== undefined) return job;
  const step = { name: phase, startedAtMs: nowMs, endedAtMs: null };
  const steps = [...closed(job.steps ?? [], nowMs), step].slice(-maxSteps);
  return { ...job, phase, steps };
}

/** Returns `job` with its last step ended. */
export function stepEnded(job: Job, nowMs: number): Job {
  return { ...job, steps: closed(job.steps ?? [], nowMs) };
}

/** Returns `job` with its last step lost: the process died in it. */
export function stepLost(job: Job): Job {
  const last = job.steps?.at(-1);
  if (!last || last.endedAtMs !== null) return job;
  return { ...job, steps: [...job.steps!.slice(0, -1), { ...last, isLost: true }] };
}

/** Returns `job` with a new attempt; `job.attempts` counts it already. */
export function attemptBegun(job: Job, nowMs: number): Job {
  const attempt: AttemptRecord = {
    number: job.attempts,
    startedAtMs: nowMs,
    endedAtMs: null,
    outcome: null,
    errorCode: null,
  };
  return { ...job, attemptLog: [...(job.attemptLog ?? []), attempt].slice(-maxAttempts) };
}

/**
 * Returns `job` with its running attempt, if any, ended; `atMs` is null when the end is unknown.
 */
export function attemptEnded(
  job: Job,
  end: {
    outcome: AttemptOutcome;
    atMs: number | null;
    error?: { code: string; message: string };
  },
): Job {
  const { outcome, atMs, error } = end;
  const last = job.attemptLog?.at(-1);
  if (!last || last.outcome !== null) return job;
  const why = error ? { errorCode: error.code, errorMessage: error.message.slice(0, 500) } : {};
  const ended = { ...last, endedAtMs: atMs, outcome, ...why };
  return { ...job, attemptLog: [...job.attemptLog!.slice(0, -1), ended] };
}

/** Returns `job` without its running attempt, which does not count. */
export function attemptTakenBack(job: Job): Job {
  return { ...job, attemptLog: (job.attemptLog ?? []).slice(0, -1) };
}

function closed(steps: readonly JobStep[], nowMs: number): readonly JobStep[] {
  const last = steps.at(-1);
  if (!last || last.endedAtMs !== null || last.isLost) return steps;
  return [...steps.slice(0, -1), { ...last, endedAtMs: nowMs }];
}
