import { GatehouseApiError, GatehouseConnectionError, GatehouseTimeoutError } from "./errors.ts";
import { Api, type Job, JobsApi, type Run, RunsApi } from "./generated.ts";
import { type CallOptions, type ClientOptions, Http, pause } from "./http.ts";

/** Options for waiting for a job or a multi-step run. */
export interface WaitOptions<T = Job> extends Pick<CallOptions, "signal"> {
  /** Rejects with `GatehouseTimeoutError` after this time; without it the wait is unlimited. */
  timeoutMs?: number | undefined;
  /** Called with the job after each answer. */
  onProgress?: ((job: T) => void) | undefined;
}

const ended = new Set(["completed", "failed", "cancelled"]);
const holdSec = 30;
/** Delay between requests to a box that does not answer. */
const firstPauseMs = 500;
const longestPauseMs = 10_000;

/** Jobs, with a wait. */
export class Jobs extends JobsApi {
  /**
   * Resolves with the ended job: `status` is `completed`, `failed` or `cancelled`. Long polls
   * report the end at once. If the box becomes unreachable in between (a restart, a cable), the
   * wait continues; if it does not answer the first request, the wait rejects.
   */
  wait(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const { signal } = options;
    const ask = (hold: Hold) => this.getJob({ job_id: jobId, ...hold }, { signal });
    return untilEnded(`job ${jobId}`, ask, options);
  }
}

/** Runs of several steps, with a wait. */
export class Runs extends RunsApi {
  /** Resolves with the ended run and the results of its steps; otherwise as `Jobs.wait`. */
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
  { timeoutMs = Number.POSITIVE_INFINITY, onProgress, signal }: WaitOptions<T>,
): Promise<T> {
  const endMs = Date.now() + timeoutMs;
  let isKnown = false;
  for (let failures = 0; ; failures += 1) {
    const leftSec = Math.max(0, (endMs - Date.now()) / 1000);
    const hold = {
      wait_for_completion: true,
      // The first answer shows at once whether the job and the box exist.
      timeout_seconds: isKnown ? Math.min(holdSec, leftSec) : 0,
    } as const;
    let data: T;
    try {
      ({ data } = await ask(hold));
    } catch (error) {
      const leftMs = endMs - Date.now();
      if (!isKnown || leftMs <= 0 || !isPassing(error)) throw error;
      await pause(Math.min(leftMs, longestPauseMs, firstPauseMs * 2 ** failures), signal);
      continue;
    }
    isKnown = true;
    failures = -1;
    onProgress?.(data);
    if (ended.has(data.status)) return data;
    if (Date.now() >= endMs) throw new GatehouseTimeoutError(`${name} is still ${data.status}`);
  }
}

/** True for errors that may end when the box returns. */
function isPassing(error: unknown): boolean {
  if (error instanceof GatehouseConnectionError) return true;
  return error instanceof GatehouseApiError && error.status >= 502 && error.status <= 504;
}

/** One box with one API key. Every operation of its API is a method of its area. */
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
