import type { Candidate } from "./nms.ts";
import { distributionBox } from "./distribution.ts";
import { cellCount, gridLevels, logit, pickOutput, sigmoid, wrongShape } from "./head.ts";
import type { GridLevel, HeadContext, HeadDecoder } from "./head.ts";

interface NanodetOptions {
  strides: readonly number[];
  cell_offset?: number;
  output?: string;
  scores?: "logits" | "probabilities";
}

/**
 * NanoDet-Plus: one output with class scores (logits, or after the sigmoid) followed by four side
 * distributions per cell, cells of all levels in stride order; `[channels, N]` or `[N, channels]`. Centres
 * lie at `index × stride` unless `cell_offset` is set.
 */
export function nanodetHead(head: NanodetOptions, context: HeadContext): HeadDecoder {
  const levels = gridLevels(head.strides, context);
  const cells = cellCount(levels);
  const areLogits = head.scores !== "probabilities";
  return (outputs, minScore) => {
    const { dims, data } = pickOutput(outputs, head.output);
    const channelsFirst = dims[1] === cells;
    const channels = channelsFirst ? dims[0]! : dims[1]!;
    const bins = (channels - context.classes) / 4;
    if (dims.length !== 2 || !dims.includes(cells) || !Number.isInteger(bins) || bins < 2) {
      throw wrongShape("the output", dims, `[${context.classes} + 4 × bins, ${cells}]`);
    }
    // Value of channel c in cell i lies at c * channelStep + i * cellStep.
    const channelStep = channelsFirst ? cells : 1;
    const cellStep = channelsFirst ? 1 : channels;
    const best = bestClasses(data, { cells, classes: context.classes, channelStep, cellStep });
    const minValue = areLogits ? logit(minScore) : minScore;
    const found: Candidate[] = [];
    forEachCell(levels, ({ level, x, y }, index) => {
      if (best.values[index]! < minValue) return;
      const cell = {
        level,
        x,
        y,
        offset: head.cell_offset ?? 0,
        score: areLogits ? sigmoid(best.values[index]!) : best.values[index]!,
        classIndex: best.classes[index]!,
      };
      const start = context.classes * channelStep + index * cellStep;
      found.push(distributionBox(cell, bins, (bin) => data[start + bin * channelStep]!));
    });
    return found;
  };
}

interface ScoreLayout {
  cells: number;
  classes: number;
  channelStep: number;
  cellStep: number;
}

/** The best class of each cell; the outer loop follows memory, which is what makes it cheap. */
function bestClasses(
  data: Float32Array,
  layout: ScoreLayout,
): { values: Float32Array; classes: Int32Array } {
  const { cells, classes, channelStep, cellStep } = layout;
  const values = new Float32Array(cells).fill(Number.NEGATIVE_INFINITY);
  const indices = new Int32Array(cells);
  for (let c = 0; c < classes; c += 1) {
    for (let i = 0, at = c * channelStep; i < cells; i += 1, at += cellStep) {
      if (data[at]! > values[i]!) {
        values[i] = data[at]!;
        indices[i] = c;
      }
    }
  }
  return { values, classes: indices };
}

function forEachCell(
  levels: readonly GridLevel[],
  visit: (place: { level: GridLevel; x: number; y: number }, index: number) => void,
): void {
  let index = 0;
  for (const level of levels) {
    for (let y = 0; y < level.rows; y += 1) {
      for (let x = 0; x < level.columns; x += 1, index += 1) visit({ level, x, y }, index);
    }
  }
}
