import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Data that lies beside a checkout and is never committed; tests skip where it is absent. */
export const sharedDir = resolve(import.meta.dirname, "../../../../shared/data");

const COCO_LABELS = join(sharedDir, "models/coco.names");

/** Why tests on the shared models are skipped, or false when the models are there. */
export const noSharedModels: string | false = existsSync(COCO_LABELS)
  ? false
  : "the shared models are not there";

const FLOAT_PLANES = { layout: "nchw", dtype: "float32" };
const BGR = { ...FLOAT_PLANES, colour: "bgr" };
const NANODET_INPUT = {
  ...BGR,
  name: "in0",
  fit: "letterbox-centre",
  pad: 0,
  mean: [103.53, 116.28, 123.675],
  std: [57.375, 57.12, 58.395],
};
const NANODET_HEAD = { type: "nanodet", strides: [8, 16, 32, 64] };

/** The nets of the shared models that our heads read: how they want pictures, and their head. */
const cards = {
  yolox_nano_416: {
    input: { ...BGR, name: "images", width: 416, height: 416, fit: "letterbox-topleft", pad: 114 },
    head: { type: "yolox", strides: [8, 16, 32] },
  },
  nanodetplus_m_416: {
    input: { ...NANODET_INPUT, width: 416, height: 416 },
    head: NANODET_HEAD,
  },
  nanodetplus_m_384x640: {
    input: { ...NANODET_INPUT, width: 640, height: 384 },
    head: NANODET_HEAD,
  },
  picodet_s_416: {
    input: {
      ...FLOAT_PLANES,
      name: "image",
      width: 416,
      height: 416,
      colour: "rgb",
      fit: "stretch",
      mean: [123.675, 116.28, 103.53],
      std: [58.395, 57.12, 57.375],
    },
    head: { type: "picodet", strides: [8, 16, 32, 64] },
  },
} as const;

/** Names of the shared models that can be installed. */
export const sharedModelNames = Object.keys(cards) as (keyof typeof cards)[];

/** Writes the manifest of a shared model into `dir`, as YAML's subset JSON; gives its name. */
export function installSharedModel(
  dir: string,
  name: keyof typeof cards,
  change: Record<string, unknown> = {},
): string {
  const file = join(sharedDir, `models/${name}.onnx`);
  const manifest = {
    name: name.replaceAll("_", "-"),
    file,
    sha256: createHash("sha256").update(readFileSync(file)).digest("hex"),
    licence: "Apache-2.0",
    source: "the shared test data",
    ...cards[name],
    labels: readFileSync(COCO_LABELS, "utf8").trim().split("\n"),
    ...change,
  };
  writeFileSync(join(dir, `${manifest.name}.yaml`), JSON.stringify(manifest));
  return manifest.name;
}
