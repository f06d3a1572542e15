import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { boxToNorm } from "../../../../src/adapters/inference/onnx/fit.ts";
import { goldenCheck, type ModelGolden } from "../../../../src/adapters/inference/onnx/golden.ts";
import { OnnxExecutor } from "../../../../src/adapters/inference/onnx/onnx-executor.ts";
import { chooseExecutor } from "../../../../src/adapters/vision/child/executor-choice.ts";
import { ModelStore } from "../../../../src/adapters/vision/child/model-store.ts";
import { readModelPicture } from "../../../../src/adapters/drawing/model-picture.ts";
import type { InstalledModel } from "../../../../src/perception/models/installed-model.ts";
import {
  parseModelManifest,
  readManifests,
} from "../../../../src/perception/models/read-manifests.ts";
import { dogBoxes, dogOutputs, installDog } from "../../../support/inference/dog-model.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
  sharedModelNames,
} from "../../../support/inference/shared-models.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { startVision, watchAll } from "../../../support/perception/vision-watch.ts";

let dir: string;
before(() => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-models-"));
});
after(() => rmSync(dir, { recursive: true }));

function storeOf(models: readonly InstalledModel[], checkGolden: ModelGolden): ModelStore {
  const executors = [new OnnxExecutor({ threads: 1 })];
  return new ModelStore(models, {
    choose: (model) => chooseExecutor(model, { executors, checkGolden, announce: () => {} }),
    runsElsewhere: () => false,
  });
}

function folder(name: string): string {
  return mkdtempSync(join(dir, name));
}

test("a DETR-like net sees through the whole chain, fit and labels included", async (t) => {
  const models = folder("dog");
  installDog(models, "dog-detr");
  const { vision, stop } = await startVision([models]);
  t.after(stop);
  assert.deepEqual(vision.labelsOf("dog-detr"), ["cat", "dog"]);
  assert.deepEqual(vision.labelsOf("auto"), ["cat", "dog"]);
  assert.equal(vision.labelsOf("no-such-model"), undefined);
  const clip = await makeClip({ seconds: 1 });
  const { results, models: told } = await watchAll(vision, clip, { model: "auto" });
  assert.deepEqual(told, [{ requested: "auto", used: "dog-detr", problem: null }]);
  assert.equal(results.length, clip.fragments.length);
  for (const { detections, detected } of results) {
    assert.ok(detected);
    assert.equal(detections.length, 1);
    const [{ label, boxNorm, score }] = detections as [(typeof detections)[0]];
    assert.equal(label, "dog");
    assert.ok(Math.abs(score - 0.9526) < 0.001);
    // 16:9 in 128 × 96 fills 72 rows from the top: rows 36–60 of 72.
    const expected = [0.25, 36 / 72, 0.75, 60 / 72];
    assert.ok(boxNorm.every((side, at) => Math.abs(side - expected[at]!) < 0.001));
  }
  const cats = await watchAll(vision, clip, { model: "dog-detr", labels: ["cat"] });
  assert.ok(cats.results.every((one) => one.detections.length === 0));
});

const flawed: readonly [what: string, why: RegExp, change: Parameters<typeof installDog>[2]][] = [
  ["another checksum", /sha256/, { manifest: { sha256: "0".repeat(64) } }],
  ["no file", /not there|cannot be used/, { manifest: { file: "absent.onnx" } }],
  [
    "outputs of another shape",
    /\[2, 3\] instead of/,
    { manifest: { labels: ["cat", "dog", "", "bird"] } },
  ],
  ["an input of another name", /images/, { manifest: { input: wrongInput() } }],
  [
    "an output that is not a number",
    /not a number/,
    {
      outputs: [
        { name: "boxes", dims: [1, 2, 4], values: dogBoxes.with(3, Number.NaN) },
        dogOutputs[1]!,
      ],
    },
  ],
];

function wrongInput(): Record<string, unknown> {
  return {
    name: "picture",
    width: 128,
    height: 96,
    layout: "nhwc",
    dtype: "uint8",
    colour: "rgb",
    fit: "stretch",
  };
}

for (const [what, why, change] of flawed) {
  test(`a model with ${what} is refused by name, and the stream sees motion instead`, async (t) => {
    const models = folder("flawed");
    installDog(models, "flawed-dog", change);
    const { vision, stop } = await startVision([models]);
    t.after(stop);
    const clip = await makeClip({ seconds: 1 });
    const { models: told, results } = await watchAll(vision, clip, { model: "flawed-dog" });
    assert.equal(told.length, 1);
    assert.equal(told[0]!.used, "motion");
    assert.equal(told[0]!.problem?.code, "model_unavailable");
    assert.match(told[0]!.problem!.message, /flawed-dog/);
    assert.match(told[0]!.problem!.message, why);
    assert.equal(results.length, clip.fragments.length);
    const state = vision.status().models.find((one) => one.name === "flawed-dog");
    assert.match(state!.note, why);
    assert.deepEqual(vision.labelsOf("auto"), ["motion"]);
  });
}

test("auto passes over a model that cannot be used", async (t) => {
  const models = folder("auto");
  installDog(models, "a-flawed-one", { manifest: { sha256: "0".repeat(64) } });
  installDog(models, "b-good-one");
  const { vision, stop } = await startVision([models]);
  t.after(stop);
  const clip = await makeClip({ seconds: 1 });
  const { models: told } = await watchAll(vision, clip, { model: "auto" });
  assert.deepEqual(told, [{ requested: "auto", used: "b-good-one", problem: null }]);
});

test("a broken manifest is reported with its field and spoils no other", async () => {
  const models = folder("broken");
  installDog(models, "good-dog");
  installDog(models, "wide-dog", { manifest: { labels: [] } });
  writeFileSync(join(models, "no-yaml.yaml"), "a: [");
  const read = await readManifests([models, join(models, "absent")]);
  assert.deepEqual(
    read.models.map((one) => one.manifest.name),
    ["good-dog"],
  );
  assert.equal(read.broken.length, 2);
  assert.match(read.broken.map((one) => one.reason).join(), /labels/);
  assert.throws(() => parseModelManifest("name: x\nextra: 1", "/m/x.yaml"), {
    code: "model_unavailable",
  });
});

test("a model that does not see its golden picture is refused", async () => {
  for (const [label, isRefused] of [
    ["dog", false],
    ["cat", true],
  ] as const) {
    const models = folder("golden");
    const grey = Buffer.alloc(128 * 96 * 3, 90);
    const golden = {
      image: "golden.png",
      boxes: [{ label, box: [0.25, 0.375, 0.75, 0.625] }],
      tolerance: 0.02,
    };
    installDog(models, "golden-dog", { manifest: { golden } });
    const read = await readManifests([models]);
    const store = storeOf(
      read.models,
      goldenCheck(() =>
        Promise.resolve({
          pixels: grey,
          fit: { offsetXPx: 0, offsetYPx: 0, widthPx: 128, heightPx: 96 },
        }),
      ),
    );
    await store.open();
    const load = store.load("golden-dog");
    if (isRefused) await assert.rejects(load, { code: "model_unavailable", message: /cat/ });
    else assert.equal((await load).name, "golden-dog");
  }
});

/** The boxes that people drew on a picture of the shared set, as fractions. */
function labelledCars(xml: string): number[][] {
  const [, width, height] = /<width>(\d+)<\/width>.*?<height>(\d+)</s.exec(xml)!.map(Number);
  const pattern = /<name>car<.*?<xmin>(\d+)<.*?<ymin>(\d+)<.*?<xmax>(\d+)<.*?<ymax>(\d+)</gs;
  return [...xml.matchAll(pattern)].map(([, x1, y1, x2, y2]) => [
    Number(x1) / width!,
    Number(y1) / height!,
    Number(x2) / width!,
    Number(y2) / height!,
  ]);
}

function overlap(a: readonly number[], b: readonly number[]): number {
  const width = Math.min(a[2]!, b[2]!) - Math.max(a[0]!, b[0]!);
  const height = Math.min(a[3]!, b[3]!) - Math.max(a[1]!, b[1]!);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: readonly number[]): number => (box[2]! - box[0]!) * (box[3]! - box[1]!);
  return (width * height) / (area(a) + area(b) - width * height);
}

for (const name of sharedModelNames) {
  test(`${name} finds the cars that people marked`, { skip: noSharedModels }, async () => {
    const models = folder("shared");
    const installed = installSharedModel(models, name);
    const store = storeOf((await readManifests([models])).models, () => Promise.resolve());
    await store.open();
    const model = await store.load(installed);
    const pictures = join(sharedDir, "images/ibm_cars");
    const names = readdirSync(pictures).filter((one) => one.endsWith(".jpg"));
    let marked = 0;
    let found = 0;
    for (const picture of names.toSorted().slice(0, 8)) {
      const xml = readFileSync(join(pictures, picture.replace(".jpg", ".xml")), "utf8");
      const { pixels, fit } = await readModelPicture(join(pictures, picture), model.input);
      const [candidates] = await model.detect([pixels], 0.3);
      const seen = candidates!
        .filter((one) => ["car", "truck", "bus"].includes(model.labels[one.classIndex]!))
        .map((one) => boxToNorm(one, fit)!);
      const cars = labelledCars(xml);
      marked += cars.length;
      found += cars.filter((car) => seen.some((box) => overlap(car, box) > 0.5)).length;
    }
    assert.ok(marked >= 10 && found / marked > 0.7, `${found} of ${marked}`);
  });
}

test("people of a film are found in motion", { skip: noSharedModels }, async (t) => {
  const models = folder("people");
  const name = installSharedModel(models, "nanodetplus_m_416");
  const { vision, stop } = await startVision([models]);
  t.after(stop);
  const film = join(sharedDir, "video/vtest_arjun.avi");
  const clip = await makeClip({ input: ["-i", film], seconds: 4, gop: 25 });
  const { results } = await watchAll(vision, clip, {
    model: name,
    fpsCap: 2,
    minScore: 0.4,
    labels: ["person"],
  });
  assert.ok(results.length >= 8);
  assert.ok(results.every((one) => one.detections.length >= 2));
});
