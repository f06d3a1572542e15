import { invalidField } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";

/**
 * Refuses at once what the first bytes of a picture already tell: more pixels than are read (PNG,
 * extended WebP) and an animated WebP. Everything else is found when the picture is decoded. Throws
 * `invalid_request_body` with `param`.
 */
export function checkHead(head: Buffer, param: string): void {
  const size = sizeOf(head);
  if (!size) return;
  if (size.isAnimated) throw invalidField(param, "the picture has several frames");
  const { width, height } = size;
  if (width * height <= limits.picturePixels) return;
  const megapixels = Math.floor(limits.picturePixels / 1e6);
  const message = `the picture has ${width} × ${height} pixels; at most ${megapixels} megapixels are read`;
  throw invalidField(param, message);
}

function sizeOf(head: Buffer): { width: number; height: number; isAnimated: boolean } | undefined {
  // ISO 15948: signature, then the IHDR chunk with width and height.
  if (head.length >= 24 && head.toString("latin1", 12, 16) === "IHDR") {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20), isAnimated: false };
  }
  // WebP container specification, "Extended File Format": flags, then the canvas less one.
  if (head.length >= 30 && head.toString("latin1", 8, 16) === "WEBPVP8X") {
    const isAnimated = (head[20]! & 0x02) !== 0;
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1, isAnimated };
  }
  return undefined;
}
