import type { FinishedPicture, SizePx, WantedPicture } from "../../media/picture-port.ts";
import type { Picture } from "../../uplink/requests.ts";
import { loadSharp } from "../drawing/draw-jpeg.ts";
import type { PictureKind } from "./picture-check.ts";

/** Longest side of a picture that is sent on; models look at no more. */
const REFERENCE_PX = 2048;
/** The same where it is coded without loss for its transparency. */
const TRANSPARENT_PX = 1536;
/** Quality of pictures that are coded again (JPEG and WebP). */
const QUALITY = 92;
/** Deviation from the wanted aspect that nobody sees, and that rounding to whole pixels makes. */
const ASPECT_TOLERANCE = 0.01;

/** See `MediaPictures.reference`. */
export async function reference(bytes: Uint8Array, maxPixels: number): Promise<Picture & SizePx> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const upright = sharp(bytes, options).autoOrient();
  const { hasAlpha } = await upright.metadata();
  const isOpaque = !hasAlpha || (await sharp(bytes, options).stats()).isOpaque;
  const side = isOpaque ? REFERENCE_PX : TRANSPARENT_PX;
  const sized = upright
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const coded = isOpaque
    ? sized.removeAlpha().jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    : sized.png();
  const { data, info } = await coded.toBuffer({ resolveWithObject: true });
  const size = { widthPx: info.width, heightPx: info.height };
  return { bytes: data, mediaType: isOpaque ? "image/jpeg" : "image/png", ...size };
}

/** See `MediaPictures.finish`. */
export async function finish(
  request: { bytes: Uint8Array; wanted: WantedPicture; maxPixels: number },
  kind: PictureKind,
): Promise<FinishedPicture> {
  const { bytes, wanted, maxPixels } = request;
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  // Decodes all of it: what is cut off or damaged fails here, and not at whoever opens it.
  const { info } = await sharp(bytes, options)
    .autoOrient()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const made = { widthPx: info.width, heightPx: info.height };
  const size = sizeOf(made, wanted);
  const mediaType = `image/${kind}`;
  const changes = changesOf(made, size);
  if (changes.length === 0) return { bytes, mediaType, ...made, made, changes };
  const fitted = sharp(bytes, options)
    .autoOrient()
    .resize(size.widthPx, size.heightPx, { fit: "cover", position: sharp.strategy.attention });
  const coded = kind === "png" ? fitted.png() : fitted.toFormat(kind, { quality: QUALITY });
  return { bytes: await coded.toBuffer(), mediaType, ...size, made, changes };
}

function sizeOf(made: SizePx, { aspect, size }: WantedPicture): SizePx {
  if (size) return size;
  const { widthPx, heightPx } = made;
  if (aspect === null || isAspect(made, aspect)) return made;
  return widthPx / heightPx > aspect
    ? { widthPx: Math.max(1, Math.round(heightPx * aspect)), heightPx }
    : { widthPx, heightPx: Math.max(1, Math.round(widthPx / aspect)) };
}

function changesOf(made: SizePx, size: SizePx): FinishedPicture["changes"] {
  const isCropped = !isAspect(made, size.widthPx / size.heightPx);
  const isScaled = isCropped
    ? made.widthPx !== size.widthPx && made.heightPx !== size.heightPx
    : made.widthPx !== size.widthPx || made.heightPx !== size.heightPx;
  return [...(isCropped ? (["cropped"] as const) : []), ...(isScaled ? (["scaled"] as const) : [])];
}

function isAspect({ widthPx, heightPx }: SizePx, aspect: number): boolean {
  return Math.abs(widthPx / heightPx / aspect - 1) <= ASPECT_TOLERANCE;
}
