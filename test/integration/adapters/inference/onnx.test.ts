import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OnnxExecutor } from "../../../../src/adapters/inference/onnx/onnx-executor.ts";
import { ThreadCounts, threadsFile } from "../../../../src/adapters/vision/child/thread-count.ts";
import { executorConformance } from "../../../conformance/executor.ts";
import { writeMovingDog } from "../../../support/perception/moving-dog.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

executorConformance("onnx on the CPU", {
  async make(t, isBroken) {
    const model = writeMovingDog(await tempDir(t), isBroken ? Number.NaN : undefined);
    return { executor: new OnnxExecutor({ threads: 1 }), model };
  },
});

test("a GPU whose libraries are absent is found by looking, not by trying", async (t) => {
  const model = writeMovingDog(await tempDir(t));
  const cuda = new OnnxExecutor({ provider: "cuda", threads: 1 });
  const obstacle = await cuda.obstacle(model);
  if (obstacle === undefined) t.skip("the libraries are installed here");
  else assert.match(obstacle, /libonnxruntime_providers_cuda/);
});

test("weights that were changed on the disk are not loaded", async (t) => {
  const model = writeMovingDog(await tempDir(t));
  const bytes = readFileSync(model.filePath);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(model.filePath, bytes);
  const executor = new OnnxExecutor({ threads: 1 });
  await assert.rejects(executor.load(model), { code: "model_unavailable", message: /sha256/ });
});

test("threads are measured once for a file and a number of cores, then read", async (t) => {
  const stateDir = await tempDir(t);
  const model = writeMovingDog(stateDir);
  const measured = await new ThreadCounts({ stateDir, cores: 2 }).countFor(model);
  assert.ok(measured === 1 || measured === 2);
  const path = join(stateDir, threadsFile);
  const kept = JSON.parse(readFileSync(path, "utf8")) as Record<string, number>;
  const [[key, count]] = Object.entries(kept) as [[string, number]];
  assert.equal(count, measured);
  assert.match(key, new RegExp(`^moving-dog ${model.manifest.sha256} .* 2$`));
  // What is kept counts, even where a measurement would say something else.
  writeFileSync(path, JSON.stringify({ [key]: 3 - measured }));
  assert.equal(await new ThreadCounts({ stateDir, cores: 2 }).countFor(model), 3 - measured);
  writeFileSync(path, "{ broken");
  assert.ok((await new ThreadCounts({ stateDir, cores: 2 }).countFor(model)) <= 2);
  assert.equal(await new ThreadCounts({ stateDir, cores: 1 }).countFor(model), 1);
});
