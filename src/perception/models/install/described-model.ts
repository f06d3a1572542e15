import { basename, extname } from "node:path";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelHead, ModelInput } from "../model-manifest.ts";
import type { ModelCandidate } from "./install-model.ts";
import type { ModelSignature } from "../model-editor.ts";

/** The description of a bare ONNX file on the command line. */
export interface HeadFlags {
  head?: ModelHead["type"];
  /** One label for each class, in order. */
  labels?: string[];
  name?: string;
  licence?: string;
  source?: string;
  colour?: ModelInput["colour"];
  fit?: ModelInput["fit"];
  mean?: number[];
  std?: number[];
  scale?: number;
  boxes?: string;
  logits?: string;
  activation?: "sigmoid" | "softmax";
}

type Habit = Pick<ModelInput, "colour" | "fit" | "mean" | "std" | "scale" | "pad">;

/** The pre-processing with which models of each kind are published; flags change single values. */
const habits: Readonly<Record<ModelHead["type"], Habit>> = {
  yolox: { colour: "bgr", fit: "letterbox-topleft", pad: 114 },
  nanodet: {
    colour: "bgr",
    fit: "stretch",
    mean: [103.53, 116.28, 123.675],
    std: [57.375, 57.12, 58.395],
  },
  picodet: {
    colour: "rgb",
    fit: "stretch",
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  },
  detr: { colour: "rgb", fit: "stretch", scale: 1 / 255 },
};

const strides = { yolox: [8, 16, 32], nanodet: [8, 16, 32, 64], picodet: [8, 16, 32, 64] };

/**
 * Makes a candidate of an ONNX file without a manifest: name, size and layout from the file, the rest from
 * its kind of head and the flags. Throws `model_refused` naming the missing flag.
 */
export function describedModel(
  path: string,
  file: { net: Uint8Array; facts: ModelSignature },
  flags: HeadFlags,
): ModelCandidate {
  const { head, labels, licence = "not stated", source = basename(path) } = flags;
  if (head === undefined || labels === undefined) {
    const message = `${basename(path)}: has no manifest beside it. Give --head and --labels`;
    throw fail("model_refused", message);
  }
  const stem = basename(path, extname(path)).toLowerCase();
  const name = flags.name ?? stem.replaceAll(/[^a-z0-9._-]+/g, "-");
  const input = inputOf(file.facts, flags, habits[head]);
  const headCard = headOf(head, flags, file.facts);
  return {
    manifest: { name, licence, source, input, head: headCard, labels },
    net: file.net,
  };
}

function inputOf(facts: ModelSignature, flags: HeadFlags, habit: Habit): ModelInput {
  const [only] = facts.inputs;
  if (!only || only.type === "other" || only.dims?.length !== 4) {
    throw fail(
      "model_refused",
      "input: the model takes no picture as 32-bit floats or bytes. Export it with such an input",
    );
  }
  const { name, type: dtype, dims } = only;
  const layout = dims[3] === 3 ? "nhwc" : "nchw";
  const [height, width] = layout === "nhwc" ? dims.slice(1, 3) : dims.slice(2, 4);
  if (typeof width !== "number" || typeof height !== "number") {
    const message =
      "input: the model leaves the picture's size open. Write a manifest with the size";
    throw fail("model_refused", message);
  }
  const { colour, fit, mean, std, scale } = flags;
  const said = { colour, fit, mean, std, scale };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  // A model that takes bytes does its own arithmetic.
  const { mean: _mean, std: _std, scale: _scale, ...plain } = { ...habit, ...known } as Habit;
  const how = dtype === "uint8" ? plain : ({ ...habit, ...known } as Habit);
  return { name, width, height, layout, dtype, ...how };
}

function headOf(type: ModelHead["type"], flags: HeadFlags, facts: ModelSignature): ModelHead {
  if (type !== "detr") return { type, strides: strides[type] };
  const { boxes, logits, activation = "sigmoid" } = flags;
  const named = (name: string): string | undefined =>
    facts.outputs.find((one) => one.name === name)?.name;
  const found = { boxes: boxes ?? named("pred_boxes"), logits: logits ?? named("logits") };
  if (found.boxes === undefined || found.logits === undefined) {
    const there = facts.outputs.map(({ name }) => name).join(", ");
    throw fail(
      "model_refused",
      `head: --boxes and --logits are missing. Name two of the outputs: ${there}`,
    );
  }
  return { type, boxes: found.boxes, logits: found.logits, activation };
}
