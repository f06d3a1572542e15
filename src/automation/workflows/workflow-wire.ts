import { isTerminal } from "../../base/jobs/job-terms.ts";
import type { Job } from "../../base/jobs/job.ts";
import { errorOf, shownOutput } from "./step-jobs.ts";
import type { ShownStep, WorkflowState } from "./workflow-service.ts";
import type { WorkflowStepWire, WorkflowWire } from "./wire/workflow-answers.ts";

/** A run on the wire; `withOutput` adds the outputs of its steps. */
export function workflowWire(
  { run, expiresAtMs, steps }: WorkflowState,
  withOutput: boolean,
): WorkflowWire {
  return {
    run_id: run.id,
    object: "run",
    status: run.status,
    created_at: Math.floor(run.createdAtMs / 1000),
    started_at: seconds(run.startedAtMs),
    completed_at: seconds(run.completedAtMs),
    expires_at: seconds(expiresAtMs),
    cancel_requested_at: seconds(run.cancelRequestedAtMs),
    progress: run.progress,
    client_reference_id: run.clientReferenceId,
    metadata: run.metadata,
    error: run.error,
    steps: steps.map((step) => stepWire(run, step, withOutput)),
  };
}

function stepWire(run: Job, step: ShownStep, withOutput: boolean): WorkflowStepWire {
  const { shape, job, isPrivate } = step;
  return {
    id: shape.id,
    namespace: shape.namespace,
    method: shape.method,
    depends_on: [...shape.dependsOn],
    on_error: shape.onError,
    timeout_seconds: shape.timeoutSec,
    ...(job ? ofJob(job, { isPrivate, withOutput }) : ofStored(run, step)),
  };
}

type Progress = Pick<
  WorkflowStepWire,
  "job_id" | "status" | "started_at" | "completed_at" | "result_url" | "output" | "error"
>;

function ofJob(
  job: Job,
  { isPrivate, withOutput }: { isPrivate: boolean; withOutput: boolean },
): Progress {
  return {
    job_id: job.id,
    status: job.status,
    started_at: seconds(job.startedAtMs),
    completed_at: seconds(job.completedAtMs),
    result_url: job.resultUrl,
    output: withOutput ? shownOutput(job, isPrivate) : null,
    error: errorOf(job, isPrivate),
  };
}

/** A step without a job: it waits, was skipped, failed before it had one, or its job was deleted. */
function ofStored(run: Job, { stored }: ShownStep): Progress {
  const status = stored?.status ?? "pending";
  const isLeftOut = isTerminal(run.status) && status === "pending";
  return {
    job_id: stored?.jobId ?? null,
    status: isLeftOut ? "skipped" : status,
    started_at: null,
    completed_at: seconds(stored?.endedAtMs ?? null),
    result_url: null,
    output: null,
    error: stored?.error ?? null,
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
