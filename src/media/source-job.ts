import { fail } from "../base/contract/fail.ts";
import { isTerminal, type JobType } from "../base/jobs/job-terms.ts";
import { Postponement } from "../base/jobs/postponement.ts";
import type { Job, JsonObject } from "../base/jobs/job.ts";
import type { JobGate } from "../base/jobs/operation.ts";
import type { KeptPicture, SourceJobReader } from "./ports.ts";
import type { Results } from "./results.ts";

/** Jobs whose picture is an advertisement or can become one. */
export const adTypes: readonly JobType[] = [
  "campaign.generation",
  "image.generation",
  "ad.generation",
  "image.edit",
  "ad.localization",
];
/** Jobs that end with a picture. */
export const pictureTypes: readonly JobType[] = [...adTypes, "avatar.generation"];

/** Phase of jobs whose source has not ended. */
const waitingPhase = "waiting_for_source";
/** Time until a job checks its source again. */
const lookAgainMs = 2_000;

/**
 * Checks the job that a request builds on; the job may still wait or run. Throws `not_found`,
 * `job_expired`, `invalid_request_body` for a job of another type, and `source_job_not_completed` for
 * one that has failed or was cancelled; all with `param`.
 */
export function checkSource(
  jobs: SourceJobReader,
  source: { org: string; id: string; param: string },
  types: readonly JobType[],
): void {
  const { org, id, param } = source;
  const job = jobs.get(org, id);
  if (!job) {
    if (jobs.isGone(org, id))
      throw fail("job_expired", `${param}: the job has expired. Generate the picture again`, {
        param,
      });
    throw fail("not_found", `${param}: no such job exists. Send the id of a job with a picture`, {
      param,
    });
  }
  if (!types.includes(job.type)) {
    const message = `${param}: is a job of type ${job.type}, not of ${types.join(", ")}. Send the id of one of those`;
    throw fail("invalid_request_body", message, { param });
  }
  if (job.status !== "failed" && job.status !== "cancelled") return;
  const message = `${param}: that job has ${job.status === "failed" ? "failed" : "been cancelled"} and has no picture. Send the id of another job`;
  throw fail("source_job_not_completed", message, { param });
}

/**
 * Returns the picture that a job builds on. Rejects with `source_job_failed` when none will come, and with
 * `Postponement` while the source job runs.
 */
export async function sourcePicture(
  jobs: SourceJobReader,
  results: Results,
  of: { org: string; id: string },
): Promise<KeptPicture> {
  const source = jobs.get(of.org, of.id);
  if (source && !isTerminal(source.status)) {
    throw new Postponement(waitingPhase, "the source job has not ended", lookAgainMs);
  }
  if (source?.status !== "completed") {
    const ended = source ? ` (${source.error?.code ?? source.status})` : "";
    throw fail("source_job_failed", `source_job: has no picture${ended}. Name another job`);
  }
  const picture = await results.ofJob(source);
  if (!picture)
    throw fail("source_job_failed", "source_job: its picture has been deleted. Name another job");
  return picture;
}

/** Holds jobs back until their source has ended, and then as `uplink` does. */
export class SourceGate implements JobGate {
  readonly #jobs: SourceJobReader;
  readonly #uplink: JobGate;
  /** Sources that a job waits for. */
  readonly #awaited = new Set<string>();

  constructor(jobs: SourceJobReader, uplink: JobGate) {
    this.#jobs = jobs;
    this.#uplink = uplink;
  }

  keyOf(job: Job): string {
    return [job.org, sourceIdOf(job.inputEcho), this.#uplink.keyOf(job) ?? ""].join("\n");
  }

  closed(key: string): string | null {
    const { org, source, uplinkKey } = parts(key);
    const job = this.#jobs.get(org, source);
    if (job && !isTerminal(job.status)) {
      this.#awaited.add(source);
      return waitingPhase;
    }
    return uplinkKey === "" ? null : this.#uplink.closed(uplinkKey);
  }

  opened(listener: () => void): void {
    this.#uplink.opened(listener);
    this.#jobs.ended((jobId) => {
      if (this.#awaited.delete(jobId)) listener();
    });
  }

  starting(key: string, jobId: string): void {
    const { uplinkKey } = parts(key);
    if (uplinkKey !== "") this.#uplink.starting(uplinkKey, jobId);
  }

  left(key: string, jobId: string): void {
    const { uplinkKey } = parts(key);
    if (uplinkKey !== "") this.#uplink.left(uplinkKey, jobId);
  }
}

function parts(key: string): { org: string; source: string; uplinkKey: string } {
  const [org = "", source = "", ...rest] = key.split("\n");
  return { org, source, uplinkKey: rest.join("\n") };
}

/** Returns the job that an input of a change names. */
export function sourceIdOf(input: JsonObject): string {
  const { source_job_id: id } = input;
  return typeof id === "string" ? id : "";
}
