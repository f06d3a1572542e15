import { InferenceServerExecutor } from "../../inference/inference-server/inference-server-executor.ts";
import { goldenCheck } from "../../inference/onnx/golden.ts";
import { Detector } from "../../inference/onnx/detector.ts";
import { OnnxExecutor, onnxProviders } from "../../inference/onnx/onnx-executor.ts";
import { frameBytes } from "../../inference/onnx/tensor.ts";
import { TfjsExecutor } from "../../inference/tfjs/tfjs-executor.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Executor } from "../../../perception/models/executor.ts";
import type { InferenceServerAddress } from "../../../perception/models/inference-servers.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import type { BenchRow, TrialResult } from "../../../perception/models/trials.ts";
import { readModelPicture } from "../../drawing/model-picture.ts";
import type { TrialAnswer, TrialTask } from "./protocol.ts";

/** Runs that are not counted: memory is laid out and caches are filled. */
const warmUpRuns = 2;
/** A bench of one way ends with so many runs, or after so long. */
const maxTrialRuns = 50;
const maxTrialMs = 2_000;
/** Score from which boxes are decoded: the site's default. */
const minScore = 0.4;

async function tryModel(model: InstalledModel): Promise<TrialResult> {
  const startMs = performance.now();
  const loaded = await Detector.load(model, new OnnxExecutor({ threads: 1 }));
  const loadMs = performance.now() - startMs;
  await goldenCheck((path, input) => readModelPicture(path, input))(loaded, model);
  const runMs = await timeOf(loaded, frameOf(model));
  return { loadMs, runMs };
}

async function bench(
  model: InstalledModel,
  executor: Executor,
  threads: number,
): Promise<BenchRow> {
  const loaded = await Detector.load(model, executor);
  const frame = frameOf(model);
  for (let run = 0; run < warmUpRuns; run += 1) await timeOf(loaded, frame);
  const times: number[] = [];
  const endMs = performance.now() + maxTrialMs;
  while (times.length === 0 || (times.length < maxTrialRuns && performance.now() < endMs)) {
    times.push(await timeOf(loaded, frame));
  }
  await loaded.close();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)]!;
  return {
    executor: executor.name,
    threads,
    runs: times.length,
    medianMs: at(0.5),
    p90Ms: at(0.9),
  };
}

async function timeOf(loaded: Detector, frame: Uint8Array): Promise<number> {
  const startMs = performance.now();
  await loaded.detect([frame], minScore);
  return performance.now() - startMs;
}

/** A picture with every value in it. */
function frameOf({ manifest }: InstalledModel): Uint8Array {
  return new Uint8Array(frameBytes(manifest.input)).map((_, at) => (at * 37 + (at >> 8)) & 255);
}

/** Everything but ONNX Runtime on the CPU. */
function otherExecutors(servers: readonly InferenceServerAddress[]): Executor[] {
  const accelerated = onnxProviders.filter((provider) => provider !== "cpu");
  return [
    ...accelerated.map((provider) => new OnnxExecutor({ provider, threads: 1 })),
    ...(servers.length === 0 ? [] : [new InferenceServerExecutor(servers)]),
    new TfjsExecutor(),
  ];
}

async function answerTo(task: TrialTask): Promise<TrialAnswer> {
  try {
    if (task.task === "try") return { result: await tryModel(task.model) };
    const rows: BenchRow[] = [];
    for (const threads of task.threads) {
      rows.push(await bench(task.model, new OnnxExecutor({ threads }), threads));
    }
    for (const executor of otherExecutors(task.servers)) {
      if (await executor.obstacle(task.model)) continue;
      rows.push(await bench(task.model, executor, 1));
    }
    return { result: rows };
  } catch (error) {
    return { refusal: GatehouseError.find(error)?.message ?? describeError(error) };
  }
}

process.once("message", (task: TrialTask) => {
  void answerTo(task).then((answer) => process.send?.(answer, () => process.disconnect()));
});
process.on("disconnect", () => process.exit(0));
