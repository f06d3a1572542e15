import { scopes } from "../../base/contract/scopes.ts";
import { newRequestId } from "../../base/core/ids.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";

/** Requests one advertising picture, so that the media view of the demo begins with one. */
export async function submitDemoCampaign(jobs: Jobs, org: string): Promise<void> {
  const operation = jobs.operations.get("campaigns.generate")!;
  const caller = { org, keyId: "demo", scopes, requestId: newRequestId() };
  const prompt = "Umbrellas for a rainy spring, on a market square";
  await jobs.submit(operation, { prompt }, { caller });
}
