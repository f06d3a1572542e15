import { maxFeatures } from "../../../perception/core/learnt.ts";
import type { OutputTensor } from "./heads/head.ts";
import type { BoxPx } from "./heads/nms.ts";

/** A net's input size in pixels. */
interface InputSize {
  width: number;
  height: number;
}

/**
 * The mean of each channel of each feature map over a box, maps in their order. Undefined when a map is not
 * `[channels, rows, columns]` or there are more than `maxFeatures` values.
 */
export function boxFeatures(
  box: BoxPx,
  maps: readonly OutputTensor[],
  input: InputSize,
): Float32Array | undefined {
  const size = maps.reduce((sum, { dims }) => sum + (dims.length === 3 ? dims[0]! : Infinity), 0);
  if (size === 0 || size > maxFeatures) return undefined;
  const features = new Float32Array(size);
  let at = 0;
  for (const map of maps) {
    writeMeans(features.subarray(at, at + map.dims[0]!), map, { box, input });
    at += map.dims[0]!;
  }
  return features;
}

function writeMeans(
  target: Float32Array,
  { dims, data }: OutputTensor,
  { box, input }: { box: BoxPx; input: InputSize },
): void {
  const [, rows, columns] = dims as [number, number, number];
  const [firstX, lastX] = cellRange(box.x1, box.x2, columns / input.width, columns);
  const [firstY, lastY] = cellRange(box.y1, box.y2, rows / input.height, rows);
  const cells = (lastX - firstX + 1) * (lastY - firstY + 1);
  for (let channel = 0; channel < target.length; channel += 1) {
    let sum = 0;
    for (let y = firstY; y <= lastY; y += 1) {
      const row = (channel * rows + y) * columns;
      for (let x = firstX; x <= lastX; x += 1) sum += data[row + x]!;
    }
    target[channel] = sum / cells;
  }
}

/** The first and last cell that a side covers, inside the map, at least one. */
// oxlint-disable-next-line max-params -- two ends, a scale and a bound
function cellRange(fromPx: number, toPx: number, scale: number, count: number): [number, number] {
  const inside = (cell: number): number => Math.min(count - 1, Math.max(0, cell));
  const first = inside(Math.floor(fromPx * scale));
  return [first, Math.max(first, inside(Math.ceil(toPx * scale) - 1))];
}
