import type { Job } from "../base/jobs/job.ts";
import { adTypes } from "./source-job.ts";

/** Returns what `expand=ad` shows of a completed job whose picture is an advertisement; undefined for others. */
export function adOfJob(job: Job): { [name: string]: unknown } | undefined {
  if (job.status !== "completed" || !adTypes.includes(job.type)) return undefined;
  const { image_url, width, height, mime_type, brief, source_job_id } = job.payload;
  const { target_language, target_currency, target_culture } = job.inputEcho;
  return {
    id: job.id,
    type: job.type,
    image_url,
    width,
    height,
    mime_type,
    brief: brief ?? null,
    source_job_id: source_job_id ?? null,
    target_language: target_language ?? null,
    target_currency: target_currency ?? null,
    target_culture: target_culture ?? null,
  };
}
