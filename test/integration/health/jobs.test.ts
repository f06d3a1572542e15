import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import sharp from "sharp";
import type { LogFields, Logger } from "../../../src/base/core/logger.ts";
import { caller } from "../../support/jobs/make-jobs.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { edfFile } from "../../support/health/edf-writer.ts";
import { loudnessNet } from "../../support/inference/onnx-bytes.ts";
import { startScriptedEndpoint } from "../../support/uplink/scripted-endpoint.ts";
import { startStrictServer } from "../../support/inference/strict-inference-server.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { writeFile } from "node:fs/promises";

/** Twenty seconds of one channel at 100 Hz with an amplitude in µV. */
function eeg(amplitude = 40, label = "EEG Cz"): string {
  const samples = Array.from({ length: 2000 }, (_, at) =>
    Math.round((amplitude / 3200) * 32_767 * Math.sin((2 * Math.PI * 10 * at) / 100)),
  );
  return edfFile({ records: 20, signals: [{ label, samples }] }).toString("base64");
}

const eegBody = (more: object = {}, data = eeg()) => ({ input: { type: "eeg", data }, ...more });

async function pictureBody(more: object = {}) {
  const noise = { type: "gaussian" as const, mean: 120, sigma: 40 };
  const png = await sharp({
    create: { width: 80, height: 60, channels: 3, background: "#444", noise },
  })
    .png()
    .withExif({ IFD0: { Artist: "Jane Canary" } })
    .toBuffer();
  const input = { type: "image", data: png.toString("base64"), modality: "X-ray" };
  return { input, ...more };
}

function report(evidence: string, more: object = {}) {
  return {
    urgency: "low",
    confidence: 0.7,
    findings: [{ title: "t", summary: "s", confidence: 0.5, evidence: [evidence] }],
    care_guidance: "care",
    referral_guidance: "referral of the model",
    warning_signs: ["sign of the model"],
    ...more,
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
type Payload = any;

describe("triage", () => {
  test("an EEG without an endpoint is measured, not judged, in the reader's language", async (t) => {
    const { run } = await makeHealth(t);
    const { status, payload } = await run(
      "health.analyze",
      eegBody({ response_format: { locale: "de" } }),
    );
    assert.equal(status, "completed");
    const { output, missing, local } = payload as Payload;
    assert.deepEqual(
      [output.urgency, output.confidence, output.seizure_detected],
      ["standard", 0, null],
    );
    assert.match(output.disclaimer, /keine Diagnose/);
    assert.equal(output.locale, "de");
    assert.deepEqual(
      missing.map(({ part }: { part: string }) => part),
      ["seizure_detected", "segments", "interpretation"],
    );
    assert.equal(local.channels[0].features.peak_hz, 10.1563);
  });

  test("the language is that of response_format.locale, else of context.locale, else the site's", async (t) => {
    const { run } = await makeHealth(t);
    const localeOf = async (more: object) =>
      ((await run("health.analyze", eegBody(more))).payload as Payload).output.locale;
    const context = { locale: "fr-CA" };
    assert.equal(await localeOf({ context }), "fr");
    assert.equal(await localeOf({ context, response_format: { locale: "de" } }), "de");
    assert.equal(await localeOf({ context: { locale: { text: "no tag" } } }), "en");
    assert.equal(await localeOf({ context: { locale: "speak plainly" } }), "en");
  });

  test("a language without fixed texts becomes English, and the job's warnings say so", async (t) => {
    const { url } = await startScriptedEndpoint(t, [report("local.usable_channels")]);
    const { run } = await makeHealth(t, { endpoint: url });
    const job = await run("health.analyze", eegBody({ response_format: { locale: "xx" } }));
    const { output } = job.payload as Payload;
    assert.equal(output.locale, "en");
    assert.match(output.disclaimer, /not a diagnosis/);
    assert.equal(job.inputEcho["locale"], "en");
    assert.match(job.warnings![0]!, /locale: there are no texts in xx/);
  });

  test("a model's report gets our disclaimer, and no model lowers a red flag", async (t) => {
    const { url, requests } = await startScriptedEndpoint(t, [report("local.usable_channels")]);
    const { run } = await makeHealth(t, { endpoint: url });
    const { payload, routing, steps } = await run(
      "health.analyze",
      eegBody({ context: { symptoms: "suspected status epilepticus" } }),
    );
    const { output, red_flags: flags, missing } = payload as Payload;
    assert.equal(output.urgency, "critical");
    assert.match(output.referral_guidance, /emergency/);
    assert.equal(output.care_guidance, "care");
    assert.match(output.disclaimer, /not a diagnosis/);
    assert.equal(flags[0].id, "status_epilepticus");
    assert.equal(missing.length, 2);
    assert.equal(routing?.endpoint, "clinic");
    assert.ok(["measure", "interpret"].every((name) => steps?.some((step) => step.name === name)));
    assert.equal(requests.length, 1);
    assert.match(requests[0]!.text, /alpha/);
  });

  test("a picture goes out without what stands beside its pixels, and comes back as a report", async (t) => {
    const { url, requests } = await startScriptedEndpoint(t, [
      report("picture: grey noise all over"),
    ]);
    const { run } = await makeHealth(t, { endpoint: url });
    const { payload, error } = await run("health.analyze", await pictureBody());
    assert.equal(error, null);
    const { output, local } = payload as Payload;
    assert.deepEqual([output.urgency, output.seizure_detected], ["low", null]);
    assert.equal(output.referral_guidance, "referral of the model");
    assert.equal(local.picture.width_px, 80);
    const [head, base64] = requests[0]!.pictures[0]!.split(",");
    assert.match(head!, /image\/jpeg/);
    assert.ok(!Buffer.from(base64!, "base64").includes("Canary"));
  });

  for (const [what, answer, said] of [
    ["prose", "The patient seems fine to me.", /^the answer: is not JSON/],
    [
      "an invented urgency",
      report("local.usable_channels", { urgency: "panic" }),
      /^urgency: is not an allowed value\. Send one of /,
    ],
    [
      "an invented field",
      report("local.usable_channels", { panic: 1 }),
      /^the answer: has a field that its schema does not name/,
    ],
    [
      "a finding without evidence",
      report("local.usable_channels", {
        findings: [{ title: "t", summary: "s", confidence: 1, evidence: [] }],
      }),
      /^findings\[0\]\.evidence: has too few entries\. Send at least 1/,
    ],
    [
      "evidence that does not occur in the context or the measurements",
      report("context: fever of 40 panic"),
      /^findings\[0\]\.evidence\[0\]: does not occur in the context or the measurements/,
    ],
  ] as const) {
    test(`${what} is asked for again once, then the job fails with the field and the reason, and nothing of it`, async (t) => {
      const { url, requests } = await startScriptedEndpoint(t, [answer]);
      const { run } = await makeHealth(t, { endpoint: url });
      const { status, error, payload } = await run("health.analyze", eegBody());
      assert.deepEqual([status, error?.code], ["failed", "report_invalid"]);
      assert.equal((payload as Payload).output, undefined);
      assert.match(error!.message, said);
      assert.doesNotMatch(error!.message, /panic|fever|seems fine/);
      assert.ok(requests.some(({ text }) => text.includes("was not accepted")));
    });
  }

  test("an answer that is mended on the second try is taken", async (t) => {
    const bad = report("context: fever");
    const { url, requests } = await startScriptedEndpoint(t, [bad, report("local.duration_sec")]);
    const { run } = await makeHealth(t, { endpoint: url });
    const { status } = await run("health.analyze", eegBody());
    assert.equal(status, "completed");
    assert.equal(requests.length, 2);
    assert.match(
      requests[1]!.text,
      /"context: fever" does not occur in the context or the measurements/,
    );
  });

  test("bad requests are refused with the field, before anything is stored", async (t) => {
    const { jobs } = await makeHealth(t);
    const refusal = async (name: string, body: unknown) => {
      const operation = jobs.operations.get(name)!;
      const error = await jobs.submit(operation, body, { caller: caller() }).then(
        () => assert.fail("it was accepted"),
        (cause: { code: string; param?: string }) => cause,
      );
      return [error.code, error.param];
    };
    const { input } = await pictureBody();
    const { modality: _, ...without } = input;
    const bad = "invalid_request_body";
    const triage = (body: object) => refusal("health.analyze", body);
    assert.deepEqual(await triage({ input: without }), [bad, "input.modality"]);
    assert.deepEqual(await triage({ input: { ...input, data: "no base64!" } }), [
      bad,
      "input.data",
    ]);
    assert.deepEqual(await triage(eegBody({}, "AAAA")), [bad, "input.data"]);
    const long = { text: "x".repeat(15_990) };
    assert.equal(JSON.stringify(long).length, 16_001);
    assert.deepEqual(await triage(eegBody({ context: long })), [bad, "context"]);
    assert.deepEqual(await triage({ input }), ["health_triage_disabled", undefined]);
    const decode = (more: object) => refusal("neural.decode", { signal_type: "eeg", ...more });
    assert.deepEqual(await decode({ data: [[1, 2]], sample_rate_hz: 0 }), [bad, "sample_rate_hz"]);
    assert.deepEqual(await decode({ data: [[1, 2]] }), [bad, "sample_rate_hz"]);
    const two = { data: [[1, 2], [1]], sample_rate_hz: 10 };
    assert.deepEqual(await decode(two), [bad, "data"]);
    assert.deepEqual(await decode({ ...two, channel_count: 3 }), [bad, "channel_count"]);
    const many = { data: Array.from({ length: 10_000 }, () => [1]), sample_rate_hz: 10 };
    assert.deepEqual(await decode(many), [bad, "data"]);
    const submitted = jobs.submit(
      jobs.operations.get("neural.decode")!,
      {
        signal_type: "eeg",
        ...many,
      },
      { caller: caller() },
    );
    await assert.rejects(submitted, /data: has too many entries\. Send at most 512/);
  });

  test("triage that is switched off is refused as such", async (t) => {
    const { jobs } = await makeHealth(t, { health: { triage: false } });
    const submitted = jobs.submit(jobs.operations.get("health.analyze")!, eegBody(), {
      caller: caller(),
    });
    await assert.rejects(submitted, { code: "health_triage_disabled" });
  });

  test("a file that cannot be read fails its job with the reason", async (t) => {
    const { run } = await makeHealth(t);
    const cut = Buffer.from(eeg(), "base64").subarray(0, -100).toString("base64");
    const { status, error } = await run("health.analyze", eegBody({}, cut));
    assert.deepEqual([status, error?.code], ["failed", "input_unreadable"]);
    assert.match(error!.message, /cut off/);
  });
});

test("bare float32 is decoded, and what is no signal, or another than is said, is told", async (t) => {
  const { run } = await makeHealth(t);
  const wave = (at: number): number => 30 * Math.sin(at / 3);
  const decode = async (data: string, more: object = { channel_count: 2, sample_rate_hz: 100 }) => {
    const { error, payload } = await run("neural.decode", { signal_type: "eeg", data, ...more });
    return {
      error: error && `${error.code}: ${error.message}`,
      output: (payload as Payload).output,
    };
  };
  const base64 = (samples: number[]): string =>
    Buffer.from(Float32Array.from(samples).buffer).toString("base64");
  const samples = Array.from({ length: 1000 }, (_, at) => wave(at));
  const { error, output } = await decode(base64(samples));
  assert.equal(error, null);
  assert.deepEqual([output.signal.channels.length, output.signal.duration_sec], [2, 5]);
  const holed = await decode(base64(samples.with(602, Number.NaN)));
  assert.equal(holed.error, "input_unreadable: sample 103 of channel 2 is no finite number");
  const [wrongCount, wrongRate, right] = await Promise.all([
    decode(eeg(), { channel_count: 3 }),
    decode(eeg(), { sample_rate_hz: 256 }),
    decode(eeg(), { channel_count: 1, sample_rate_hz: 100 }),
  ]);
  assert.match(wrongCount.error!, /channel_count: is 3, and the file has 1 signals/);
  assert.match(wrongRate.error!, /sample_rate_hz: is 256, and the file has 100/);
  assert.equal(right.error, null);
});

describe("nets", () => {
  const net = { sample_rate_hz: 100, window_seconds: 2, channels: 1 };

  test("a classifier on the box tells a seizure from its threshold on, and says where", async (t) => {
    const file = join(await tempDir(t), "loudness.onnx");
    await writeFile(file, loudnessNet({ samples: 200, divisor: 1000 }));
    const { run } = await makeHealth(t, {
      health: { eeg_classifier: { ...net, file, threshold: 0.1 } },
    });
    const detected = async (amplitude: number) => {
      const { payload } = await run("health.analyze", eegBody({}, eeg(amplitude)));
      const { output, local } = payload as Payload;
      return [output.seizure_detected, output.urgency, local.classifier.scores.seizure];
    };
    const [high, urgency, score] = await detected(400);
    assert.deepEqual([high, urgency], [true, "critical"]);
    assert.ok(Math.abs(score - 0.283) < 0.01, String(score));
    assert.deepEqual((await detected(40)).slice(0, 2), [false, "standard"]);
  });

  test("a sidecar decodes; one that is away or unfit leaves null with the reason", async (t) => {
    const file = join(await tempDir(t), "loudness.onnx");
    await writeFile(file, loudnessNet({ samples: 200, divisor: 1000 }));
    const server = await startStrictServer({ name: "loudness", path: file });
    t.after(() => server.stop());
    const body = { signal_type: "eeg", data: eeg(400) };
    const decode = async (decoder: object): Promise<Payload> => {
      const made = {
        ...net,
        url: server.url,
        remote_name: "loudness",
        classes: ["loud"],
        ...decoder,
      };
      const { run } = await makeHealth(t, { health: { neural_decoder: made } });
      return (await run("neural.decode", body)).payload;
    };
    const { output } = await decode({});
    assert.equal(output.reason, null);
    assert.equal(output.decoded.label, "loud");
    assert.match(output.decoded.model, /inference server/);
    const unfit = await decode({ classes: ["a", "b"] });
    assert.equal(unfit.output.decoded, null);
    assert.match(unfit.output.reason, /1 scores for 2 classes/);
    assert.equal(unfit.missing[0].part, "decoded");
    await server.stop();
    const away = await decode({});
    assert.equal(away.output.decoded, null);
    assert.match(away.output.reason, /does not answer/);
    assert.equal(away.output.signal.channels[0].label, "EEG Cz");
  });
});

test("a clinical job without an endpoint gives what the box computes, says what is missing, and is kept for a day", async (t) => {
  const { run, jobs } = await makeHealth(t);
  const job = await run("clinical.wellness", { gad7: [1, 1, 1, 1, 1, 1, 1] });
  const { status, payload } = job;
  assert.equal(status, "completed");
  const { completed_at: endedAt, expires_at: until } = jobs.toWire(job);
  assert.equal(until! - endedAt!, 24 * 3600);
  const { output, missing } = payload as Payload;
  assert.deepEqual([output.local.scores.gad7.score, output.narrative], [7, null]);
  assert.equal(missing[0].part, "narrative");
});

test("a clinical job without a locale is in the language of context.locale", async (t) => {
  const { run } = await makeHealth(t);
  const localeOf = async (more: object) => {
    const job = await run("clinical.wellness", { gad7: [1, 1, 1, 1, 1, 1, 1], ...more });
    return (job.payload as Payload).output.locale;
  };
  const context = { locale: "es-MX" };
  assert.equal(await localeOf({ context }), "es");
  assert.equal(await localeOf({ context, locale: "zh" }), "zh");
});

test("a note is structured by a model with quotes that get their places", async (t) => {
  const item = [{ text: "Headache", quote: "headache since Monday" }];
  const answer = { subjective: item, objective: [], assessment: [], plan: [] };
  const { url } = await startScriptedEndpoint(t, [answer]);
  const { run } = await makeHealth(t, { endpoint: url });
  const { payload } = await run("clinical.notes", { text: "Has a headache since Monday." });
  assert.deepEqual((payload as Payload).output.narrative.subjective, [
    { ...item[0], start: 6, end: 27 },
  ]);
});

test("nothing that was said of a person can be read from the disk or the log, and all of it by the job", async (t) => {
  const lines: string[] = [];
  const write = (fields: LogFields, message: string): void =>
    void lines.push(JSON.stringify(fields) + message);
  const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
  const { url } = await startScriptedEndpoint(t, [report("context: canary-context")]);
  const { run, dir, store } = await makeHealth(t, { endpoint: url, log });
  const context = { note: "canary-context", long: "canary-long ".repeat(1000) };
  const metadata = { name: "canary-metadata" };
  const job = await run("health.analyze", eegBody({ context, metadata }, eeg(40, "canary-label")));
  const failed = await run(
    "health.analyze",
    eegBody({ context }, Buffer.from("0       canary-file".padEnd(400)).toString("base64")),
  );
  assert.deepEqual([job.status, failed.status], ["completed", "failed"]);
  const big = {
    text: `S: canary-note ${"x".repeat(39_000)}`,
    context: { a: "canary ".repeat(2000) },
  };
  assert.equal(
    (await run("clinical.notes", { ...big, locale: "de" })).error?.code,
    "report_invalid",
  );
  await store.stop();
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
  for (const path of files(dir)) {
    const bytes = readFileSync(path);
    assert.ok(!bytes.includes("canary"), path);
  }
  assert.deepEqual(
    lines.filter((line) => line.includes("canary")),
    [],
  );
  assert.equal(job.metadata["name"], "canary-metadata");
  assert.ok(JSON.stringify(job.payload).includes("canary-label"));
});
