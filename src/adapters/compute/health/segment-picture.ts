import type {
  Segmentation,
  SegmentationModel,
  SegmentedClass,
} from "../../../health/compute-port.ts";
import type { ModelOutput } from "../../../perception/models/executor.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";
import { modelRunner, unfit } from "./model-runner.ts";

/** Sides of an output; a model with a larger one is the wrong model. */
const maxSidePx = 2048;
/** Half transparent. */
const alpha = 128;

/** Distinguishable for colour-blind people too (Okabe and Ito 2008). */
const colors = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 158, 115],
  [240, 228, 66],
  [0, 114, 178],
  [213, 94, 0],
  [204, 121, 167],
  [255, 255, 255],
] as const;

/** For each pixel of a model's output 0, or the number of its class, counted from 1. */
interface Labels {
  of: Uint8Array;
  width: number;
  height: number;
}

/**
 * Classifies each pixel of a picture with a model. A pixel belongs to the class of its highest score, if that
 * reaches the threshold. Rejects with `model_unavailable` when the model is missing, or returns anything but
 * scores from 0 to 1 for its classes.
 */
export async function segmentPicture(
  bytes: Uint8Array,
  net: SegmentationModel,
): Promise<Segmentation> {
  const runner = await modelRunner(net.from);
  try {
    const dims = [1, net.channels, net.heightPx, net.widthPx];
    const labels = labelsOf(await runner.run(await planes(bytes, net), dims), net);
    const isEmpty = labels.of.every((label) => label === 0);
    return {
      overlay: isEmpty ? null : await drawn(labels, bytes),
      classes: net.classes.map((name, at) => measured(labels, { name, at })),
      note: runner.note,
    };
  } finally {
    await runner.close();
  }
}

/** The picture, stretched to the model's size, channel by channel. */
async function planes(bytes: Uint8Array, net: SegmentationModel): Promise<Float32Array> {
  const { widthPx: width, heightPx: height, channels, mean, std } = net;
  const sharp = await loadSharp();
  const sized = sharp(bytes).resize(width, height, { fit: "fill" });
  const { data, info } = await sized
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = width * height;
  const values = new Float32Array(channels * size);
  for (let channel = 0; channel < channels; channel += 1) {
    for (let at = 0; at < size; at += 1) {
      const value = data[at * info.channels + channel]! / 255;
      values[channel * size + at] = (value - mean[channel]!) / std[channel]!;
    }
  }
  return values;
}

function labelsOf({ dims, data }: ModelOutput, { classes, threshold }: SegmentationModel): Labels {
  const [batch, count, height = 0, width = 0] = dims;
  const isPicture = dims.length === 4 && batch === 1 && Math.min(width, height) >= 1;
  if (!isPicture || Math.max(width, height) > maxSidePx) {
    throw unfit(`its output is [${dims.join(", ")}], not [1, classes, height, width]`);
  }
  if (count !== classes.length) {
    throw unfit(`it gives scores for ${count} classes, not ${classes.length}`);
  }
  if (!data.every((score) => score >= 0 && score <= 1)) {
    throw unfit("its scores are not from 0 to 1");
  }
  const size = width * height;
  const of = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) {
    let best = threshold;
    for (let index = 0; index < count; index += 1) {
      const score = data[index * size + at]!;
      if (score < best || (score === best && of[at] !== 0)) continue;
      best = score;
      of[at] = index + 1;
    }
  }
  return { of, width, height };
}

function measured(labels: Labels, { name, at }: { name: string; at: number }): SegmentedClass {
  const { of, width, height } = labels;
  let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
  for (const [place, label] of of.entries()) {
    if (label !== at + 1) continue;
    const [x, y] = [place % width, Math.floor(place / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    count += 1;
  }
  return {
    label: name,
    areaFraction: count / of.length,
    boxNorm: count === 0 ? null : [left / width, top / height, right / width, bottom / height],
    color: `#${Buffer.from(colors[at]!).toString("hex")}`,
  };
}

/** The labels in their colours, as large as the picture; no colour is mixed with another. */
async function drawn({ of, width, height }: Labels, picture: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const whole = await sharp(picture).metadata();
  const pixels = new Uint8Array(whole.width * whole.height * 4);
  for (let y = 0; y < whole.height; y += 1) {
    const row = Math.floor(((y + 0.5) * height) / whole.height) * width;
    for (let x = 0; x < whole.width; x += 1) {
      const label = of[row + Math.floor(((x + 0.5) * width) / whole.width)]!;
      if (label !== 0) pixels.set([...colors[label - 1]!, alpha], (y * whole.width + x) * 4);
    }
  }
  const raw = { width: whole.width, height: whole.height, channels: 4 as const };
  return await sharp(pixels, { raw }).png({ compressionLevel: 9 }).toBuffer();
}
