import { availableParallelism } from "node:os";
import { join } from "node:path";
import { EngineBuilder } from "../../inference/onnx/engine-builder.ts";
import { EngineCache } from "../../inference/onnx/engine-cache.ts";
import { readGpuSetting } from "../../inference/onnx/gpu-setting.ts";
import { InferenceServerExecutor } from "../../inference/inference-server/inference-server-executor.ts";
import {
  type OnnxEngines,
  OnnxExecutor,
  onnxProviders,
} from "../../inference/onnx/onnx-executor.ts";
import { TfjsExecutor } from "../../inference/tfjs/tfjs-executor.ts";
import type { Executor } from "../../../perception/models/executor.ts";
import type { VisionChildOptions } from "./protocol.ts";
import { ThreadCounts } from "./thread-count.ts";

/** Every way of running models that this process has, in the order of trials. */
export function executorsFor(options: VisionChildOptions): Executor[] {
  const { threads, stateDir, inferenceServers } = options;
  const cores = availableParallelism();
  const counts = new ThreadCounts({ stateDir, cores });
  const count = threads === "measure" ? counts.countFor.bind(counts) : threads;
  const engines = stateDir === undefined ? undefined : enginesIn(join(stateDir, "engines"));
  return [
    ...onnxProviders.map((provider) => {
      const own = provider === "tensorrt" && engines ? { engines } : {};
      return new OnnxExecutor({ provider, threads: count, ...own });
    }),
    ...(inferenceServers.length === 0 ? [] : [new InferenceServerExecutor(inferenceServers)]),
    new TfjsExecutor(),
  ];
}

/** TensorRT's engines below `dir`; driver and versions are read when the first one is needed. */
function enginesIn(dir: string): OnnxEngines {
  let parts: Promise<{ cache: EngineCache; builder: EngineBuilder }> | undefined;
  const prepare = async (): Promise<{ cache: EngineCache; builder: EngineBuilder }> => {
    // Half precision: the golden picture decides whether its boxes are right.
    const cache = new EngineCache({ dir, setting: await readGpuSetting("fp16") });
    return { cache, builder: new EngineBuilder({ cache }) };
  };
  return {
    progress: async (model) => await (await (parts ??= prepare())).builder.progress(model),
    environmentOf: async (model) => (await (parts ??= prepare())).cache.environmentOf(model),
  };
}
