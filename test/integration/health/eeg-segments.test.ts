import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import * as ort from "onnxruntime-node";
import { HealthChildren } from "../../../src/adapters/compute/health-compute.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import type { StepModel } from "../../../src/health/eeg/signal-models.ts";
import { analyse } from "../../../src/health/eeg/analysis.ts";
import { windowsFor } from "../../../src/health/eeg/model-windows.ts";
import { readRaw } from "../../../src/health/eeg/raw.ts";
import {
  type BandPowerNet,
  bandPowerNet,
  fitTwoClasses,
  type LinearClass,
} from "../../support/inference/band-power-model.ts";
import { edfFile, type WrittenFile } from "../../support/health/edf-writer.ts";
import { makeHealth } from "../../support/health/make-health.ts";
import { sharedDir } from "../../support/inference/shared-models.ts";
import { startStrictServer } from "../../support/inference/strict-inference-server.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const shape = { sampleRateHz: 128, windowSec: 8, stepSec: 0.5 };
/** Slow waves of high amplitude are told from the rest: log power of 2–5 Hz beyond that of 100 µV. */
const slowWaves: LinearClass[] = [
  { weights: [0, 0], bias: 0 },
  { weights: [3, 0], bias: -3 * Math.log(100 ** 2) },
];
const bands: BandPowerNet["bands"] = [
  [2, 5],
  [8, 13],
];
const settings = {
  sample_rate_hz: shape.sampleRateHz,
  window_seconds: shape.windowSec,
  step_seconds: shape.stepSec,
  overlap: 0.5,
  channels: 1,
  classes: ["background", "seizure"],
  background: "background",
  threshold: 0.5,
  join_seconds: 0,
  min_seconds: 1,
};
const rateHz = 200;

/** Alpha of 40 µV, and slow waves of 300 µV between the given seconds. */
function wave(seconds: number, slow?: readonly [number, number]): number[] {
  return Array.from({ length: seconds * rateHz }, (_, at) => {
    const sec = at / rateHz;
    const isSlow = slow && sec >= slow[0] && sec < slow[1];
    const microvolts = isSlow
      ? 300 * Math.sin(2 * Math.PI * 3 * sec)
      : 40 * Math.sin(2 * Math.PI * 10 * sec);
    return Math.round((microvolts / 3200) * 32_767);
  });
}

function eegBody(file: WrittenFile, more: object = {}) {
  return { input: { type: "eeg", data: edfFile(file).toString("base64") }, ...more };
}

async function netFile(t: TestContext, more: Partial<BandPowerNet> = {}): Promise<string> {
  const file = join(await tempDir(t), "bands.onnx");
  await writeFile(file, bandPowerNet({ ...shape, bands, classes: slowWaves, ...more }));
  return file;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into payloads of every shape
type Payload = any;

function near(value: number, expected: number, within: number): void {
  assert.ok(Math.abs(value - expected) <= within, `${value} for ${expected}`);
}

describe("segments of an EEG", () => {
  test("a net that tells of each channel gives segments with channel, seconds and confidence, and tells seizures", async (t) => {
    const file = await netFile(t, { channels: 2 });
    const { run } = await makeHealth(t, {
      health: { eeg_segmenter: { ...settings, file, channels: 2 } },
    });
    // 61 s: the last window ends where the recording does.
    const signals = [
      { label: "EEG Fz", samples: wave(61) },
      { label: "ECG", samples: wave(61, [0, 61]) },
      { label: "EEG Cz", samples: wave(61, [50, 61]) },
    ];
    const { payload } = await run(
      "health.analyze",
      eegBody({ records: 61, signals }, { response_format: { locale: "de" } }),
    );
    const { output, local, missing } = payload as Payload;
    assert.deepEqual([output.seizure_detected, output.urgency], [true, "critical"]);
    assert.equal(output.segments.length, 1, JSON.stringify(output.segments));
    const [{ label, channel, start_sec: start, end_sec: end, confidence }] = output.segments;
    assert.deepEqual([label, channel], ["seizure", "EEG Cz"]);
    near(start, 50, 0.5);
    near(end, 61, 0.5);
    assert.ok(confidence > 0.9 && confidence <= 1, String(confidence));
    const [seizure] = local.segmentation.classes;
    assert.deepEqual([seizure.label, seizure.segments], ["seizure", 1]);
    near(seizure.seconds, end - start, 1e-6);
    assert.equal(local.segmentation.covered_sec, 61);
    const said = output.findings.find(
      ({ title }: Payload) => title === "Abschnitte der Aufzeichnung",
    );
    assert.match(said.summary, /„seizure“/);
    assert.deepEqual(
      missing.map(({ part }: { part: string }) => part),
      ["interpretation"],
    );
  });

  test("a sidecar divides each channel by itself, across no gap; one that is away leaves null with the reason", async (t) => {
    const server = await startStrictServer({ name: "bands", path: await netFile(t) });
    t.after(() => server.stop());
    const net = { ...settings, url: server.url, remote_name: "bands" };
    const { run } = await makeHealth(t, { health: { eeg_segmenter: net } });
    // Two stretches of 20 s with 100 s between them; slow waves at the end of one and the start of the other.
    const records = 20;
    const file: WrittenFile = {
      plus: "D",
      recordSec: 2,
      records,
      signals: [{ label: "EEG Cz", samples: wave(40, [15, 25]) }],
      notes: Array.from(
        { length: records },
        (_, at) => `+${2 * at + (at < 10 ? 0 : 100)}\x14\x14\0`,
      ),
    };
    const { output, local } = (await run("health.analyze", eegBody(file))).payload as Payload;
    assert.match(local.segmentation.note, /inference server/);
    const places = output.segments.map((each: Payload) => [each.start_sec, each.end_sec]);
    assert.equal(places.length, 2, JSON.stringify(places));
    for (const [at, [from, to]] of [
      [15, 20],
      [120, 125],
    ].entries()) {
      near(places[at][0], from!, 0.5);
      near(places[at][1], to!, 0.5);
    }
    await server.stop();
    const away = (await run("health.analyze", eegBody(file))).payload as Payload;
    assert.deepEqual([away.output.segments, away.output.seizure_detected], [null, null]);
    assert.deepEqual(
      away.missing.map(({ part, setting }: Payload) => [part, setting]),
      [
        ["seizure_detected", "health.eeg_segmenter"],
        ["segments", "health.eeg_segmenter"],
        ["interpretation", "uplink.endpoints[].data"],
      ],
    );
    assert.match(away.missing[1].reason, /does not answer/);
  });

  test("a net and a recording that do not fit together are told as such, and the measurements stay", async (t) => {
    const compute = new HealthChildren({ clock: systemClock });
    t.after(() => compute.stop());
    const path = await netFile(t);
    const fit: StepModel = {
      ...shape,
      from: { path },
      channels: 1,
      channelLabels: null,
      classes: ["background", "seizure"],
      hopSec: 4,
      background: "background",
      threshold: 0.5,
      joinSec: 0,
      minSec: 0,
    };
    const file = edfFile({ records: 10, signals: [{ label: "EEG Cz-REF", samples: wave(10) }] });
    const problemOf = async (change: Partial<StepModel>): Promise<string | null> => {
      const segmenter = { ...fit, ...change };
      const options = { signalType: "eeg", mainsHz: 50, segmenter } as const;
      const { analysis, segmentation, segmentationProblem } = await compute.signals(
        { file },
        options,
      );
      assert.equal(analysis.usableChannels, 1);
      assert.equal(segmentation === null, segmentationProblem !== null);
      return segmentationProblem;
    };
    assert.equal(await problemOf({}), null);
    assert.equal(await problemOf({ channelLabels: ["cz"] }), null);
    const faults: readonly (readonly [Partial<StepModel>, RegExp])[] = [
      [{ classes: ["a", "b", "c"] }, /scores for 2 classes, not 3/],
      [{ stepSec: 1, hopSec: 4 }, /16 time steps for a window, not the 8 of step_seconds: 1/],
      [{ channels: 2 }, /needs 2 eeg channels .* there are 1/],
      [{ sampleRateHz: 512 }, /at least 256 samples a second, and there are 0/],
      [{ channelLabels: ["Fp1"] }, /needs the channel Fp1/],
      [{ windowSec: 4, hopSec: 2 }, /model: cannot be used .*(1024|dimension)/i],
      [{ windowSec: 12, hopSec: 2 }, /shorter than one of its windows/],
      [{ from: { path: `${path}-none` } }, /cannot be used/],
    ];
    for (const [change, expected] of faults)
      assert.match((await problemOf(change)) ?? "", expected);
  });
});

const bonn = join(sharedDir, "eeg/bonn");
const skip = existsSync(bonn) ? false : "the shared recordings are not there";

describe("on real recordings", { skip }, () => {
  const bonnHz = 173.61;
  const realBands: BandPowerNet["bands"] = [
    [2, 3],
    [4, 7],
    [8, 12],
    [13, 20],
    [21, 30],
  ];

  /** 23.6 s of one channel in microvolts. */
  function read(set: "S" | "Z", at: number): number[] {
    const name = `${set}${String(at).padStart(3, "0")}.txt`;
    return readFileSync(join(bonn, name), "utf8").trim().split(/\s+/).map(Number);
  }

  /** Log powers of each step of a recording. */
  async function featuresOf(session: ort.InferenceSession, samples: number[]): Promise<number[][]> {
    const recording = readRaw({ channelCount: 1, sampleRateHz: bonnHz, data: [samples] });
    const { channels } = analyse(recording, { signalType: "eeg", mainsHz: 50 });
    const plan = { ...shape, channels: 1, channelLabels: null, gridSec: 0.5, hopSec: 8 };
    const rows: number[][] = [];
    for (const { data, dims } of windowsFor(plan, { recording, channels, kind: "eeg" })) {
      const output = (await session.run({ signal: new ort.Tensor("float32", data, dims) }))[
        "logs"
      ]!;
      const [windows, size, steps] = output.dims as [number, number, number];
      for (let at = 0; at < windows * steps; at += 1) {
        const [window, step] = [Math.floor(at / steps), at % steps];
        const row = Array.from({ length: size }, (_, band) =>
          Number(output.data[(window * size + band) * steps + step]),
        );
        rows.push(row);
      }
    }
    return rows;
  }

  test("a net that was trained on some finds the seizures in others, where they are", async (t) => {
    const bank = bandPowerNet({ ...shape, bands: realBands });
    const session = await ort.InferenceSession.create(bank, { logSeverityLevel: 4 });
    const [features, isIt]: [number[][], boolean[]] = [[], []];
    for (const set of ["S", "Z"] as const) {
      for (let at = 1; at <= 6; at += 1) {
        const rows = await featuresOf(session, read(set, at));
        features.push(...rows);
        isIt.push(...rows.map(() => set === "S"));
      }
    }
    await session.release();
    const file = await netFile(t, { bands: realBands, classes: fitTwoClasses(features, isIt) });
    const net = { ...settings, file, join_seconds: 2, min_seconds: 4 };
    const { run } = await makeHealth(t, { health: { eeg_segmenter: net } });
    // Of six others: nothing, a seizure, nothing; and one recording of nothing alone.
    const lengthSec = 4097 / bonnHz;
    const answers = async (samples: number[]): Promise<Payload> => {
      // The header has eight characters for it.
      const body = { records: 1, recordSec: Number((samples.length / bonnHz).toFixed(4)) };
      const digital = samples.map((each) => Math.round((each / 3200) * 32_767));
      const signals = [{ label: "EEG", samples: digital }];
      return (await run("health.analyze", eegBody({ ...body, signals }))).payload;
    };
    for (const at of [7, 8, 9]) {
      const { output } = await answers([...read("Z", at), ...read("S", at), ...read("Z", at + 3)]);
      const found = JSON.stringify(output.segments);
      assert.equal(output.segments.length, 1, found);
      near(output.segments[0].start_sec, lengthSec, 2);
      near(output.segments[0].end_sec, 2 * lengthSec, 2);
      assert.equal(output.seizure_detected, true);
    }
    const { output, local } = await answers([...read("Z", 10), ...read("Z", 11)]);
    assert.deepEqual([output.segments, output.seizure_detected], [[], false]);
    assert.match(JSON.stringify(output.findings), /marks no segments/);
    assert.equal(local.segmentation.classes[0].segments, 0);
  });
});
