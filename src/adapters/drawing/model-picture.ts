import { type Fit, fitPicture } from "../inference/onnx/fit.ts";
import type { ModelInput } from "../../perception/models/model-manifest.ts";
import { loadSharp } from "./draw-jpeg.ts";

/** A picture as a model wants it. */
export interface ModelPicture {
  pixels: Uint8Array;
  fit: Fit;
  /** Size of the picture itself, upright. */
  widthPx: number;
  heightPx: number;
}

/** The grey that transparent parts are laid over. */
const backgroundColour = { r: 128, g: 128, b: 128 };

/**
 * Decodes a picture, turns it upright, and places it in the model's input. Rejects with sharp's
 * error for anything unreadable; the caller has checked what may be read at all.
 */
export async function readModelPicture(
  source: string | Uint8Array,
  input: ModelInput,
  maxPixels = 50_000_000,
): Promise<ModelPicture> {
  const sharp = await loadSharp();
  const open = sharp(source, { limitInputPixels: maxPixels, failOn: "error" });
  const { autoOrient } = await open.metadata();
  const { width, height } = autoOrient;
  const fit = fitPicture(input, width, height);
  const pad = input.pad ?? 114;
  const upright = open
    .autoOrient()
    .resize(fit.widthPx, fit.heightPx, { fit: "fill", kernel: "linear" })
    .flatten({ background: backgroundColour })
    .toColourspace("srgb")
    .removeAlpha()
    .extend({
      left: fit.offsetXPx,
      top: fit.offsetYPx,
      right: input.width - fit.widthPx - fit.offsetXPx,
      bottom: input.height - fit.heightPx - fit.offsetYPx,
      background: { r: pad, g: pad, b: pad },
    });
  const pixels = await upright.raw().toBuffer();
  if (input.colour === "bgr") swapEnds(pixels);
  return { pixels, fit, widthPx: width, heightPx: height };
}

/** RGB to BGR in place. */
function swapEnds(pixels: Buffer): void {
  for (let at = 0; at < pixels.length; at += 3) {
    const red = pixels[at]!;
    pixels[at] = pixels[at + 2]!;
    pixels[at + 2] = red;
  }
}
