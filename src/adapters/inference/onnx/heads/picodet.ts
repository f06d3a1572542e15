import { fail } from "../../../../base/contract/fail.ts";
import type { Candidate } from "./nms.ts";
import { distributionBox } from "./distribution.ts";
import { gridLevels, wrongShape } from "./head.ts";
import type { GridLevel, HeadContext, HeadDecoder, OutputTensor } from "./head.ts";

/**
 * PicoDet (Yu et al. 2021) without its post-processing: for each level one output of class scores
 * (after the sigmoid) `[cells, classes]`, then for each level one of side distributions
 * `[cells, 4 × bins]`, in stride order. Centres lie at `(index + 0.5) × stride`.
 */
export function picodetHead(
  head: { strides: readonly number[]; cell_offset?: number },
  context: HeadContext,
): HeadDecoder {
  const levels = gridLevels(head.strides, context);
  return (outputs, minScore) => {
    const tensors = [...outputs.values()];
    if (tensors.length !== levels.length * 2) {
      const expected = `${levels.length * 2} for ${levels.length} strides`;
      throw fail(
        "model_unavailable",
        `outputs: there are ${tensors.length} instead of ${expected}. Check \`head\` and the number of \`labels\``,
      );
    }
    return levels.flatMap((level, index) =>
      levelCandidates({
        level,
        scores: tensors[index]!,
        sides: tensors[index + levels.length]!,
        classes: context.classes,
        offset: head.cell_offset ?? 0.5,
        minScore,
      }),
    );
  };
}

function levelCandidates(request: {
  level: GridLevel;
  scores: OutputTensor;
  sides: OutputTensor;
  classes: number;
  offset: number;
  minScore: number;
}): Candidate[] {
  const { level, scores, sides, classes, offset, minScore } = request;
  const cells = level.columns * level.rows;
  if (scores.dims[0] !== cells || scores.dims[1] !== classes) {
    throw wrongShape(`scores of stride ${level.stride}`, scores.dims, `[${cells}, ${classes}]`);
  }
  const fields = sides.dims[1] ?? 0;
  if (sides.dims[0] !== cells || fields < 8 || fields % 4 !== 0) {
    throw wrongShape(`sides of stride ${level.stride}`, sides.dims, `[${cells}, 4 × bins]`);
  }
  const found: Candidate[] = [];
  for (let index = 0; index < cells; index += 1) {
    let classIndex = 0;
    let score = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c += 1) {
      if (scores.data[index * classes + c]! > score) {
        score = scores.data[index * classes + c]!;
        classIndex = c;
      }
    }
    if (score < minScore) continue;
    const x = index % level.columns;
    const y = (index - x) / level.columns;
    const start = index * fields;
    const cell = { level, x, y, offset, score, classIndex };
    found.push(distributionBox(cell, fields / 4, (bin) => sides.data[start + bin]!));
  }
  return found;
}
