import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scopes } from "../../base/contract/scopes.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { newRequestId } from "../../base/core/ids.ts";
import { computedEeg, drawnLesion } from "./health-samples.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { hasJob } from "./campaign.ts";

/** A triage of the demo: its input's file, and its job or the reason why there is none. */
export interface DemoTriage {
  what: string;
  file: string;
  jobId?: string;
  problem?: string;
}

const samples = [
  { what: "a drawn picture", name: "picture.png", make: drawnLesion },
  { what: "a computed EEG", name: "eeg.edf", make: computedEeg },
] as const;

/**
 * Writes the demo's medical samples into the data directory and submits each for triage. Returns nothing when a former
 * start has done so.
 */
export async function submitDemoTriage(
  jobs: Jobs,
  { org, dataDir }: { org: string; dataDir: string },
): Promise<DemoTriage[]> {
  if (hasJob(jobs, org, "health.triage")) return [];
  const dir = join(dataDir, "demo-health");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const operation = jobs.operations.get("health.analyze")!;
  const submitted: DemoTriage[] = [];
  for (const { what, name, make } of samples) {
    const bytes = await make();
    const file = join(dir, name);
    await writeFile(file, bytes, { mode: 0o600 });
    const data = bytes.toString("base64");
    const input =
      name === "eeg.edf"
        ? { type: "eeg", data }
        : { type: "image", data, modality: "skin lesion (drawn)" };
    const context = { age: 40, note: "made up for the demo" };
    const caller = { org, keyId: "demo", scopes, requestId: newRequestId() };
    try {
      const { job } = await jobs.submit(operation, { input, context }, { caller });
      submitted.push({ what, file, jobId: job.id });
    } catch (error) {
      const coded = GatehouseError.find(error);
      if (!coded) throw error;
      submitted.push({ what, file, problem: coded.message });
    }
  }
  return submitted;
}
