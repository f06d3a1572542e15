import { isTerminal } from "../../base/jobs/job-terms.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { cancelSteps, runOf } from "./step-jobs.ts";

/** Dependencies of the sweep. */
export interface SweepParts {
  jobs: Pick<Jobs, "open" | "get" | "list" | "cancel">;
  events: Pick<EventLog, "subscribe">;
  log: Logger;
}

/**
 * Cancels the steps of runs that ended before them: at their deadline, by cancellation between attempts, or
 * given up. Start it after the jobs, so that it finds the steps that an earlier process left.
 */
export class StepSweep implements Part {
  readonly #parts: SweepParts;
  #unsubscribe: (() => void) | undefined;
  readonly #sweeping = new Set<Promise<void>>();

  constructor(parts: SweepParts) {
    this.#parts = parts;
  }

  start(): void {
    const { events, jobs } = this.#parts;
    this.#unsubscribe = events.subscribe(({ org, type, jobId, data }) => {
      if (jobId === undefined || (data as { type?: unknown }).type !== "run") return;
      if (type === "job.failed" || type === "job.cancelled") this.#sweep(org, jobId);
    });
    const ended = new Map<string, string>();
    for (const job of jobs.open()) {
      const runId = runOf(job);
      const run = runId === undefined ? undefined : jobs.get(job.org, runId);
      if (runId !== undefined && (!run || isTerminal(run.status))) ended.set(runId, job.org);
    }
    for (const [runId, org] of ended) this.#sweep(org, runId);
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await Promise.all(this.#sweeping);
  }

  #sweep(org: string, runId: string): void {
    const { jobs, log } = this.#parts;
    const sweeping = cancelSteps(jobs, org, runId)
      .catch((error: unknown) => {
        log.warn({ jobId: runId, error: describeError(error) }, "steps of a run not cancelled");
      })
      .finally(() => this.#sweeping.delete(sweeping));
    this.#sweeping.add(sweeping);
  }
}
