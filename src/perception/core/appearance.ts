/** Bins of the four histograms of a description: luma and colour of the upper band, then of the lower. */
const histogramLengths = [8, 16, 8, 16] as const;

/** Numbers of a description: two bands of 8 bins of luma and 4 × 4 of colour. */
export const appearanceLength = histogramLengths.reduce((sum, length) => sum + length, 0);

/**
 * Returns the likeness of two descriptions, 0–1: the mean Bhattacharyya coefficient of their histograms
 * (Bhattacharyya 1943). Their scale does not matter.
 */
export function appearanceSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let at = 0;
  let sum = 0;
  for (const length of histogramLengths) {
    sum += coefficient(a, b, { from: at, to: at + length });
    at += length;
  }
  return sum / histogramLengths.length;
}

function coefficient(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { from, to }: { from: number; to: number },
): number {
  let [common, sumA, sumB] = [0, 0, 0];
  for (let at = from; at < to; at += 1) {
    common += Math.sqrt(a[at]! * b[at]!);
    sumA += a[at]!;
    sumB += b[at]!;
  }
  return sumA === 0 || sumB === 0 ? 0 : common / Math.sqrt(sumA * sumB);
}
