import type { Oklab } from "culori/require";
import { hexOf, toOklab, distance } from "../../../media/brands/color-math.ts";

/** Distinct colours, and the share below which one does not count. */
const maxColors = 12;
const minShare = 0.005;
/** Colours nearer than this look the same (distance in OKLab). */
const sameColor = 0.045;

interface Bin {
  count: number;
  /** The most frequent exact colour of the bin, so that a flat colour keeps its very value. */
  exact: Map<number, number>;
}

/**
 * The colours of RGBA pixels with their shares of the opaque area, largest first. Flat areas keep their exact
 * colours: the soft edges between them are counted to the nearest.
 */
export function pixelColors(rgba: Uint8Array): { hex: string; share: number }[] {
  const bins = new Map<number, Bin>();
  let total = 0;
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    if (rgba[at + 3]! < 128) continue;
    const [r, g, b] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
    const bin = bins.get(key) ?? { count: 0, exact: new Map<number, number>() };
    bin.count += 1;
    const color = (r << 16) | (g << 8) | b;
    bin.exact.set(color, (bin.exact.get(color) ?? 0) + 1);
    bins.set(key, bin);
    total += 1;
  }
  return merged([...bins.values()], total);
}

function merged(bins: Bin[], total: number): { hex: string; share: number }[] {
  const found: { hex: string; lab: Oklab; count: number }[] = [];
  for (const { count, exact } of bins.toSorted((a, b) => b.count - a.count)) {
    const [color] = [...exact].reduce((best, each) => (each[1] > best[1] ? each : best));
    const hex = hexOf(color);
    const lab = toOklab(hex);
    const near = found.find((each) => distance(each.lab, lab) < sameColor);
    if (near) near.count += count;
    else if (found.length < 64) found.push({ hex, lab, count });
  }
  return found
    .toSorted((a, b) => b.count - a.count)
    .map(({ hex, count }) => ({ hex, share: count / Math.max(1, total) }))
    .filter(({ share }) => share >= minShare)
    .slice(0, maxColors);
}
