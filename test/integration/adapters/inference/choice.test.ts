import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { goldenCheck } from "../../../../src/adapters/inference/onnx/golden.ts";
import { InferenceServerExecutor } from "../../../../src/adapters/inference/inference-server/inference-server-executor.ts";
import { OnnxExecutor } from "../../../../src/adapters/inference/onnx/onnx-executor.ts";
import { chooseExecutor } from "../../../../src/adapters/vision/child/executor-choice.ts";
import { type ModelState, ModelStore } from "../../../../src/adapters/vision/child/model-store.ts";
import type { Executor } from "../../../../src/perception/models/executor.ts";
import type { InstalledModel } from "../../../../src/perception/models/installed-model.ts";
import { executorConformance } from "../../../conformance/executor.ts";
import {
  dogFrame,
  movedDog,
  movingDogOutputs,
  writeMovingDog,
} from "../../../support/perception/moving-dog.ts";
import { SlowExecutor } from "../../../support/inference/slow-executor.ts";
import { startStrictServer } from "../../../support/inference/strict-inference-server.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const onnx = new OnnxExecutor({ threads: 1 });
const wholePicture = { offsetXPx: 0, offsetYPx: 0, widthPx: 128, heightPx: 96 };
const checkGolden = goldenCheck(() => Promise.resolve({ pixels: dogFrame, fit: wholePicture }));

/** The dog with a golden picture that shows it where it belongs. */
async function goldenDog(t: TestContext): Promise<InstalledModel> {
  const model = writeMovingDog(await tempDir(t));
  const [x1, y1, x2, y2] = movedDog as [number, number, number, number];
  const box = [x1 / 128, y1 / 96, x2 / 128, y2 / 96];
  const boxes = [{ label: "dog", box }];
  const golden = { image: "golden.png", boxes, tolerance: 0.001 };
  return { ...model, manifest: { ...model.manifest, golden }, goldenPath: "golden.png" };
}

/** An executor that answers fast and wrong, as a GPU with a faulty driver does. */
class WrongExecutor extends SlowExecutor {
  override readonly name = "wrong";

  constructor() {
    super(onnx, 0);
  }

  override async load(model: InstalledModel) {
    const net = await super.load(model);
    const [, logits] = movingDogOutputs();
    return {
      ...net,
      run: async () => {
        return new Map([
          ["boxes", { dims: [1, 1, 4], data: Float32Array.of(0.2, 0.2, 0.1, 0.1) }],
          ["logits", { dims: [1, 1, 3], data: Float32Array.from(logits!.values) }],
        ]);
      },
    };
  }
}

function storeOf(model: InstalledModel, executors: readonly Executor[]): ModelStore {
  return new ModelStore([model], {
    choose: (one) => chooseExecutor(one, { executors, checkGolden, announce: () => {} }),
    runsElsewhere: () => true,
  });
}

executorConformance("stand-in for a slow machine", {
  async make(t, isBroken) {
    const model = writeMovingDog(await tempDir(t), isBroken ? Number.NaN : undefined);
    return { executor: new SlowExecutor(onnx, 5), model };
  },
});

test("the fastest executor that sees the golden picture is used, and what was tried is told", async (t) => {
  const model = await goldenDog(t);
  const slow = new SlowExecutor(onnx, 100);
  const cuda = new OnnxExecutor({ provider: "cuda", threads: 1 });
  const store = storeOf(model, [new WrongExecutor(), cuda, slow, onnx]);
  await store.open();
  assert.deepEqual(store.states()[0]!.tried, []);
  const detector = await store.load("moving-dog");
  t.after(() => detector.close());
  const [{ state, executor, note, tried }] = store.states() as [ModelState];
  assert.equal(state, "loaded");
  assert.equal(executor, "onnx");
  assert.match(note, /on the CPU, threads: 1; .* ms a frame, the fastest of 2 that answer right/);
  const outcomes = tried.map((one) => [one.executor, one.outcome]);
  assert.match(outcomes[0]!.join(), /wrong,.*golden picture: its dog.*not detected/);
  assert.match(outcomes[1]!.join(), /onnx-cuda,not installed/);
  assert.deepEqual(outcomes.slice(2), [
    ["slow-onnx", "slower"],
    ["onnx", "chosen"],
  ]);
  assert.equal(tried[0]!.ms, null);
  assert.ok(tried[2]!.ms! > tried[3]!.ms!);
});

test("when no executor is right the model is refused with the reason", async (t) => {
  const store = storeOf(await goldenDog(t), [new WrongExecutor()]);
  await store.open();
  const refusal = { code: "model_unavailable", message: /golden picture/ };
  await assert.rejects(store.load("moving-dog"), refusal);
  assert.equal(store.states()[0]!.state, "refused");
  assert.equal(store.states()[0]!.executor, null);
});

test("a model whose file is elsewhere runs on a server alone", async (t) => {
  const model = await goldenDog(t);
  const server = await startStrictServer({ name: "moving-dog", path: model.filePath });
  t.after(() => server.stop());
  const remote = new InferenceServerExecutor([{ model: "moving-dog", url: server.url }]);
  const absent = { ...model, filePath: `${model.filePath}.absent` };
  const store = storeOf(absent, [onnx, remote]);
  await store.open();
  server.behaviour.isReady = false;
  const refusal = { code: "model_unavailable", message: /is not there; .* not ready/ };
  await assert.rejects(store.load("moving-dog"), refusal);
  assert.equal(await store.recheck(), false);
  server.behaviour.isReady = true;
  assert.equal(await store.recheck(), true);
  assert.equal(store.states()[0]!.state, "installed");
  const detector = await store.load("moving-dog");
  t.after(() => detector.close());
  assert.equal(store.states()[0]!.executor, "inference-server");
  assert.match(store.states()[0]!.note, /onnxruntime_onnx.*the only one that answers right/);
});

test("a server that goes is replaced by this box, and taken again when it is back", async (t) => {
  const model = await goldenDog(t);
  const server = await startStrictServer({ name: "moving-dog", path: model.filePath });
  t.after(() => server.stop());
  const remote = new InferenceServerExecutor([{ model: "moving-dog", url: server.url }]);
  const store = storeOf(model, [remote, new SlowExecutor(onnx, 100)]);
  await store.open();
  const before = await store.load("moving-dog");
  assert.equal(store.states()[0]!.executor, "inference-server");

  server.behaviour.isReady = false;
  assert.equal(await store.forget(before, "it went away"), true);
  assert.equal(await store.forget(before, "it went away"), false);
  assert.match(store.states()[0]!.note, /chosen again.*it went away/);
  const meanwhile = await store.load("moving-dog");
  assert.equal(store.states()[0]!.executor, "slow-onnx");
  assert.equal(await store.recheck(), false);
  assert.equal(await store.load("moving-dog"), meanwhile);

  server.behaviour.isReady = true;
  assert.equal(await store.recheck(), true);
  assert.equal(await store.load("moving-dog"), meanwhile, "streams keep their detector");
  t.after(() => meanwhile.close());
  assert.equal((await meanwhile.detect([dogFrame], 0.4))[0]!.length, 1);
  assert.equal(store.states()[0]!.executor, "inference-server");
  assert.equal(await store.recheck(), false);
});
