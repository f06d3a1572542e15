import type { Candidate } from "./nms.ts";
import { logit, pickOutput, sigmoid, wrongShape } from "./head.ts";
import type { HeadContext, HeadDecoder, OutputTensor } from "./head.ts";

interface DetrOptions {
  boxes: string;
  logits: string;
  activation: "sigmoid" | "softmax";
}

/**
 * DETR and its family (Carion et al. 2020; RT-DETR, D-FINE): boxes `[queries, 4]` as centre x, y,
 * width, height in 0–1 of the input, and logits `[queries, classes]` for `sigmoid` or
 * `[queries, classes + 1]` for `softmax`, whose last class is "no object". Labels may be empty
 * strings: such classes are never reported.
 */
export function detrHead(head: DetrOptions, context: HeadContext): HeadDecoder {
  const columns = context.classes + (head.activation === "softmax" ? 1 : 0);
  const bestOf = head.activation === "softmax" ? softmaxBest : sigmoidBest;
  return (outputs, minScore) => {
    const boxes = pickOutput(outputs, head.boxes);
    const logits = pickOutput(outputs, head.logits);
    const queries = boxes.dims[0] ?? 0;
    if (boxes.dims.length !== 2 || boxes.dims[1] !== 4) {
      throw wrongShape("the boxes", boxes.dims, "[queries, 4]");
    }
    if (logits.dims.length !== 2 || logits.dims[0] !== queries || logits.dims[1] !== columns) {
      throw wrongShape("the logits", logits.dims, `[${queries}, ${columns}]`);
    }
    const found: Candidate[] = [];
    for (let query = 0; query < queries; query += 1) {
      const best = bestOf(logits, query, { classes: context.classes, minScore });
      if (!best) continue;
      const at = query * 4;
      const centreX = boxes.data[at]! * context.inputWidthPx;
      const centreY = boxes.data[at + 1]! * context.inputHeightPx;
      const halfWidth = (boxes.data[at + 2]! * context.inputWidthPx) / 2;
      const halfHeight = (boxes.data[at + 3]! * context.inputHeightPx) / 2;
      found.push({
        x1: centreX - halfWidth,
        y1: centreY - halfHeight,
        x2: centreX + halfWidth,
        y2: centreY + halfHeight,
        ...best,
      });
    }
    return found;
  };
}

interface BestClass {
  score: number;
  classIndex: number;
}

function argmax(data: Float32Array, start: number, count: number): number {
  let best = 0;
  for (let index = 1; index < count; index += 1) {
    if (data[start + index]! > data[start + best]!) best = index;
  }
  return best;
}

function sigmoidBest(
  logits: OutputTensor,
  query: number,
  { classes, minScore }: { classes: number; minScore: number },
): BestClass | undefined {
  const start = query * classes;
  const classIndex = argmax(logits.data, start, classes);
  const value = logits.data[start + classIndex]!;
  return value >= logit(minScore) ? { score: sigmoid(value), classIndex } : undefined;
}

function softmaxBest(
  logits: OutputTensor,
  query: number,
  { classes, minScore }: { classes: number; minScore: number },
): BestClass | undefined {
  const start = query * (classes + 1);
  const classIndex = argmax(logits.data, start, classes);
  const max = Math.max(logits.data[start + classIndex]!, logits.data[start + classes]!);
  let sum = 0;
  for (let c = 0; c <= classes; c += 1) sum += Math.exp(logits.data[start + c]! - max);
  const score = Math.exp(logits.data[start + classIndex]! - max) / sum;
  return score >= minScore ? { score, classIndex } : undefined;
}
