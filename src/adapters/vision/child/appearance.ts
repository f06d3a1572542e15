import type { BoxNorm } from "../../../base/contract/geometry.ts";
import { appearanceLength } from "../../../perception/core/appearance.ts";
import type { Fit } from "../../inference/onnx/fit.ts";

/** Bands of a box, as shares of its height: a person's upper and lower clothes. Heads and feet mix with what is behind. */
const bands = [
  { from: 0.15, to: 0.5 },
  { from: 0.5, to: 0.85 },
] as const;
/** The middle of a box, as shares of its width: the rest shows what is behind. */
const middle = { from: 0.2, to: 0.8 } as const;
/** Bins of luma, and of each colour difference. */
const lumaBins = 8;
const chromaBins = 4;
const bandLength = lumaBins + chromaBins * chromaBins;
/** Half the range of colour differences that the bins divide: clothes are seldom more colourful. */
const chromaReach = 32;

/**
 * Describes the colours of a box of a planar picture (YUV 4:2:0) by histograms of its bands: `appearanceLength`
 * shares, 255 for all of a band. Undefined for boxes of less than a pixel.
 */
export function appearanceOf(
  planes: Uint8Array,
  { widthPx, heightPx }: Pick<Fit, "widthPx" | "heightPx">,
  boxNorm: BoxNorm,
): Uint8Array | undefined {
  const shares = new Uint8Array(appearanceLength);
  const half = { widthPx: Math.ceil(widthPx / 2), heightPx: Math.ceil(heightPx / 2) };
  const [x0, y0, x1, y1] = boxNorm;
  const left = x0 + (x1 - x0) * middle.from;
  const right = x0 + (x1 - x0) * middle.to;
  for (const [index, band] of bands.entries()) {
    const top = y0 + (y1 - y0) * band.from;
    const bottom = y0 + (y1 - y0) * band.to;
    const area: BoxNorm = [left, top, right, bottom];
    const luma = lumaHistogram(planes, { widthPx, heightPx }, area);
    const chroma = chromaHistogram(planes, { start: widthPx * heightPx, ...half }, area);
    if (luma === undefined || chroma === undefined) return undefined;
    shares.set(luma, index * bandLength);
    shares.set(chroma, index * bandLength + lumaBins);
  }
  return shares;
}

interface Plane {
  widthPx: number;
  heightPx: number;
}

function lumaHistogram(planes: Uint8Array, plane: Plane, area: BoxNorm): Uint8Array | undefined {
  const counts = new Uint32Array(lumaBins);
  const total = eachPixel(plane, area, (at) => {
    counts[planes[at]! >> 5]! += 1;
  });
  return total === 0 ? undefined : sharesOf(counts, total);
}

function chromaHistogram(
  planes: Uint8Array,
  plane: Plane & { start: number },
  area: BoxNorm,
): Uint8Array | undefined {
  const counts = new Uint32Array(chromaBins * chromaBins);
  const size = plane.widthPx * plane.heightPx;
  const total = eachPixel(plane, area, (at) => {
    const u = chromaBin(planes[plane.start + at]!);
    const v = chromaBin(planes[plane.start + size + at]!);
    counts[u * chromaBins + v]! += 1;
  });
  return total === 0 ? undefined : sharesOf(counts, total);
}

function chromaBin(level: number): number {
  const share = (level - 128 + chromaReach) / (2 * chromaReach);
  return Math.min(chromaBins - 1, Math.max(0, Math.floor(share * chromaBins)));
}

/** Calls `take` with the offset of each pixel of the area; returns their number. */
function eachPixel(plane: Plane, area: BoxNorm, take: (at: number) => void): number {
  const [left, right] = [pixel(area[0], plane.widthPx), pixel(area[2], plane.widthPx)];
  const [top, bottom] = [pixel(area[1], plane.heightPx), pixel(area[3], plane.heightPx)];
  let total = 0;
  for (let y = top; y < Math.max(bottom, top + 1); y += 1) {
    for (let x = left; x < Math.max(right, left + 1); x += 1) {
      take(y * plane.widthPx + x);
      total += 1;
    }
  }
  return total;
}

function pixel(share: number, sizePx: number): number {
  return Math.min(sizePx - 1, Math.max(0, Math.round(share * sizePx)));
}

function sharesOf(counts: Uint32Array, total: number): Uint8Array {
  return Uint8Array.from(counts, (count) => Math.round((255 * count) / total));
}
