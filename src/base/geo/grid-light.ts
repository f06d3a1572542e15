/** A change of light over the whole picture: `new = gain × old + offset`. */
export interface Light {
  gain: number;
  offset: number;
}

/** The second fit leaves out cells that differ by more than this from the first. */
const outlierLevels = 12;
/**
 * Light covers the whole picture, so a fifth of the cells suffices; five does not divide the
 * columns.
 */
const lightStride = 5;

/**
 * Fits the change of light from `mean` to `luma` over a grid of luma cells (0–255). Least squares
 * of gain (0.5–2) and offset, twice: the first pass starts from the median difference, so that dark
 * and bright objects do not pull the fit.
 */
export function fitLight(luma: ArrayLike<number>, mean: ArrayLike<number>): Light {
  const first = { gain: 1, offset: medianDifference(luma, mean) };
  const second = leastSquares(luma, mean, first);
  return leastSquares(luma, mean, second);
}

function leastSquares(luma: ArrayLike<number>, mean: ArrayLike<number>, start: Light): Light {
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  let sumXx = 0;
  let sumXy = 0;
  for (let i = 0; i < luma.length; i += lightStride) {
    const x = mean[i]!;
    const y = luma[i]!;
    if (Math.abs(y - (start.gain * x + start.offset)) > outlierLevels) continue;
    count += 1;
    sumX += x;
    sumY += y;
    sumXx += x * x;
    sumXy += x * y;
  }
  const spread = count * sumXx - sumX * sumX;
  // Too few cells, or a picture of one shade: only the offset can be fitted.
  if (count < luma.length / lightStride / 3) return start;
  if (spread < count * count) return { gain: 1, offset: (sumY - sumX) / count };
  const gain = (count * sumXy - sumX * sumY) / spread;
  if (!(gain > 0.5 && gain < 2)) return start;
  return { gain, offset: (sumY - gain * sumX) / count };
}

function medianDifference(luma: ArrayLike<number>, mean: ArrayLike<number>): number {
  const histogram = new Uint32Array(511);
  for (let i = 0; i < luma.length; i += lightStride) {
    histogram[Math.round(luma[i]! - mean[i]!) + 255]! += 1;
  }
  let below = 0;
  for (let level = 0; level < histogram.length; level += 1) {
    below += histogram[level]!;
    if (below * 2 * lightStride >= luma.length) return level - 255;
  }
  return 0;
}
