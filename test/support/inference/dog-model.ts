import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConstantOutput, constantNet, type NetChange } from "./onnx-bytes.ts";

/** One box in the middle and one in the corner. */
export const dogBoxes: readonly number[] = [0.5, 0.5, 0.5, 0.25, 0.1, 0.1, 0.05, 0.05];
/** Logits of which only the first query's second class stands out. */
export const dogOutputs: readonly ConstantOutput[] = [
  { name: "boxes", dims: [1, 2, 4], values: dogBoxes },
  { name: "logits", dims: [1, 2, 3], values: [-9, 3, -9, -9, -9, -9] },
];

/** Installs a DETR-like net that sees one dog in the middle of every picture. */
export function installDog(
  folder: string,
  name: string,
  change: {
    outputs?: readonly ConstantOutput[];
    manifest?: Record<string, unknown>;
    net?: NetChange;
  } = {},
): void {
  const net = constantNet({ width: 128, height: 96 }, change.outputs ?? dogOutputs, change.net);
  writeFileSync(join(folder, `${name}.onnx`), net);
  const manifest = {
    name,
    file: `${name}.onnx`,
    sha256: createHash("sha256").update(net).digest("hex"),
    licence: "Apache-2.0",
    source: "made by the tests",
    input: {
      name: "images",
      width: 128,
      height: 96,
      layout: "nhwc",
      dtype: "uint8",
      colour: "rgb",
      fit: "letterbox-topleft",
    },
    head: { type: "detr", boxes: "boxes", logits: "logits", activation: "sigmoid" },
    labels: ["cat", "dog", ""],
    ...change.manifest,
  };
  writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(manifest));
}
