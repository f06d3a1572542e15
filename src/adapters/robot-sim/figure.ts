import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { figure } from "./figure-format.ts";

const { sides, widthPx, heightPx, pixelM } = figure;
let pixels: Uint8Array | undefined;

/** Width of the picture of a person, in metres. */
export const figureWidthM = widthPx * pixelM;
/** Its height; the feet stand at its lower edge. */
export const figureHeightM = heightPx * pixelM;

/**
 * Returns the colour of a person where a ray meets it: red, green, blue from `at` of `bytes`; null past the
 * person. `turnRad` is the person's heading minus the direction of view, counted to the left.
 */
export function figureAt(
  turnRad: number,
  acrossM: number,
  upM: number,
): { bytes: Uint8Array; at: number } | null {
  const px = Math.floor(acrossM / pixelM + widthPx / 2);
  const py = Math.floor(heightPx - upM / pixelM);
  if (px < 0 || px >= widthPx || py < 0 || py >= heightPx) return null;
  const bytes = (pixels ??= gunzipSync(readFileSync(new URL("./person.rgba.gz", import.meta.url))));
  const side = Math.round((turnRad / (2 * Math.PI)) * sides);
  const at = (((((side % sides) + sides) % sides) * heightPx + py) * widthPx + px) * 4;
  return bytes[at + 3]! >= 128 ? { bytes, at } : null;
}
