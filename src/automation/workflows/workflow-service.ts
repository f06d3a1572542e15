import type { WorkflowStepWire, WorkflowWire } from "./wire/workflow-answers.ts";
import { isTerminal } from "../../base/jobs/job-terms.ts";
import type { Job } from "../../base/jobs/job.ts";
import type { JobWait } from "../../base/jobs/job-waiters.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { isAboutHealth, type StepTable } from "./step-table.ts";
import { errorOf, jobsOfRun, shownOutput } from "./step-jobs.ts";
import { shapesOf, statesOf, type StepShape } from "./workflow-record.ts";

/** Runs for HTTP callers; undefined for an unknown run and for another organisation's. */
export class WorkflowService {
  readonly #parts: { jobs: Jobs; table: StepTable };

  constructor(parts: { jobs: Jobs; table: StepTable }) {
    this.#parts = parts;
  }

  /** Returns the run with the outputs of its steps. */
  get(org: string, id: string): WorkflowWire | undefined {
    const job = this.#run(org, id);
    return job && this.#wire(job, true);
  }

  /** Returns runs, newest first, without the outputs of their steps. */
  list(
    org: string,
    page: { limit: number; offset: number; after?: string; status?: Job["status"] },
  ) {
    const { status, ...rest } = page;
    const filters = { type: "run", ...(status === undefined ? {} : { status }) } as const;
    const found = this.#parts.jobs.list(org, filters, rest);
    return { ...found, items: found.items.map((job) => this.#wire(job, false)) };
  }

  /** Resolves with the run once it has ended, as `Jobs.waitForTerminal` does. */
  async wait(org: string, id: string, wait: JobWait): Promise<WorkflowWire | undefined> {
    const job = this.#run(org, id) && (await this.#parts.jobs.waitForTerminal(org, id, wait));
    return job && this.#wire(job, true);
  }

  /** Ends the run and its steps, as `Jobs.cancel` does. */
  async cancel(org: string, id: string): Promise<WorkflowWire | undefined> {
    const job = this.#run(org, id) && (await this.#parts.jobs.cancel(org, id));
    return job && this.#wire(job, true);
  }

  /** True when the organisation recently had a run, or any job, of this id. */
  isGone(org: string, id: string): boolean {
    return this.#parts.jobs.isGone(org, id);
  }

  #run(org: string, id: string): Job | undefined {
    const job = this.#parts.jobs.get(org, id);
    return job?.type === "run" ? job : undefined;
  }

  #wire(job: Job, withOutput: boolean): WorkflowWire {
    const jobWire = this.#parts.jobs.toWire(job);
    const jobs = jobsOfRun(this.#parts.jobs, job.org, job.id);
    return {
      run_id: job.id,
      object: "run",
      status: job.status,
      created_at: Math.floor(job.createdAtMs / 1000),
      started_at: jobWire.started_at,
      completed_at: jobWire.completed_at,
      expires_at: jobWire.expires_at,
      cancel_requested_at: jobWire.cancel_requested_at,
      progress: job.progress,
      client_reference_id: job.clientReferenceId,
      metadata: job.metadata,
      error: job.error,
      steps: shapesOf(job.inputEcho).map((shape) =>
        this.#step(job, { shape, stepJob: jobs.get(shape.id), withOutput }),
      ),
    };
  }

  #step(
    run: Job,
    {
      shape,
      stepJob,
      withOutput,
    }: { shape: StepShape; stepJob: Job | undefined; withOutput: boolean },
  ): WorkflowStepWire {
    const operation = this.#parts.table.get(`${shape.namespace}.${shape.method}`);
    const isPrivate = operation === undefined || isAboutHealth(operation);
    return {
      id: shape.id,
      namespace: shape.namespace,
      method: shape.method,
      depends_on: [...shape.dependsOn],
      on_error: shape.onError,
      timeout_seconds: shape.timeoutSec,
      ...(stepJob ? this.#ofJob(stepJob, { isPrivate, withOutput }) : ofKept(run, shape.id)),
    };
  }

  #ofJob(
    job: Job,
    { isPrivate, withOutput }: { isPrivate: boolean; withOutput: boolean },
  ): Progress {
    const { started_at, completed_at, result_url } = this.#parts.jobs.toWire(job);
    return {
      job_id: job.id,
      status: job.status,
      started_at,
      completed_at,
      result_url,
      output: withOutput ? shownOutput(job, isPrivate) : null,
      error: errorOf(job, isPrivate),
    };
  }
}

type Progress = Pick<
  WorkflowStepWire,
  "job_id" | "status" | "started_at" | "completed_at" | "result_url" | "output" | "error"
>;

/** A step without a job: it waits, was skipped, failed before it had one, or its job was deleted. */
function ofKept(run: Job, id: string): Progress {
  const stepState = statesOf(run.payload).find((state) => state.id === id);
  const status = stepState?.status ?? "pending";
  const isLeftOut = isTerminal(run.status) && status === "pending";
  return {
    job_id: stepState?.jobId ?? null,
    status: isLeftOut ? "skipped" : status,
    started_at: null,
    completed_at: seconds(stepState?.endedAtMs ?? null),
    result_url: null,
    output: null,
    error: stepState?.error ?? null,
  };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}
