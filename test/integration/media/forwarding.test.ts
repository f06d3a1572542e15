import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { startMedia } from "../../support/media/media-rig.ts";

const red = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c00" } })
  .jpeg()
  .toBuffer();

test("a job that another server does ends here with the picture in this box's own files", async (t) => {
  const there = await startMedia(t, { routed: ["image"] });
  const service = { url: there.rig.server.url(), key: there.rig.key };
  const here = await startMedia(t, { service });
  const brand_identity = { name: "Nordwetter", colors: [{ hex: "#e4572e" }] };
  const asked = {
    prompt: "An umbrella",
    reference_images: [red.toString("base64")],
    output: { aspect_ratio: "1:1" },
    brand_identity,
  };
  const job = await here.make("/api/v1/campaigns/generate", asked, "ad,diagnostics");
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  assert.equal(job.expanded.diagnostics.routing.endpoint, "service");
  assert.ok(job.payload.image_url.startsWith(here.rig.server.url()), job.payload.image_url);
  assert.deepEqual([job.payload.width, job.payload.height], [1024, 1024]);
  assert.equal(here.cloud.requests.length, 0);
  assert.match(there.cloud.requests.at(-1)!.prompt, /Nordwetter/);
  assert.equal(there.cloud.requests.at(-1)!.pictures.length, 1);
  const edit = { source_job_id: job.job_id, prompt: "Make it blue" };
  const edited = await here.make("/api/v1/campaigns/edit", edit);
  assert.equal(edited.status, "completed", JSON.stringify(edited.error));
  assert.equal(there.cloud.requests.at(-1)!.pictures.length, 1);
  const jobs = there.rig.jobs.list("default", {}, { limit: 10, offset: 0 });
  assert.deepEqual(
    jobs.items.map(({ type }) => type),
    ["image.generation", "campaign.generation"],
  );
});

test("a forwarded job with a resolution alone has the first reference's shape", async (t) => {
  const there = await startMedia(t, { routed: ["image"] });
  const service = { url: there.rig.server.url(), key: there.rig.key };
  const here = await startMedia(t, { service });
  const job = await here.make("/api/v1/images/generations", {
    prompt: "An umbrella",
    reference_images: [red.toString("base64")],
    output: { resolution: "1K" },
  });
  assert.equal(job.status, "completed", JSON.stringify(job.error));
  assert.deepEqual([job.payload.width, job.payload.height], [1184, 888]);
});
