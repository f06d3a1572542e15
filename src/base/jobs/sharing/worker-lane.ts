import type { Attempt } from "../attempt.ts";
import type { Job } from "../job.ts";
import type { JobHandler } from "../operation.ts";
import type { ReadyLine, WaitingJob } from "../ready-line.ts";
import type { OtherBoxes } from "./job-share.ts";

/** Jobs that share a bound: those of a type, or the bounded ones among them. */
export interface WorkerLane {
  handler: JobHandler;
  concurrency: number;
  holds(job: Job): boolean;
  line: ReadyLine;
  /** Attempts by the ids of their jobs. */
  running: Map<string, Attempt>;
  /** Ids of the running jobs that another box does. */
  elsewhere: Set<string>;
  /** Jobs of other boxes that run here. */
  taken: Set<string>;
}

/** Phase of a queued job that this box leaves to others. */
const waitingForBox = "waiting_for_box";

/** True when a worker of the lane is free. */
export function hasWorker({ running, elsewhere, taken, concurrency }: WorkerLane): boolean {
  return running.size - elsewhere.size + taken.size < concurrency;
}

/** Returns what the lane's line keeps of a queued job. */
export function waitingOf(
  { handler }: WorkerLane,
  job: Job,
  others: OtherBoxes | undefined,
): WaitingJob {
  const key = handler.gate?.keyOf(job) ?? null;
  const need = others?.shares(job.type) ? (handler.share?.needOf(job) ?? null) : null;
  return {
    org: job.org,
    id: job.id,
    ...(key === null ? {} : { gateKey: key }),
    ...(need === null ? {} : { need }),
  };
}

/** Returns the phase of a queued job that may not start here now; null for one that may. */
export function heldPhase(
  { handler }: WorkerLane,
  { gateKey, need }: Pick<WaitingJob, "gateKey" | "need">,
  others: OtherBoxes | undefined,
): string | null {
  if (need !== undefined && isLeftToOthers(handler, need, others)) return waitingForBox;
  return gateKey === undefined ? null : (handler.gate?.closed(gateKey) ?? null);
}

/** True when this box does not meet the need of a job, and another one may. */
export function isLeftToOthers(
  { share }: JobHandler,
  need: string,
  others: OtherBoxes | undefined,
): boolean {
  if (!share || !others || share.needs().includes(need)) return false;
  return !share.isOptional || others.meets(need);
}
