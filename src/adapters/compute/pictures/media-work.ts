import { readFile } from "node:fs/promises";
import { fail } from "../../../base/contract/fail.ts";
import type {
  FinishedPicture,
  PictureSource,
  SizePx,
  WantedPicture,
} from "../../../media/picture-port.ts";
import type { Picture } from "../../../uplink/requests.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";
import { checkedPicture, type PictureKind } from "./picture-check.ts";

/** Bytes of a picture that is sent on: seven of them in base64 fit into the 20 MB that Gemini takes. */
const maxReferenceBytes = 2_000_000;
/** Ways to code it, the best first; the first that is small enough is taken, the last in any case. */
const forms = [
  { sidePx: 2048, quality: 92 },
  { sidePx: 2048, quality: 80 },
  { sidePx: 1536, quality: 80 },
  { sidePx: 1024, quality: 75 },
] as const;
/** Quality of pictures that are coded again (JPEG and WebP). */
const recodedQuality = 92;
/** Invisible deviation from the target aspect, which rounding to whole pixels causes. */
const aspectTolerance = 0.01;

/** See `MediaPictures.reference`. */
export async function reference(from: PictureSource, maxPixels: number): Promise<Picture & SizePx> {
  const bytes = from instanceof Uint8Array ? from : await readStored(from.file);
  await checkedPicture(bytes, maxPixels);
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  const { hasAlpha } = await sharp(bytes, options).metadata();
  const isOpaque = !hasAlpha || (await sharp(bytes, options).stats()).isOpaque;
  for (let at = 0; ; at += 1) {
    const { sidePx, quality } = forms[at]!;
    const sized = sharp(bytes, options)
      .autoOrient()
      .resize(sidePx, sidePx, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb");
    const format = isOpaque ? "jpeg" : at === 0 ? "png" : "webp";
    // For sharp a quality of PNG means fewer colours.
    const coded = format === "png" ? sized.png() : sized[format]({ quality });
    const { data, info } = await coded.toBuffer({ resolveWithObject: true });
    const isLast = at === forms.length - 1;
    if (data.length > maxReferenceBytes && !isLast) continue;
    const size = { widthPx: info.width, heightPx: info.height };
    return { bytes: data, mediaType: `image/${format}`, ...size };
  }
}

async function readStored(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw fail("input_unreadable", "picture: is no longer stored. Send it again", { cause });
  }
}

/** See `MediaPictures.finish`. */
export async function finish(
  request: { bytes: Uint8Array; target: WantedPicture; maxPixels: number },
  kind: PictureKind,
): Promise<FinishedPicture> {
  const { bytes, target, maxPixels } = request;
  const sharp = await loadSharp();
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  // Decodes the whole picture: a cut or damaged one fails here, before anybody opens it.
  const { info } = await sharp(bytes, options)
    .autoOrient()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sourceSize = { widthPx: info.width, heightPx: info.height };
  const size = sizeOf(sourceSize, target);
  const mediaType = `image/${kind}`;
  const changes = changesOf(sourceSize, size);
  if (changes.length === 0) return { bytes, mediaType, ...sourceSize, sourceSize, changes };
  const fitted = sharp(bytes, options)
    .autoOrient()
    .resize(size.widthPx, size.heightPx, { fit: "cover", position: sharp.strategy.attention });
  const coded = kind === "png" ? fitted.png() : fitted.toFormat(kind, { quality: recodedQuality });
  return { bytes: await coded.toBuffer(), mediaType, ...size, sourceSize, changes };
}

function sizeOf(sourceSize: SizePx, { aspect, size }: WantedPicture): SizePx {
  if (size) return size;
  const { widthPx, heightPx } = sourceSize;
  if (aspect === null || isAspect(sourceSize, aspect)) return sourceSize;
  return widthPx / heightPx > aspect
    ? { widthPx: Math.max(1, Math.round(heightPx * aspect)), heightPx }
    : { widthPx, heightPx: Math.max(1, Math.round(widthPx / aspect)) };
}

function changesOf(sourceSize: SizePx, size: SizePx): FinishedPicture["changes"] {
  const isCropped = !isAspect(sourceSize, size.widthPx / size.heightPx);
  const isScaled = isCropped
    ? sourceSize.widthPx !== size.widthPx && sourceSize.heightPx !== size.heightPx
    : sourceSize.widthPx !== size.widthPx || sourceSize.heightPx !== size.heightPx;
  return [...(isCropped ? (["cropped"] as const) : []), ...(isScaled ? (["scaled"] as const) : [])];
}

function isAspect({ widthPx, heightPx }: SizePx, aspect: number): boolean {
  return Math.abs(widthPx / heightPx / aspect - 1) <= aspectTolerance;
}
