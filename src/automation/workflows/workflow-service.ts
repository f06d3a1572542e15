import type { Job } from "../../base/jobs/job.ts";
import type { JobWait } from "../../base/jobs/job-waiters.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { isAboutHealth, type StepTable } from "./step-table.ts";
import { jobsOfRun } from "./step-jobs.ts";
import { shapesOf, statesOf, type StepShape, type StepState } from "./workflow-record.ts";

/** A step of a run. */
export interface ShownStep {
  shape: StepShape;
  /** True when it may hold health data. */
  isPrivate: boolean;
  /** Undefined before the step begins, and after the removal of its job. */
  job: Job | undefined;
  /** The state that the run stores; undefined before its first attempt. */
  stored: StepState | undefined;
}

/** A run as of now. */
export interface WorkflowState {
  run: Job;
  /** Unix milliseconds at which the box deletes it; null before its end. */
  expiresAtMs: number | null;
  steps: readonly ShownStep[];
}

/** Runs for callers of the API; undefined for an unknown run and for another organisation's. */
export class WorkflowService {
  readonly #parts: { jobs: Jobs; table: StepTable };

  constructor(parts: { jobs: Jobs; table: StepTable }) {
    this.#parts = parts;
  }

  get(org: string, id: string): WorkflowState | undefined {
    const job = this.#run(org, id);
    return job && this.#stateOf(job);
  }

  /** Returns runs, newest first. */
  list(
    org: string,
    page: { limit: number; offset: number; after?: string; status?: Job["status"] },
  ) {
    const { status, ...rest } = page;
    const filters = { type: "run", ...(status === undefined ? {} : { status }) } as const;
    const found = this.#parts.jobs.list(org, filters, rest);
    return { ...found, items: found.items.map((job) => this.#stateOf(job)) };
  }

  /** Resolves with the run once it has ended, as `Jobs.waitForTerminal` does. */
  async wait(org: string, id: string, wait: JobWait): Promise<WorkflowState | undefined> {
    const job = this.#run(org, id) && (await this.#parts.jobs.waitForTerminal(org, id, wait));
    return job && this.#stateOf(job);
  }

  /** Ends the run and its steps, as `Jobs.cancel` does. */
  async cancel(org: string, id: string): Promise<WorkflowState | undefined> {
    const job = this.#run(org, id) && (await this.#parts.jobs.cancel(org, id));
    return job && this.#stateOf(job);
  }

  /** True when the organisation recently had a run, or any job, of this id. */
  isGone(org: string, id: string): boolean {
    return this.#parts.jobs.isGone(org, id);
  }

  #run(org: string, id: string): Job | undefined {
    const job = this.#parts.jobs.get(org, id);
    return job?.type === "run" ? job : undefined;
  }

  #stateOf(job: Job): WorkflowState {
    const { jobs, table } = this.#parts;
    const stepJobs = jobsOfRun(jobs, job.org, job.id);
    const stored = statesOf(job.payload);
    const steps = shapesOf(job.inputEcho).map((shape): ShownStep => {
      const operation = table.get(`${shape.namespace}.${shape.method}`);
      return {
        shape,
        isPrivate: operation === undefined || isAboutHealth(operation),
        job: stepJobs.get(shape.id),
        stored: stored.find(({ id }) => id === shape.id),
      };
    });
    return { run: job, expiresAtMs: jobs.expiresAtMs(job), steps };
  }
}
