import { endlessAttempts, type Job } from "./job.ts";

/** Facts about a job that its record lacks. */
export interface JobWireContext {
  /** Jobs of the type that will start before this one; null when it is not waiting for a worker. */
  queuePosition: number | null;
  /**
   * The condition that a queued job waits for besides a worker, shown as its phase; null for none.
   */
  heldPhase: string | null;
  /** Removal time of an ended job's record, Unix milliseconds; null while it has not ended. */
  expiresAtMs: number | null;
}

/** A job as answers and events show it (contract 2.2, decisions section 2); times in whole Unix seconds. */
export type JobWire = ReturnType<typeof jobWire>;

/** Returns the wire form of `job`, with the input echo and never the input. */
export function jobWire(job: Job, context: JobWireContext) {
  return {
    job_id: job.id,
    id: job.id,
    type: job.type,
    status: job.status,
    created_at: seconds(job.createdAtMs),
    started_at: seconds(job.startedAtMs),
    completed_at: seconds(job.completedAtMs),
    expires_at: seconds(context.expiresAtMs),
    attempts: job.attempts,
    max_attempts: job.maxAttempts >= endlessAttempts ? null : job.maxAttempts,
    progress: job.progress,
    queue_position: context.queuePosition,
    cancel_requested_at: seconds(job.cancelRequestedAtMs),
    result_url: job.resultUrl,
    error_log: job.error === null ? null : `${job.error.code}: ${job.error.message}`,
    error: job.error,
    client_reference_id: job.clientReferenceId,
    metadata: job.metadata,
    payload: { ...job.payload, phase: context.heldPhase ?? job.phase, input: job.inputEcho },
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
