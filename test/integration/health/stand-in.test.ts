import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import sharp from "sharp";
import { mockCloudName } from "../../../src/uplink/uplink-terms.ts";
import { edfFile } from "../../support/health/edf-writer.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
type Payload = any;

async function standIn(t: TestContext) {
  const cloud = await startMockCloud({ key: "k" });
  t.after(() => cloud.stop());
  const endpoint = cloud.baseUrls.compatible;
  const made = await makeHealth(t, { endpoint, endpointName: mockCloudName });
  const run = async (name: string, body: object): Promise<Payload> => {
    const job = await made.run(name, body);
    assert.equal(job.status, "completed", `${name}: ${JSON.stringify(job.error)}`);
    return job.payload;
  };
  return { cloud, run };
}

const picture = async () =>
  (
    await sharp({ create: { width: 80, height: 60, channels: 3, background: "#864" } })
      .png()
      .toBuffer()
  ).toString("base64");

test("triage of a picture and of an EEG is completed with the stand-in's report, marked as a placeholder", async (t) => {
  const { cloud, run } = await standIn(t);
  const image = { type: "image", data: await picture(), modality: "skin lesion" };
  const samples = Array.from({ length: 2000 }, (_, at) => Math.round(400 * Math.sin(at / 2)));
  const edf = edfFile({ records: 20, signals: [{ label: "EEG Cz", samples }] });
  const eeg = { type: "eeg", data: edf.toString("base64") };
  for (const input of [image, eeg]) {
    const { output, placeholder } = await run("health.analyze", { input, context: { age: 40 } });
    assert.equal(placeholder, true);
    assert.equal(output.urgency, "standard");
    const all = output.findings.flatMap((each: { evidence: string[] }) => each.evidence);
    assert.ok(all.length > 0, "there are findings");
    assert.match(output.care_guidance, /^Placeholder/);
  }
  assert.equal(cloud.billed(), 2, "no report had to be asked for twice");
});

test("each clinical operation is completed with the stand-in's narrative", async (t) => {
  const { cloud, run } = await standIn(t);
  const sources = [{ id: "s1", text: "Aspirin lowers fever. It thins the blood." }];
  const bodies: [string, object][] = [
    ["clinical.wellness", { gad7: [1, 1, 1, 1, 1, 1, 1] }],
    ["clinical.notes", { text: "Has a headache since Monday.\nSlept badly." }],
    ["clinical.research", { question: "What does aspirin do?", sources }],
    ["clinical.decision-support", { vitals: { pulse_bpm: 120 }, question: "What next?" }],
    ["clinical.scan", { input: { data: await picture(), modality: "X-ray" } }],
    ["clinical.medication-check", { medications: [{ name: "Aspirin" }, { name: "Ibuprofen" }] }],
    ["clinical.risk", { patients: [{ id: "p1", vitals: { pulse_bpm: 80 } }] }],
    [
      "clinical.adherence",
      {
        period: { from: "2026-01-01", to: "2026-01-31" },
        medications: [{ name: "A", fills: [{ date: "2026-01-01", days_supply: 20 }] }],
      },
    ],
  ];
  for (const [name, body] of bodies) {
    const { output } = await run(name, body);
    assert.ok(output.narrative, name);
  }
  assert.equal(cloud.billed(), bodies.length, "no narrative had to be asked for twice");
});
