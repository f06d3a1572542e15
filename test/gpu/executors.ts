/** The executors' suite with every GPU provider whose libraries are installed; `npm run test:gpu`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OnnxExecutor, onnxProviders } from "../../src/adapters/inference/onnx/onnx-executor.ts";
import { executorConformance } from "../conformance/executor.ts";
import { writeMovingDog } from "../support/perception/moving-dog.ts";

for (const provider of onnxProviders.filter((one) => one !== "cpu")) {
  const executor = new OnnxExecutor({ provider, threads: 1 });
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-gpu-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const obstacle = await executor.obstacle(writeMovingDog(folder));
  executorConformance(executor.name, {
    skip: obstacle ?? false,
    make: (_t, isBroken) => {
      const model = writeMovingDog(folder, isBroken ? Number.NaN : undefined);
      return Promise.resolve({ executor, model });
    },
  });
}
