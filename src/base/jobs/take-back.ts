import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Store } from "../core/store.ts";
import type { Job } from "./job.ts";
import type { JobStore } from "./job-store.ts";
import { crashed } from "./lifecycle.ts";

/** Time for which a job that another box was doing waits for that box, in milliseconds. */
const reclaimMs = 5000;
/** Jobs taken back in one transaction: about six keys each. */
const recoverBatch = 12;

/**
 * Returns the jobs that the previous process was running to the queue, or ends them; `onQueued` gets each job
 * that was queued already.
 */
export async function takeBackJobs(
  { store, clock, log, records }: { store: Store; clock: Clock; log: Logger; records: JobStore },
  onQueued: (job: Job) => void,
): Promise<void> {
  const open = records.active();
  const orphans = open.filter(({ status }) => status === "processing");
  for (let at = 0; at < orphans.length; at += recoverBatch) {
    await store.transact(
      (tx) => {
        for (const job of orphans.slice(at, at + recoverBatch)) {
          const after = crashed(job, clock.wallMs());
          const isLeft = job.box && after.status === "queued";
          const notBeforeMs = clock.wallMs() + reclaimMs;
          records.replace(tx, job, isLeft ? { ...after, notBeforeMs } : after);
        }
      },
      { essential: true },
    );
  }
  for (const job of open) if (job.status === "queued") onQueued(job);
  if (open.length > 0) {
    log.info({ open: open.length, wereRunning: orphans.length }, "jobs go on after the restart");
  }
}
