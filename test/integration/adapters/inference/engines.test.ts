import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, test, type TestContext } from "node:test";
import {
  EngineBuilder,
  type StartBuild,
  startBuild,
} from "../../../../src/adapters/inference/onnx/engine-builder.ts";
import { EngineCache } from "../../../../src/adapters/inference/onnx/engine-cache.ts";
import { goldenCheck } from "../../../../src/adapters/inference/onnx/golden.ts";
import { readGpuSetting } from "../../../../src/adapters/inference/onnx/gpu-setting.ts";
import {
  engineObstacle,
  OnnxExecutor,
} from "../../../../src/adapters/inference/onnx/onnx-executor.ts";
import { chooseExecutor } from "../../../../src/adapters/vision/child/executor-choice.ts";
import { ModelStore } from "../../../../src/adapters/vision/child/model-store.ts";
import type { Executor } from "../../../../src/perception/models/executor.ts";
import type { InstalledModel } from "../../../../src/perception/models/installed-model.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { SlowExecutor } from "../../../support/inference/slow-executor.ts";
import { dogFrame, writeMovingDog } from "../../../support/perception/moving-dog.ts";

const setting = {
  driver: "570.1",
  runtime: "onnxruntime 1, tensorrt 10",
  precision: "fp16",
} as const;
const onnx = new OnnxExecutor({ threads: 1 });
const checkGolden = goldenCheck(() => Promise.reject(new Error("no golden picture")));

/** Stands in for the builder: writes an engine where the environment says once `release` exists there. */
const script = `
import { existsSync, writeFileSync } from "node:fs";
const { ORT_TENSORRT_CACHE_PATH: dir, ORT_TENSORRT_ENGINE_CACHE_ENABLE: on, ORT_TENSORRT_FP16_ENABLE: half } = process.env;
const timer = setInterval(() => {
  if (!existsSync(dir + "/release")) return;
  clearInterval(timer);
  writeFileSync(dir + "/net.engine", JSON.stringify({ on, half }));
}, 20);
`;
const standIn: StartBuild = (_model, env) =>
  spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });

/** Stands in for TensorRT: fast once the engine lies where the environment says. */
function standInTensorrt(cache: EngineCache, builder: EngineBuilder): Executor {
  return {
    name: "onnx-tensorrt",
    patienceMs: 1000,
    mayAppear: true,
    obstacle: async (model) => engineObstacle(await builder.progress(model)),
    engine: (model) => builder.progress(model),
    async load(model) {
      await stat(join(cache.folderOf(model), "net.engine"));
      return await onnx.load(model);
    },
  };
}

async function cacheIn(t: TestContext, maxBytes?: number): Promise<EngineCache> {
  const dir = join(await tempDir(t), "engines");
  return new EngineCache({ dir, setting, ...(maxBytes === undefined ? {} : { maxBytes }) });
}

function withSha(model: InstalledModel, digit: string): InstalledModel {
  return { ...model, manifest: { ...model.manifest, sha256: digit.repeat(64) } };
}

describe("the engine of a model", () => {
  test("is built in another process while the processor serves, and taken between two frames", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const cache = await cacheIn(t);
    const builder = new EngineBuilder({ cache, start: standIn });
    const executors = [standInTensorrt(cache, builder), new SlowExecutor(onnx, 100)];
    const store = new ModelStore([model], {
      choose: (one) => chooseExecutor(one, { executors, checkGolden, announce: () => {} }),
      runsElsewhere: () => false,
    });
    await store.open();
    const detector = await store.load("moving-dog");
    t.after(() => detector.close());
    const state = () => store.states()[0]!;
    assert.equal(state().executor, "slow-onnx");
    assert.equal(state().engine?.state, "building");
    assert.equal(state().tried[0]!.outcome, "its engine is being built");
    assert.equal(await store.recheck(), false, "nothing has changed");

    await writeFile(join(cache.folderOf(model), "release"), "");
    await builder.idle();
    const during = detector.detect([dogFrame], 0.4);
    assert.equal(await store.recheck(), true);
    assert.equal((await during)[0]!.length, 1);
    assert.equal(state().executor, "onnx-tensorrt");
    assert.deepEqual(state().engine, { state: "ready", reason: null });
    assert.equal(await store.load("moving-dog"), detector, "streams keep their detector");
    assert.equal((await detector.detect([dogFrame], 0.4))[0]!.length, 1);
    const built = await readFile(join(cache.folderOf(model), "net.engine"), "utf8");
    assert.deepEqual(JSON.parse(built), { on: "1", half: "1" });
  });

  test("that cannot be built is a state with its reason, and is not tried again", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const cache = await cacheIn(t);
    let starts = 0;
    const start: StartBuild = () => {
      starts += 1;
      return spawn("sh", ["-c", "echo 'out of GPU memory' >&2; kill -SEGV $$"]);
    };
    const builder = new EngineBuilder({ cache, start });
    assert.equal((await builder.progress(model)).state, "building");
    await builder.idle();
    const failed = { state: "failed", reason: "out of GPU memory" };
    assert.deepEqual(await builder.progress(model), failed);
    assert.deepEqual(await new EngineBuilder({ cache, start }).progress(model), failed);
    assert.equal(starts, 1);
    assert.match(engineObstacle(await builder.progress(model))!, /could not be built: out of GPU/);
  });

  test("that takes too long, or whose builder does not start, has failed", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    for (const [start, reason] of [
      [() => spawn("sleep", ["60"]), /longer than 0.05 s/],
      [() => spawn("/no/such/program"), /ENOENT/],
    ] as const) {
      const builder = new EngineBuilder({ cache: await cacheIn(t), start, timeoutMs: 50 });
      await builder.progress(model);
      await builder.idle();
      assert.match((await builder.progress(model)).reason!, reason);
    }
  });

  test("is built by a process of the lowest priority", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const child = startBuild(model, {});
    t.after(() => child.kill("SIGKILL"));
    assert.equal(getPriority(child.pid), 19);
  });

  test("cannot be built without a GPU, and the builder says what is missing", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const atLowPriority = startBuild(model, {});
    atLowPriority.kill("SIGKILL");
    const [program, ...args] = atLowPriority.spawnargs;
    const builder = new EngineBuilder({
      cache: await cacheIn(t),
      start: () => spawn(program!, args, { stdio: ["ignore", "ignore", "pipe"] }),
    });
    await builder.progress(model);
    await builder.idle();
    const { state, reason } = await builder.progress(model);
    assert.equal(state, "failed");
    assert.match(reason!, /moving-dog/);
  });
});

describe("the cache of engines", () => {
  test("has a folder for each model, driver, version and precision", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const dir = await tempDir(t);
    const folders = [
      new EngineCache({ dir, setting }).folderOf(model),
      new EngineCache({ dir, setting: { ...setting, driver: "575.0" } }).folderOf(model),
      new EngineCache({ dir, setting: { ...setting, runtime: "other" } }).folderOf(model),
      new EngineCache({ dir, setting: { ...setting, precision: "fp32" } }).folderOf(model),
      new EngineCache({ dir, setting }).folderOf({ ...model, withFeatures: true }),
      new EngineCache({ dir, setting }).folderOf(withSha(model, "a")),
    ];
    assert.equal(new Set(folders).size, folders.length);
  });

  test("keeps below its bound: the engine that was used longest ago goes, never the newest", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const cache = await cacheIn(t, 2500);
    const models = ["a", "b", "c"].map((digit) => withSha(model, digit));
    for (const [index, one] of models.entries()) {
      await cache.begin(one);
      const file = join(cache.folderOf(one), "net.engine");
      await writeFile(file, Buffer.alloc(1000));
      await cache.end(one);
      for (const name of await readdir(cache.folderOf(one))) {
        await utimes(join(cache.folderOf(one), name), 1000 + index, 1000 + index);
      }
      if (index === 1) await cache.stateOf(models[0]!);
    }
    const states = await Promise.all(models.map(async (one) => (await cache.stateOf(one)).state));
    assert.deepEqual(states, ["ready", "missing", "ready"]);
  });

  test("does not count an engine whose build was cut off", async (t) => {
    const model = writeMovingDog(await tempDir(t));
    const cache = await cacheIn(t);
    await cache.begin(model);
    await writeFile(join(cache.folderOf(model), "net.engine"), "half");
    assert.equal((await cache.stateOf(model)).state, "missing");
  });

  test("reads driver and versions of the box", async (t) => {
    const root = await tempDir(t);
    assert.match((await readGpuSetting("fp16", root)).driver, /^unknown$/);
    await mkdir(join(root, "sys/module/nvidia"), { recursive: true });
    await writeFile(join(root, "sys/module/nvidia/version"), "570.86.15\n");
    const libraries = join(root, "usr/lib/x86_64-linux-gnu");
    await mkdir(libraries, { recursive: true });
    await writeFile(join(libraries, "libnvinfer.so.10.7.0"), "");
    await symlink("libnvinfer.so.10.7.0", join(libraries, "libnvinfer.so.10"));
    const found = await readGpuSetting("fp32", root);
    assert.equal(found.driver, "570.86.15");
    assert.match(found.runtime, /^onnxruntime \d+\.\d+\.\d+, tensorrt 10\.7\.0$/);
  });
});
