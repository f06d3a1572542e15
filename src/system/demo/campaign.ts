import { scopes } from "../../base/contract/scopes.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { JobType } from "../../base/jobs/job-terms.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";

/** True when a job of the type is listed, such as one of a former start. */
export function hasJob(jobs: Jobs, org: string, type: JobType): boolean {
  return jobs.list(org, { type }, { limit: 1, offset: 0 }).items.length > 0;
}

/** Requests one advertising picture, so that the media view of the demo begins with one; none after a former start. */
export async function submitDemoCampaign(jobs: Jobs, org: string): Promise<void> {
  if (hasJob(jobs, org, "campaign.generation")) return;
  const operation = jobs.operations.get("campaigns.generate")!;
  const caller = { org, keyId: "demo", scopes, requestId: newRequestId() };
  const prompt = "Umbrellas for a rainy spring, on a market square";
  await jobs.submit(operation, { prompt }, { caller });
}
