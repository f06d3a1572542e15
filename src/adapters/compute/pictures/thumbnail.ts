import { loadSharp } from "../../drawing/draw-jpeg.ts";

/** Ways to code a thumbnail, the best first. */
const forms = [
  { widthPx: 320, quality: 60 },
  { widthPx: 240, quality: 50 },
  { widthPx: 240, quality: 30 },
  { widthPx: 160, quality: 30 },
  { widthPx: 96, quality: 20 },
] as const;

/** A JPEG of at most `maxBytes` of a checked picture; the smallest form where none of them fits. */
export async function thumbnail(request: {
  bytes: Uint8Array;
  maxBytes: number;
  maxPixels: number;
}): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: request.maxPixels, failOn: "error" } as const;
  for (let at = 0; ; at += 1) {
    const { widthPx, quality } = forms[at]!;
    const jpeg = await sharp(request.bytes, options)
      .autoOrient()
      .resize({ width: widthPx, height: widthPx, fit: "inside", withoutEnlargement: true })
      .flatten({ background: { r: 128, g: 128, b: 128 } })
      .toColourspace("srgb")
      .jpeg({ quality })
      .toBuffer();
    if (jpeg.length <= request.maxBytes || at === forms.length - 1) return jpeg;
  }
}
