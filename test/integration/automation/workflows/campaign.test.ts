import assert from "node:assert/strict";
import { test } from "node:test";
import { filesReply, siteFiles } from "../../../support/media/brand-rig.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import { startMedia } from "../../../support/media/media-rig.ts";
import { until } from "../../../support/box/wait.ts";

test("a run extracts a brand from a page, makes an advertisement with it, and adapts it to two markets beside each other", async (t) => {
  const media = await startMedia(t);
  const { cloud, rig } = media;
  const site = await new Receiver().start(t);
  site.reply = filesReply(siteFiles("bulma"));
  const localize = (id: string, language: string, culture: string, currency: string) => ({
    id,
    namespace: "campaigns",
    // One operation under its name and that of its path.
    method: id === "fr" ? "localize" : "localize-ad",
    depends_on: ["ad"],
    input: {
      source_job_id: { $ref: "steps.ad.job_id" },
      target_language: language,
      target_currency: currency,
      target_culture: culture,
      prompt: "Keep the umbrella",
      brand_id: { $ref: "steps.brand.output.brand_id" },
    },
  });
  // Held by the endpoint, both adaptations are seen there at once.
  cloud.misbehave({ what: "hold", times: 2, prompt: "Keep the umbrella" });
  const made = await rig.post("/api/v1/runs", {
    steps: [
      { id: "brand", namespace: "brands", method: "extract", input: { url: site.url("/") } },
      {
        id: "ad",
        namespace: "ads",
        method: "generate",
        depends_on: ["brand"],
        input: {
          prompt: "A summer offer",
          brand_id: { $ref: "steps.brand.output.brand_id" },
          output: { thinking_intensity: "minimal" },
        },
      },
      localize("fr", "fr", "Lyon", "EUR"),
      localize("ja", "ja", "Kyoto", "JPY"),
    ],
  });
  assert.equal(made.status, 202, made.text);
  const path = `/api/v1/runs/${made.json.data.job_id}`;
  await until(() => cloud.requests.length === 3, { what: "both adaptations under way" });
  cloud.release();
  const { data } = (await rig.ask(`${path}?wait_for_completion=true&timeout_seconds=60`)).json;
  assert.equal(data.status, "completed", JSON.stringify(data));
  const [brand, ad, fr, ja] = data.steps;
  assert.deepEqual([fr.method, ja.method], ["localize", "localize"]);
  const stored = await rig.ask(`/api/v1/brands/${brand.output.brand_id}`);
  assert.equal(stored.json.data.colors[0].role, "primary");
  const urls = [ad, fr, ja].map(({ output }) => output.image_url as string);
  assert.equal(new Set(urls).size, 3);
  for (const url of urls) assert.equal((await fetch(url)).status, 200);
  const [first, ...others] = cloud.requests.map(({ path: at, prompt }) => ({ at, prompt }));
  assert.match(first!.prompt, new RegExp(stored.json.data.colors[0].hex, "i"));
  assert.deepEqual(
    others.map(({ at }) => at),
    ["/v1/images/edits", "/v1/images/edits"],
  );
  assert.ok(others.some(({ prompt }) => prompt.includes("French (fr)")));
  assert.ok(others.some(({ prompt }) => prompt.includes("Japanese (ja)")));
  assert.equal(cloud.billed(), 3);
});
