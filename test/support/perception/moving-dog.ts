import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelManifest } from "../../../src/perception/models/model-manifest.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { type ConstantOutput, constantNet } from "../inference/onnx-bytes.ts";

const width = 128;
const height = 96;
/** How far a box moves for each unit of the picture's sum. */
const GAIN = 1e-8;

/** A picture of the net's size in which every byte value occurs. */
export const dogFrame = Uint8Array.from(
  { length: width * height * 3 },
  (_, at) => (at * 37 + (at >> 8) * 101) & 255,
);

const shift = dogFrame.reduce((sum, byte) => sum + byte, 0) * GAIN;

/** The one box that a right executor sees in `dogFrame`, in pixels of the net: `x1,y1,x2,y2`. */
export const movedDog: readonly number[] = [
  (0.5 + shift - (0.5 + shift) / 2) * width,
  (0.5 + shift - (0.25 + shift) / 2) * height,
  (0.5 + shift + (0.5 + shift) / 2) * width,
  (0.5 + shift + (0.25 + shift) / 2) * height,
];

/** Outputs of a net that sees one dog, further right and lower the brighter the picture is. */
export function movingDogOutputs(logit = 3): ConstantOutput[] {
  return [
    { name: "boxes", dims: [1, 1, 4], values: [0.5, 0.5, 0.5, 0.25], gain: GAIN },
    { name: "logits", dims: [1, 1, 3], values: [-9, logit, -9] },
  ];
}

/** Its manifest, for weights with that checksum. */
export function movingDogManifest(file: string, sha256: string): ModelManifest {
  return {
    name: "moving-dog",
    file,
    sha256,
    licence: "Apache-2.0",
    source: "made by the tests",
    input: {
      name: "images",
      width,
      height,
      layout: "nhwc",
      dtype: "uint8",
      colour: "rgb",
      fit: "letterbox-topleft",
    },
    head: { type: "detr", boxes: "boxes", logits: "logits", activation: "sigmoid" },
    labels: ["cat", "dog", ""],
  };
}

/** Writes the net as ONNX; `logit` NaN makes it one that no executor may accept. */
export function writeMovingDog(folder: string, logit?: number): InstalledModel {
  const net = constantNet({ width, height }, movingDogOutputs(logit));
  const filePath = join(folder, "moving-dog.onnx");
  writeFileSync(filePath, net);
  const sha256 = createHash("sha256").update(net).digest("hex");
  const manifest = movingDogManifest("moving-dog.onnx", sha256);
  return { manifest, filePath, goldenPath: undefined };
}
