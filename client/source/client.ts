import { GatehouseTimeoutError } from "./errors.ts";
import { Api, type Job, JobsApi, type Run, RunsApi } from "./generated.ts";
import { type CallOptions, type ClientOptions, Http } from "./http.ts";

/** How a job, or a run of several steps, is waited for. */
export interface WaitOptions<T = Job> extends Pick<CallOptions, "signal"> {
  /** Rejects with `GatehouseTimeoutError` after this time; without it the wait has no end. */
  timeoutMs?: number | undefined;
  /** Told of the job after each answer. */
  onProgress?: ((job: T) => void) | undefined;
}

const ended = new Set(["completed", "failed", "cancelled"]);
const holdSec = 30;

/** Jobs, with a wait. */
export class Jobs extends JobsApi {
  /**
   * The job once it has ended: `status` is `completed`, `failed` or `cancelled`. Asks by long polls, so
   * it hears of the end at once; outlives restarts of the box.
   */
  wait(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const { signal } = options;
    const ask = (hold: Hold) => this.getJob({ job_id: jobId, ...hold }, { signal });
    return untilEnded(`job ${jobId}`, ask, options);
  }
}

/** Runs of several steps, with a wait. */
export class Runs extends RunsApi {
  /** The run once it has ended, with what its steps have made; as `Jobs.wait`. */
  wait(runId: string, options: WaitOptions<Run> = {}): Promise<Run> {
    const { signal } = options;
    const ask = (hold: Hold) => this.getRun({ run_id: runId, ...hold }, { signal });
    return untilEnded(`run ${runId}`, ask, options);
  }
}

interface Hold {
  wait_for_completion: true;
  timeout_seconds: number;
}

async function untilEnded<T extends { status: string }>(
  name: string,
  ask: (hold: Hold) => Promise<{ data: T }>,
  { timeoutMs = Number.POSITIVE_INFINITY, onProgress }: WaitOptions<T>,
): Promise<T> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const leftSec = Math.max(0, (endMs - Date.now()) / 1000);
    const hold = {
      wait_for_completion: true,
      timeout_seconds: Math.min(holdSec, leftSec),
    } as const;
    const { data } = await ask(hold);
    onProgress?.(data);
    if (ended.has(data.status)) return data;
    if (Date.now() >= endMs) throw new GatehouseTimeoutError(`${name} is still ${data.status}`);
  }
}

/** One box, as one key sees it. Every operation of its API is a method below its area. */
export class Gatehouse extends Api {
  override readonly jobs: Jobs;
  override readonly runs: Runs;

  constructor(options: ClientOptions) {
    const http = new Http(options);
    super(http);
    this.jobs = new Jobs(http);
    this.runs = new Runs(http);
  }
}
