import { useEffect, useRef, useState } from "preact/hooks";
import type { Job, JobAccepted } from "../../../client/source/generated.ts";
import type { CallOptions } from "../../../client/source/http.ts";
import { useAct } from "./act.ts";
import { box } from "./box.ts";

/** Deadline of a request with files: up to 128 MiB over a slow network. */
export const uploadMs = 300_000;

/** A job that this view has started. */
export interface StartedJob {
  /** The job as the box last described it; undefined before it is accepted. */
  job: Job | undefined;
  /** Why the box refused the request, or why the page lost sight of the job. */
  error: unknown;
  isRunning: boolean;
  /** Sends the request and follows its job until it ends; resolves with true when it has completed. */
  start(accept: (options: CallOptions) => Promise<{ data: JobAccepted }>): Promise<boolean>;
}

/** Starts a job and follows it while the component is mounted. The job goes on without the component. */
export function useJob(): StartedJob {
  const { run, error, isRunning } = useAct();
  const [job, setJob] = useState<Job | undefined>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  return {
    job,
    error,
    isRunning,
    async start(accept) {
      const { signal } = leaving.current;
      let isCompleted = false;
      setJob(undefined);
      await run(async () => {
        const { data } = await accept({ signal, timeoutMs: uploadMs });
        const ended = await box.jobs.wait(data.job_id, { signal, onProgress: setJob });
        isCompleted = ended.status === "completed";
      });
      return isCompleted;
    },
  };
}
