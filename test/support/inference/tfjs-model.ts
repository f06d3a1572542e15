import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { movingDogManifest, movingDogOutputs } from "../perception/moving-dog.ts";

interface Weight {
  name: string;
  shape: readonly number[];
  dtype: "float32" | "int32";
  values: readonly number[];
}

const types = { float32: "DT_FLOAT", int32: "DT_INT32" } as const;

function shapeOf(dims: readonly number[]): Record<string, unknown> {
  return { dim: dims.map((size) => ({ size: String(size) })) };
}

function constant({ name, dtype, shape }: Weight): Record<string, unknown> {
  const tensor = { dtype: types[dtype], tensorShape: shapeOf(shape) };
  return { name, op: "Const", attr: { dtype: { type: types[dtype] }, value: { tensor } } };
}

/** Writes the net of `moving-dog.ts` as a TF.js graph model with its weights in one shard. */
export function writeTfjsDog(folder: string, logit?: number): InstalledModel {
  const outputs = movingDogOutputs(logit);
  const weights: Weight[] = [
    { name: "axes", shape: [4], dtype: "int32", values: [0, 1, 2, 3] },
    ...outputs.flatMap(({ name, dims, values, gain = 0 }): Weight[] => [
      { name: `${name}_gain`, shape: [], dtype: "float32", values: [gain] },
      { name: `${name}_constant`, shape: dims, dtype: "float32", values },
    ]),
  ];
  const float = { T: { type: "DT_FLOAT" } };
  const picture = { dtype: { type: "DT_UINT8" }, shape: { shape: shapeOf([1, 96, 128, 3]) } };
  const cast = { SrcT: { type: "DT_UINT8" }, DstT: { type: "DT_FLOAT" } };
  const node = [
    { name: "images", op: "Placeholder", attr: picture },
    ...weights.map(constant),
    { name: "floats", op: "Cast", input: ["images"], attr: cast },
    {
      name: "sum",
      op: "Sum",
      input: ["floats", "axes"],
      attr: { ...float, keep_dims: { b: false } },
    },
    ...outputs.flatMap(({ name }) => [
      { name: `${name}_part`, op: "Mul", input: ["sum", `${name}_gain`], attr: float },
      { name, op: "AddV2", input: [`${name}_constant`, `${name}_part`], attr: float },
    ]),
  ];
  const shard = "group1-shard1of1.bin";
  const json = {
    format: "graph-model",
    modelTopology: { node, versions: { producer: 440 } },
    signature: {
      inputs: { images: { name: "images:0" } },
      outputs: Object.fromEntries(outputs.map(({ name }) => [name, { name: `${name}:0` }])),
    },
    weightsManifest: [
      {
        paths: [shard],
        weights: weights.map(({ name, shape, dtype }) => ({ name, shape, dtype })),
      },
    ],
  };
  const bytes = weights.map(({ dtype, values }) => {
    const data = dtype === "int32" ? Int32Array.from(values) : Float32Array.from(values);
    return Buffer.from(data.buffer);
  });
  const filePath = join(folder, "model.json");
  writeFileSync(filePath, JSON.stringify(json));
  writeFileSync(join(folder, shard), Buffer.concat(bytes));
  const hash = createHash("sha256");
  for (const path of [filePath, join(folder, shard)]) hash.update(readFileSync(path));
  const manifest = movingDogManifest("model.json", hash.digest("hex"));
  return { manifest, filePath, goldenPath: undefined };
}
