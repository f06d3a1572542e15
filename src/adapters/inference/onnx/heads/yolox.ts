import type { Candidate } from "./nms.ts";
import { cellCount, gridLevels, pickOutput, wrongShape } from "./head.ts";
import type { HeadContext, HeadDecoder } from "./head.ts";

/**
 * YOLOX (Ge et al. 2021), exported with the raw grid: one output `[N, 5 + classes]` of offset x, y,
 * log width, height, objectness and class scores (both after the sigmoid), levels in stride order.
 */
export function yoloxHead(
  head: { strides: readonly number[]; output?: string },
  context: HeadContext,
): HeadDecoder {
  const levels = gridLevels(head.strides, context);
  const cells = cellCount(levels);
  const fields = 5 + context.classes;
  return (outputs, minScore) => {
    const { dims, data } = pickOutput(outputs, head.output);
    if (dims.length !== 2 || dims[0] !== cells || dims[1] !== fields) {
      throw wrongShape("the output", dims, `[${cells}, ${fields}]`);
    }
    const found: Candidate[] = [];
    let at = 0;
    for (const { stride, columns, rows } of levels) {
      for (let y = 0; y < rows; y += 1) {
        for (let x = 0; x < columns; x += 1, at += fields) {
          const objectness = data[at + 4]!;
          if (objectness < minScore) continue;
          const classIndex = bestOf(data, at + 5, context.classes);
          const score = objectness * data[at + 5 + classIndex]!;
          if (score < minScore) continue;
          const centreX = (data[at]! + x) * stride;
          const centreY = (data[at + 1]! + y) * stride;
          const halfWidth = (Math.exp(data[at + 2]!) * stride) / 2;
          const halfHeight = (Math.exp(data[at + 3]!) * stride) / 2;
          found.push({
            x1: centreX - halfWidth,
            y1: centreY - halfHeight,
            x2: centreX + halfWidth,
            y2: centreY + halfHeight,
            score,
            classIndex,
          });
        }
      }
    }
    return found;
  };
}

/** Offset of the largest of `count` values from `start`. */
function bestOf(data: Float32Array, start: number, count: number): number {
  let best = 0;
  for (let index = 1; index < count; index += 1) {
    if (data[start + index]! > data[start + best]!) best = index;
  }
  return best;
}
