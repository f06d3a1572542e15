import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startAppliance } from "../../support/box/appliance.ts";
import { edfFile } from "../../support/health/edf-writer.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { loudnessNet } from "../../support/inference/onnx-bytes.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

/** Twenty seconds of 400 µV at 100 Hz. */
const samples = Array.from({ length: 2000 }, (_, at) => Math.round(4096 * Math.sin(at / 1.6)));

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
type Payload = any;

test("another server decodes what this one has no decoder for, and gets the samples and nothing of the person", async (t) => {
  const file = join(await tempDir(t), "loudness.onnx");
  await writeFile(file, loudnessNet({ samples: 200, divisor: 1000 }));
  const net = `file: ${file}, sample_rate_hz: 100, window_seconds: 2, channels: 1, classes: [loud]`;
  const there = await startAppliance({ yaml: `health: { neural_decoder: { ${net} } }\n` });
  t.after(() => there.stop());
  const { run } = await makeHealth(t, { service: { url: there.url, key: there.key } });
  const decode = async (more: object) => {
    const { payload, error, routing } = await run("neural.decode", { signal_type: "eeg", ...more });
    assert.equal(error, null);
    return { ...(payload as Payload), routing };
  };
  const signals = [
    { label: "EEG Cz", samples },
    { label: "ECG", samples },
  ];
  const edf = edfFile({ records: 20, signals });
  const { output, missing, routing } = await decode({ data: edf.toString("base64") });
  assert.deepEqual([output.decoded?.label, output.reason, missing], ["loud", null, []]);
  assert.equal(output.signal.format, "EDF");
  assert.equal(routing.endpoint, "hq");
  const { body } = await there.get("/api/v1/jobs?type=neural.decode");
  const { input } = (await there.get(`/api/v1/jobs/${body.data.data[0].job_id}`)).body.data.payload;
  assert.deepEqual([input.source, input.bytes, input.channel_count], ["float32", 8000, 1]);
  const microvolts = samples.map((each) => each / 10);
  const mixed = edfFile({
    records: 20,
    signals: [...signals, { label: "EEG Fz", samples: samples.slice(0, 1000) }],
  });
  const [list, short, unlike] = await Promise.all([
    decode({ data: [microvolts], sample_rate_hz: 100 }),
    decode({ data: [microvolts.slice(0, 50)], sample_rate_hz: 100 }),
    decode({ data: mixed.toString("base64") }),
  ]);
  assert.equal(list.output.decoded.label, "loud");
  assert.match(short.output.reason, /^hq: .*shorter than one of its windows/);
  const { decoded, reason } = unlike.output;
  assert.deepEqual(
    [decoded, reason],
    [null, "recording: its channels have several sample rates. Resample them to one"],
  );
});
