import type { BoxNorm } from "../../../base/contract/geometry.ts";
import type { Example, GoldenExample } from "../../../perception/learning/examples.ts";
import type { MarkedObject, MarkedPicture } from "../../../perception/learning/learning-port.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { readModelPicture } from "../../drawing/model-picture.ts";
import type { Detector } from "../../inference/onnx/detector.ts";
import { boxToNorm } from "../../inference/onnx/fit.ts";
import { iou } from "../../inference/onnx/heads/nms.ts";

/** Score from which the net's boxes are read: below it they are noise. */
const leastScore = 0.1;
/** Overlap from which a box of the net is the marked object; a track's box lags behind the object. */
const leastIou = 0.4;

/** A box of the net on one picture. */
interface FoundBox {
  label: string;
  score: number;
  boxNorm: BoxNorm;
  features: Float32Array | null;
}

async function boxesOf(detector: Detector, source: string | Uint8Array): Promise<FoundBox[]> {
  const { pixels, fit } = await readModelPicture(source, detector.input);
  const [candidates] = await detector.detect([pixels], leastScore);
  return candidates!.flatMap((one) => {
    const boxNorm = boxToNorm(one, fit);
    const label = detector.labels[one.classIndex]!;
    return boxNorm ? [{ label, score: one.score, boxNorm, features: one.features ?? null }] : [];
  });
}

/**
 * Returns the marked objects of a picture as the model sees them, and the unmarked detections below `siteScore`.
 * Rejects with the library's error for a picture that cannot be read.
 */
export async function examplesOf(
  detector: Detector,
  { streamId, atMs, jpeg, objects }: MarkedPicture,
  siteScore: number,
): Promise<Example[]> {
  const boxes = await boxesOf(detector, jpeg);
  const taken = new Set<FoundBox>();
  const examples = objects.map(({ label, boxNorm, marking }): Example => {
    const box = bestBox(boxes, { label, boxNorm });
    if (box) taken.add(box);
    const { score = null, features = null } = box ?? {};
    return { streamId, atMs, label, marking, score, features };
  });
  const unmarked = boxes.filter((box) => !taken.has(box) && box.score < siteScore);
  for (const { label, score, features } of unmarked) {
    examples.push({ streamId, atMs, label, marking: "unmarked", score, features });
  }
  return examples;
}

function bestBox(
  boxes: readonly FoundBox[],
  { label, boxNorm }: Pick<MarkedObject, "label" | "boxNorm">,
): FoundBox | undefined {
  const overlap = ({ boxNorm: other }: FoundBox): number =>
    iou(cornersOf(boxNorm), cornersOf(other));
  return boxes
    .filter((box) => box.label === label && overlap(box) >= leastIou)
    .toSorted((a, b) => overlap(b) - overlap(a))[0];
}

function cornersOf([x1, y1, x2, y2]: BoxNorm): { x1: number; y1: number; x2: number; y2: number } {
  return { x1, y1, x2, y2 };
}

/** The objects of the model's golden picture as the net sees them; none for a model without one. */
export async function goldenExamples(
  detector: Detector,
  { manifest, goldenPath }: InstalledModel,
): Promise<GoldenExample[]> {
  if (!manifest.golden || goldenPath === undefined) return [];
  const boxes = await boxesOf(detector, goldenPath);
  return manifest.golden.boxes.flatMap(({ label, box }) => {
    const [left, top, right, bottom] = box as [number, number, number, number];
    const found = bestBox(boxes, { label, boxNorm: [left, top, right, bottom] });
    return found ? [{ label, box, score: found.score, features: found.features }] : [];
  });
}
