import assert from "node:assert/strict";
import { test } from "node:test";
import { startMedia } from "../../support/media/media-rig.ts";

test("a model that knows no sizes is asked for none, and its picture is brought to the size", async (t) => {
  const { make, cloud } = await startMedia(t, { kind: "google" });
  const output = { aspect_ratio: "16:9", resolution: "2K" };
  const job = await make("/api/v1/campaigns/generate", { prompt: "An umbrella", output });
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  assert.deepEqual([job.payload.width, job.payload.height], [2688, 1512]);
  assert.deepEqual(job.payload.corrections.made_width, 1344);
  assert.deepEqual(job.payload.corrections.unsupported, ["resolution"]);
  const edit = { source_job_id: job.job_id, prompt: "Make it blue" };
  const edited = await make("/api/v1/campaigns/edit", edit);
  assert.equal(edited.status, "completed", JSON.stringify(edited.error));
  assert.deepEqual([edited.payload.width, edited.payload.height], [2688, 1512]);
  assert.deepEqual(
    cloud.requests.map(({ provider }) => provider),
    ["google", "google", "google"],
  );
});
