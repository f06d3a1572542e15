import type { Job, JsonObject } from "./job.ts";

/**
 * The answer to `expand=diagnostics`: measured values only. `stages` comes from the handler, in
 * milliseconds of one unit of its work; null where a job type has none.
 */
export function diagnosticsWire(job: Job, stages: JsonObject | null) {
  return {
    routing: job.routing ?? null,
    box: job.box?.name ?? null,
    steps: (job.steps ?? []).map((step) => ({
      name: step.name,
      started_at: step.startedAtMs / 1000,
      duration_ms: durationMs(step),
    })),
    attempts: (job.attemptLog ?? []).map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAtMs / 1000,
      duration_ms: durationMs(attempt),
      outcome: attempt.outcome,
      error_code: attempt.errorCode,
      error_message: attempt.errorMessage ?? null,
    })),
    stages,
  };
}

/** Somebody can set the wall time back between the two ends. */
function durationMs(span: { startedAtMs: number; endedAtMs: number | null }): number | null {
  return span.endedAtMs === null ? null : Math.max(0, span.endedAtMs - span.startedAtMs);
}
