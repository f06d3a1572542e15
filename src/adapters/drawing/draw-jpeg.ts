import type sharpModule from "sharp";
import { fail } from "../../base/contract/fail.ts";
import type { Overlay } from "../../perception/core/vision-port.ts";
import { isEmptyOverlay, overlaySvg } from "./overlay-svg.ts";

/** Raw RGB pixels, three bytes each, row by row. */
export interface RgbPicture {
  pixels: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** JPEG quality: text stays readable, 720p stays near 100 kB. */
const jpegQuality = 80;

type Sharp = typeof sharpModule;

let loading: Promise<Sharp> | undefined;

/** sharp with one thread and no cache, loaded when first needed. Rejects with `internal_error` where it cannot be. */
export function loadSharp(): Promise<Sharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp(): Promise<Sharp> {
  try {
    const { default: sharp } = await import("sharp");
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  } catch (cause) {
    // No fault of any picture.
    const message = "The library that reads pictures cannot be loaded. Repair the installation";
    throw fail("internal_error", message, { cause });
  }
}

/** Draws `overlay` on a picture and codes it as JPEG. */
export async function drawJpeg(picture: RgbPicture, overlay: Overlay): Promise<Buffer> {
  const { pixels, widthPx, heightPx } = picture;
  const sharp = await loadSharp();
  const base = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } });
  const drawn = isEmptyOverlay(overlay)
    ? base
    : base.composite([{ input: Buffer.from(overlaySvg(overlay, widthPx, heightPx)) }]);
  return drawn.jpeg({ quality: jpegQuality }).toBuffer();
}
