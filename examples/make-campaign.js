// Extracts a brand from its logo, generates an advertisement, and adapts it to two markets, in one run.
// GATEHOUSE_URL=… GATEHOUSE_KEY=… node examples/make-campaign.js logo.png "A summer offer"
import { readFile } from "node:fs/promises";
import { Gatehouse } from "@gatehouse/client";

const { GATEHOUSE_URL: baseUrl, GATEHOUSE_KEY: apiKey } = process.env;
const gatehouse = new Gatehouse({ baseUrl, apiKey });

const [file, prompt] = process.argv.slice(2);
const logoBase64 = (await readFile(file)).toString("base64");
const brand_id = { $ref: "steps.brand.output.brand_id" };
const market = (id, target) => ({
  id,
  namespace: "campaigns",
  method: "localize",
  depends_on: ["ad"],
  input: {
    source_job_id: { $ref: "steps.ad.job_id" },
    prompt: "Keep the composition",
    ...target,
    brand_id,
  },
});

const { data: accepted } = await gatehouse.runs.createRun({
  steps: [
    { id: "brand", namespace: "brands", method: "extract", input: { logoBase64 } },
    {
      id: "ad",
      namespace: "ads",
      method: "generate",
      depends_on: ["brand"],
      input: { prompt, brand_id },
    },
    market("lyon", {
      target_culture: "Lyon, in spring",
      target_language: "fr",
      target_currency: "EUR",
    }),
    market("kyoto", { target_culture: "Kyoto", target_language: "ja", target_currency: "JPY" }),
  ],
});
const run = await gatehouse.runs.wait(accepted.job_id, {
  timeoutMs: 300_000,
  onProgress: ({ steps }) =>
    console.log(steps.map(({ id, status }) => `${id} ${status}`).join(", ")),
});
for (const { id, error, output } of run.steps) {
  console.log(id, error ? error.message : (output?.image_url ?? output?.brand_id));
}
process.exitCode = run.status === "completed" ? 0 : 1;
