import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { readCatalogue } from "../../../../src/perception/models/catalogue.ts";
import { readManifests } from "../../../../src/perception/models/read-manifests.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { noSharedModels, sharedDir } from "../../../support/inference/shared-models.ts";
import { shippedModels } from "../../../support/perception/marked-footage.ts";

/** Stated values have two digits. */
const maxError = 0.02;
const shared = {
  "yolox-nano": "yolox_nano_416",
  "nanodet-plus-m": "nanodetplus_m_416",
  "picodet-s": "picodet_s_416",
};

interface ProfiledNode {
  cat: string;
  name: string;
  args: {
    op_name?: string;
    input_type_shape?: Record<string, number[]>[];
    output_type_shape?: Record<string, number[]>[];
  };
}

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** Billions of multiplications in the convolutions of one frame, from the shapes in ONNX Runtime's profile. */
async function measuredGmacs(t: TestContext, file: string): Promise<number> {
  const dir = await tempDir(t);
  const session = await InferenceSession.create(file, {
    enableProfiling: true,
    profileFilePrefix: join(dir, "profile"),
    graphOptimizationLevel: "disabled",
    intraOpNumThreads: 1,
    logSeverityLevel: 4,
  });
  const feeds: Record<string, Tensor> = {};
  for (const input of session.inputMetadata) {
    assert.ok(input.isTensor);
    const shape = input.shape.map((size) => (typeof size === "number" && size > 0 ? size : 1));
    const values =
      input.type === "uint8" ? new Uint8Array(product(shape)) : new Float32Array(product(shape));
    feeds[input.name] = new Tensor(values, shape);
  }
  await session.run(feeds);
  session.endProfiling();
  await session.release();
  const [profile] = readdirSync(dir);
  const nodes = JSON.parse(readFileSync(join(dir, profile!), "utf8")) as ProfiledNode[];
  const convolutions = nodes.filter(
    ({ name, args }) => name.endsWith("_kernel_time") && args.op_name === "Conv",
  );
  const shapeOf = (one: Record<string, number[]> | undefined): number[] => Object.values(one!)[0]!;
  const macs = convolutions.map(({ args }) => {
    const [, , height, width] = shapeOf(args.output_type_shape![0]);
    return product(shapeOf(args.input_type_shape![1])) * height! * width!;
  });
  return macs.reduce((sum, one) => sum + one, 0) / 1e9;
}

function assertStated(name: string, stated: number | undefined, measured: number): void {
  const error = Math.abs(measured / stated! - 1);
  assert.ok(error <= maxError, `${name}: ${stated} is stated, ${measured.toFixed(3)} measured`);
}

test("the shipped model states the multiplications that it needs", async (t) => {
  const [shipped] = (await readManifests([shippedModels])).models;
  const { name, gmacs, file } = shipped!.manifest;
  assertStated(name, gmacs, await measuredGmacs(t, join(shippedModels, file)));
});

test(
  "models of the catalogue state the multiplications that they need",
  { skip: noSharedModels },
  async (t) => {
    const { entries } = await readCatalogue(shippedModels);
    for (const [name, file] of Object.entries(shared)) {
      const entry = entries.find((one) => one.name === name);
      const measured = await measuredGmacs(t, join(sharedDir, "models", `${file}.onnx`));
      assertStated(name, entry?.gmacs, measured);
    }
  },
);
