import { availableParallelism } from "node:os";
import { InferenceServerExecutor } from "../../inference/inference-server/inference-server-executor.ts";
import { OnnxExecutor, onnxProviders } from "../../inference/onnx/onnx-executor.ts";
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
  return [
    ...onnxProviders.map((provider) => new OnnxExecutor({ provider, threads: count })),
    ...(inferenceServers.length === 0 ? [] : [new InferenceServerExecutor(inferenceServers)]),
    new TfjsExecutor(),
  ];
}
