import { fail } from "../../../base/contract/fail.ts";
import type { InspectedPicture } from "../../../media/brands/page-port.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";
import { pixelColors } from "./pixel-colors.ts";
import { safeSvg } from "./safe-svg.ts";

/** Longest side of a drawing when it is painted, and of the picture whose pixels are counted. */
const paintedPx = 512;
const countedPx = 128;

/** True when the bytes begin as an SVG does. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 1024));
  return /^\s*(<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype svg[^>]*>|\s)*<svg[\s>]/i.test(head);
}

/** The size and the colours of a picture whose header was checked. */
export async function inspectPicture(
  bytes: Uint8Array,
  mime: InspectedPicture["mime"],
  maxPixels: number,
): Promise<InspectedPicture> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { width, height } = await sharp(bytes, options).metadata();
  const pixels = await sharp(bytes, options)
    .resize({
      width: countedPx,
      height: countedPx,
      fit: "inside",
      withoutEnlargement: true,
      kernel: "nearest",
    })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { bytes, mime, widthPx: width, heightPx: height, colors: pixelColors(pixels) };
}

/** A drawing as a PNG: only its shapes and paint, at a size of our own choice. */
export async function inspectSvg(bytes: Uint8Array): Promise<InspectedPicture> {
  const svg = await safeSvg(bytes);
  const sharp = await loadSharp();
  const options = { limitInputPixels: 4096 * 4096, density: 72 } as const;
  const { width, height } = await sharp(Buffer.from(svg), options).metadata();
  if (!width || !height)
    throw fail(
      "input_unreadable",
      "drawing: has no size. Give it a width and a height or a viewBox",
    );
  const density = Math.max(1, Math.min(2400, (72 * paintedPx) / Math.max(width, height)));
  const png = await sharp(Buffer.from(svg), { ...options, density })
    .resize({ width: paintedPx, height: paintedPx, fit: "inside" })
    .png()
    .toBuffer();
  const painted = await inspectPicture(png, "image/png", paintedPx * paintedPx);
  if (painted.colors.length === 0)
    throw fail("input_unreadable", "drawing: shows nothing. Use another picture");
  return painted;
}
