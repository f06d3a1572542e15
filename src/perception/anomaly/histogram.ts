/** Bins of one feature: zero, and then four to each doubling of its unit. */
export const histogramBins = 48;
const binsPerDoubling = 4;

/** Counts how often a feature had each size; plain numbers that fade. */
export type Histogram = number[];

/** The bin of `value` in multiples of `unit`, the smallest size worth telling apart. */
export function binOf(value: number, unit: number): number {
  if (!(value >= unit / 2)) return 0;
  const bin = 1 + Math.floor(binsPerDoubling * Math.log2(Math.max(1, value / unit)));
  return Math.min(histogramBins - 1, bin);
}

/** The largest value of a bin. */
export function upperEdge(bin: number, unit: number): number {
  return bin === 0 ? 0 : unit * 2 ** (bin / binsPerDoubling);
}

/** The smallest value of a bin. */
export function lowerEdge(bin: number, unit: number): number {
  return bin === 0 ? 0 : unit * 2 ** ((bin - 1) / binsPerDoubling);
}

/** The bin up to which a share `quantile` of the counts lies. */
export function quantileBin(histogram: Histogram, quantile: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let bin = 0; bin < histogram.length; bin += 1) {
    below += histogram[bin]!;
    if (below >= quantile * total - 1e-9 && below > 0) return bin;
  }
  return histogram.length - 1;
}
