import type { Overlay, PrivacyMasks } from "../../../perception/core/vision-port.ts";
import { drawJpeg, loadSharp } from "../../drawing/draw-jpeg.ts";
import { type ModelPicture, readModelPicture } from "../../drawing/model-picture.ts";
import { paintMasks } from "../../drawing/paint-masks.ts";

/** A checked picture at the size and in the colours of a model's input, with masks painted. */
export async function prepare(request: {
  bytes: Uint8Array;
  input: Parameters<typeof readModelPicture>[1];
  masks: PrivacyMasks;
  maxPixels: number;
}): Promise<ModelPicture> {
  const { bytes, input, masks, maxPixels } = request;
  const picture = await readModelPicture(bytes, input, maxPixels);
  paintMasks(picture.pixels, { ...picture.fit, rowPx: input.width }, masks);
  return picture;
}

/** A checked picture with masks painted and the overlay drawn on it, as a JPEG. */
export async function annotate(request: {
  bytes: Uint8Array;
  masks: PrivacyMasks;
  overlay: Overlay;
  maxWidthPx: number;
  maxPixels: number;
}): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: request.maxPixels, failOn: "error" } as const;
  const { data, info } = await sharp(request.bytes, options)
    .autoOrient()
    .resize({ width: request.maxWidthPx, withoutEnlargement: true })
    .flatten({ background: { r: 128, g: 128, b: 128 } })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { widthPx: info.width, heightPx: info.height };
  paintMasks(data, { ...size, rowPx: info.width, offsetXPx: 0, offsetYPx: 0 }, request.masks);
  return drawJpeg({ pixels: data, ...size }, request.overlay);
}
