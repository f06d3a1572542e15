import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { InferenceServerExecutor } from "../../../../src/adapters/inference/inference-server/inference-server-executor.ts";
import type { InstalledModel } from "../../../../src/perception/models/installed-model.ts";
import { executorConformance } from "../../../conformance/executor.ts";
import { dogFrame, writeMovingDog } from "../../../support/perception/moving-dog.ts";
import {
  type StrictServer,
  startStrictServer,
} from "../../../support/inference/strict-inference-server.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const input = { data: dogFrame, dims: [1, 96, 128, 3] };

async function start(
  t: TestContext,
  change: { logit?: number; runTimeoutMs?: number } = {},
): Promise<{ server: StrictServer; executor: InferenceServerExecutor; model: InstalledModel }> {
  const model = writeMovingDog(await tempDir(t), change.logit);
  const server = await startStrictServer({ name: "dog_on_server", path: model.filePath });
  t.after(() => server.stop());
  const { name } = model.manifest;
  const executor = new InferenceServerExecutor(
    [{ model: name, url: server.url, remoteName: "dog_on_server" }],
    change.runTimeoutMs,
  );
  return { server, executor, model };
}

executorConformance("inference-server", {
  make: (t, isBroken) => start(t, isBroken ? { logit: Number.NaN } : {}),
});

test("the server's own words come through when it refuses a tensor", async (t) => {
  const { executor, model } = await start(t);
  const net = await executor.load(model);
  t.after(() => net.close());
  for (const [tensor, words] of [
    [{ ...input, dims: [1, 128, 96, 3] }, /unexpected shape for input 'images'/],
    [{ data: Float32Array.from(dogFrame), dims: input.dims }, /FP32.*wants UINT8/],
  ] as const) {
    await assert.rejects(net.run(tensor), { code: "model_unavailable", message: words });
  }
});

test("a model on the server that reads something else is refused when it is loaded", async (t) => {
  const { executor, model } = await start(t);
  for (const [change, words] of [
    [{ name: "pixels" }, /reads images instead of pixels/],
    [{ dtype: "float32" }, /UINT8 \[1, 96, 128, 3\] instead of FP32/],
    [{ width: 160 }, /instead of UINT8 \[1, 96, 160, 3\]/],
    [{ batch: 8 }, /instead of UINT8 \[-1, 96, 128, 3\]/],
  ] as const) {
    const manifest = { ...model.manifest, input: { ...model.manifest.input, ...change } };
    const load = executor.load({ ...model, manifest });
    await assert.rejects(load, { code: "model_unavailable", message: words });
  }
});

test("a server without the binary extension is read too", async (t) => {
  const { server, executor, model } = await start(t);
  server.behaviour.answersInJson = true;
  const net = await executor.load(model);
  t.after(() => net.close());
  const outputs = await net.run(input);
  assert.deepEqual(outputs.get("logits")!.data, Float32Array.of(-9, 3, -9));
});

test("a server that is not ready, or gone, is an obstacle with a reason", async (t) => {
  const { server, executor, model } = await start(t);
  server.behaviour.isReady = false;
  assert.match((await executor.obstacle(model))!, /not ready/);
  server.behaviour.isReady = true;
  assert.equal(await executor.obstacle(model), undefined);
  await server.stop();
  assert.match((await executor.obstacle(model))!, /does not answer.*ECONNREFUSED/);
  const other = { ...model, manifest: { ...model.manifest, name: "other" } };
  assert.match((await executor.obstacle(other))!, /no inference server is configured/);
});

test("a kept connection that broke is replaced without a failed run", async (t) => {
  const { server, executor, model } = await start(t);
  const net = await executor.load(model);
  t.after(() => net.close());
  await net.run(input);
  server.dropConnections();
  await net.run(input);
  assert.equal(server.runs, 2);
});

test("a server that hangs, or answers half, fails the run and not the next one", async (t) => {
  const { server, executor, model } = await start(t, { runTimeoutMs: 2000 });
  const net = await executor.load(model);
  t.after(() => net.close());
  server.behaviour.hangs = true;
  await assert.rejects(net.run(input), {
    code: "model_unavailable",
    message: /did not arrive within 2 s/,
  });
  server.behaviour.hangs = false;
  server.behaviour.cutsShort = true;
  await assert.rejects(net.run(input), { code: "model_unavailable", message: /cut short/ });
  server.behaviour.cutsShort = false;
  assert.equal((await net.run(input)).size, 2);
});
