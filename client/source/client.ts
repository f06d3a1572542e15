import { GatehouseTimeoutError } from "./errors.ts";
import { Api, type Job, JobsApi } from "./generated.ts";
import { type CallOptions, type ClientOptions, Http } from "./http.ts";

/** How a job is waited for. */
export interface WaitOptions extends Pick<CallOptions, "signal"> {
  /** Rejects with `GatehouseTimeoutError` after this time; without it the wait has no end. */
  timeoutMs?: number | undefined;
  /** Told of the job after each answer. */
  onProgress?: ((job: Job) => void) | undefined;
}

const ended = new Set(["completed", "failed", "cancelled"]);
const holdSec = 30;

/** Jobs, with a wait. */
export class Jobs extends JobsApi {
  /**
   * The job once it has ended: `status` is `completed`, `failed` or `cancelled`. Asks by long polls, so
   * it hears of the end at once; outlives restarts of the box.
   */
  async wait(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const { timeoutMs = Number.POSITIVE_INFINITY, signal, onProgress } = options;
    const endMs = Date.now() + timeoutMs;
    for (;;) {
      const leftSec = Math.max(0, (endMs - Date.now()) / 1000);
      const { data: job } = await this.getJob(
        {
          job_id: jobId,
          wait_for_completion: true,
          timeout_seconds: Math.min(holdSec, leftSec),
        },
        { signal },
      );
      onProgress?.(job);
      if (ended.has(job.status)) return job;
      if (Date.now() >= endMs) {
        throw new GatehouseTimeoutError(`job ${jobId} is still ${job.status}`);
      }
    }
  }
}

/** One box, as one key sees it. Every operation of its API is a method below its area. */
export class Gatehouse extends Api {
  override readonly jobs: Jobs;

  constructor(options: ClientOptions) {
    const http = new Http(options);
    super(http);
    this.jobs = new Jobs(http);
  }
}
