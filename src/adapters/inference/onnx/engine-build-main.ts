/**
 * Builds the engine of the model in the first argument, an `InstalledModel` as JSON: TensorRT does so when a session
 * first runs. The process that starts it sets ORT_TENSORRT_* in its environment. Exit code 1, and the reason on
 * standard error, when it fails.
 */
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { describeError } from "../../../base/core/errors.ts";
import { Detector } from "./detector.ts";
import { OnnxExecutor } from "./onnx-executor.ts";

try {
  const model = JSON.parse(process.argv[2] ?? "") as InstalledModel;
  const detector = await Detector.load(
    model,
    new OnnxExecutor({ provider: "tensorrt", threads: 1 }),
  );
  await detector.close();
} catch (error) {
  process.stderr.write(describeError(error));
  process.exitCode = 1;
}
