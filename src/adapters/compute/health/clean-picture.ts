import { fail } from "../../../base/contract/fail.ts";
import { GatehouseError } from "../../../base/core/errors.ts";
import type { CleanPicture } from "../../../health/compute-port.ts";
import { checkedPicture } from "../pictures/picture-check.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";

const quality = 92;

/**
 * Decodes a picture and codes it again, upright and in sRGB: names, places and times that cameras and
 * scanners write beside the pixels do not come along. Rejects with `input_unreadable`.
 */
export async function cleanPicture(request: {
  bytes: Uint8Array;
  maxPixels: number;
  maxSidePx: number;
}): Promise<CleanPicture> {
  const { bytes, maxPixels, maxSidePx } = request;
  try {
    await checkedPicture(bytes, maxPixels);
    const sharp = await loadSharp();
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize({ width: maxSidePx, height: maxSidePx, fit: "inside", withoutEnlargement: true })
      .flatten({ background: { r: 255, g: 255, b: 255 } })
      .toColourspace("srgb")
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    const { channels } = await sharp(data).greyscale().stats();
    return {
      bytes: data,
      mediaType: "image/jpeg",
      widthPx: info.width,
      heightPx: info.height,
      meanLuma: channels[0]!.mean,
      lumaSigma: channels[0]!.stdev,
    };
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    throw fail("input_unreadable", "picture: is damaged or incomplete. Send it again", { cause });
  }
}
