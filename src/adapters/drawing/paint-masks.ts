import type { PointNorm } from "../../base/contract/geometry.ts";
import { coverPolygons } from "../../base/geo/cover.ts";

/** A picture in raw pixels of three bytes each. */
export interface PixelArea {
  /** Pixels of one row of the buffer. */
  rowPx: number;
  offsetXPx: number;
  offsetYPx: number;
  widthPx: number;
  heightPx: number;
}

/**
 * Paints `masks` (fractions of the picture) black in raw pixels, in place and outward to whole
 * pixels and one more, because scaling has mixed neighbours.
 */
export function paintMasks(
  pixels: Uint8Array,
  area: PixelArea,
  masks: readonly (readonly PointNorm[])[],
): void {
  const { rowPx, offsetXPx, offsetYPx, widthPx, heightPx } = area;
  const from = (at: number, sizePx: number): number => Math.max(0, Math.floor(at * sizePx) - 1);
  const to = (at: number, sizePx: number): number => Math.min(sizePx, Math.ceil(at * sizePx) + 1);
  for (const [x1, y1, x2, y2] of coverPolygons(masks)) {
    const left = offsetXPx + from(x1, widthPx);
    const right = offsetXPx + to(x2, widthPx);
    for (let row = from(y1, heightPx); row < to(y2, heightPx); row += 1) {
      const start = (offsetYPx + row) * rowPx;
      pixels.fill(0, (start + left) * 3, (start + right) * 3);
    }
  }
}
