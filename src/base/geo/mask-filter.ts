import { type Cover, coverPolygons } from "./cover.ts";

/**
 * Returns the part of an ffmpeg filter graph that paints polygons (fractions of the frame) black.
 * It must precede every change of size: it paints outward to whole even pixels, so that neither
 * brightness nor colour of a covered pixel remains. Empty without masks.
 */
export function maskFilter(masks: readonly (readonly (readonly [number, number])[])[]): string {
  return coverPolygons(masks).map(drawBox).join(",");
}

function drawBox([x1, y1, x2, y2]: Cover): string {
  const x = `floor(iw*${fraction(x1)}/2)*2`;
  const y = `floor(ih*${fraction(y1)}/2)*2`;
  const w = `ceil(iw*${fraction(x2)}/2)*2-${x}`;
  const h = `ceil(ih*${fraction(y2)}/2)*2-${y}`;
  return `drawbox=x=${x}:y=${y}:w=${w}:h=${h}:color=black:t=fill`;
}

function fraction(value: number): string {
  return value.toFixed(6);
}
