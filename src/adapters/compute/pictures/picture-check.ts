import { fail } from "../../../base/contract/fail.ts";
import { loadSharp } from "../../drawing/draw-jpeg.ts";

/** A kind of picture that the box reads. */
export type PictureKind = "jpeg" | "png" | "webp";

/** The PNG signature (ISO 15948, 5.2). */
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Resolves for one JPEG, PNG or WebP picture of at most `maxPixels`, by its header. Rejects with
 * `input_unreadable`.
 */
export async function checkedPicture(bytes: Uint8Array, maxPixels: number): Promise<PictureKind> {
  const kind = pictureKind(bytes);
  await checkHeader(bytes, kind, maxPixels);
  return kind;
}

/**
 * The kind of a picture by its first bytes, whatever its name or declared type. Throws
 * `input_unreadable` for any other content and for an animated PNG.
 */
function pictureKind(bytes: Uint8Array): PictureKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff) return "jpeg";
  if (head.length >= 12 && head.toString("latin1", 0, 4) === "RIFF") {
    if (head.toString("latin1", 8, 12) === "WEBP") return "webp";
  }
  if (head.subarray(0, 8).equals(pngSignature)) {
    if (isAnimatedPng(head))
      throw fail("input_unreadable", "picture: has several frames. Send one frame");
    return "png";
  }
  throw fail("input_unreadable", "picture: is not a JPEG, PNG or WebP. Convert it");
}

/** An `acTL` chunk before the first `IDAT` marks an animation (APNG specification, "acTL"). */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
    at += 12 + bytes.readUInt32BE(at);
  }
  return false;
}

/** Looks at the header only: nothing is decoded before its size and frame count are known. */
async function checkHeader(bytes: Uint8Array, kind: PictureKind, maxPixels: number): Promise<void> {
  const sharp = await loadSharp();
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    limitInputPixels: false,
  }).metadata();
  if (format !== kind)
    throw fail("input_unreadable", "picture: its headers contradict its content. Save it again");
  if (pages > 1) throw fail("input_unreadable", "picture: has several frames. Send one frame");
  if (width * height > maxPixels) {
    const megapixels = Math.floor(maxPixels / 1e6);
    throw fail(
      "input_unreadable",
      `picture: has ${width} × ${height} pixels. Send at most ${megapixels} megapixels`,
    );
  }
}
