import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tfjsObstacle } from "../../../../src/adapters/inference/tfjs/tfjs-runtime.ts";
import { TfjsExecutor } from "../../../../src/adapters/inference/tfjs/tfjs-executor.ts";
import { executorConformance } from "../../../conformance/executor.ts";
import { writeMovingDog } from "../../../support/perception/moving-dog.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { writeTfjsDog } from "../../../support/inference/tfjs-model.ts";

// TF.js is no dependency; a folder in which it is installed can be named here.
const folder = process.env["GATEHOUSE_TEST_TFJS_DIR"];
const from = folder === undefined ? import.meta.filename : join(folder, "package.json");
const skip = tfjsObstacle(from) ?? false;

executorConformance("tfjs", {
  skip,
  async make(t, isBroken) {
    const model = writeTfjsDog(await tempDir(t), isBroken ? Number.NaN : undefined);
    return { executor: new TfjsExecutor(from), model };
  },
});

test("a TF.js model is refused when any of its files was changed", async (t) => {
  const model = writeTfjsDog(await tempDir(t));
  const shard = join(model.filePath, "../group1-shard1of1.bin");
  const bytes = readFileSync(shard);
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(shard, bytes);
  const load = new TfjsExecutor(from).load(model);
  await assert.rejects(load, { code: "model_unavailable", message: /sha256/ });
});

test("a TF.js model reads no weights outside its folder", async (t) => {
  const model = writeTfjsDog(await tempDir(t));
  const json = readFileSync(model.filePath, "utf8").replace("group1-shard", "../group1-shard");
  writeFileSync(model.filePath, json);
  const load = new TfjsExecutor(from).load(model);
  await assert.rejects(load, { code: "model_unavailable", message: /outside its folder/ });
});

test("without TF.js the executor says what is not installed", async (t) => {
  const empty = await tempDir(t);
  const executor = new TfjsExecutor(join(empty, "package.json"));
  assert.match((await executor.obstacle(writeTfjsDog(empty)))!, /not installed: @tensorflow\/tfjs/);
  assert.match((await executor.obstacle(writeMovingDog(empty)))!, /not a TF.js model/);
});
