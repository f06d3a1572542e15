import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { onnxEditor } from "../../../src/adapters/inference/onnx-graph/onnx-editor.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { readManifests } from "../../../src/perception/models/read-manifests.ts";
import { installSharedModel, noSharedModels } from "./shared-models.ts";

/**
 * What the benches run: the first model of `models/`, else the shared YOLOX-nano with its
 * pre-processing put into the net as `gatehouse models add` does, written into `dir`.
 */
export async function benchModel(dir: string): Promise<InstalledModel | undefined> {
  const own = await readManifests([resolve(import.meta.dirname, "../../../models")]);
  if (own.models[0]) return own.models[0];
  if (noSharedModels) return undefined;
  installSharedModel(dir, "yolox_nano_416");
  const { models } = await readManifests([dir]);
  const { manifest, filePath } = models[0]!;
  const baked = onnxEditor.bake(readFileSync(filePath), manifest.input)!;
  writeFileSync(join(dir, "baked.onnx"), baked.bytes);
  const sha256 = createHash("sha256").update(baked.bytes).digest("hex");
  const card = { ...manifest, name: "yolox-nano-baked", file: "baked.onnx", sha256 };
  const file = join(dir, "yolox-nano-416.yaml");
  writeFileSync(file, JSON.stringify({ ...card, input: baked.input }));
  return (await readManifests([dir])).models[0];
}
