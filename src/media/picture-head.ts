import { invalidField } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";

/**
 * Refuses a picture whose first bytes show that it is unusable: too many pixels (PNG,
 * extended WebP) or an animated WebP. Decoding finds everything else. Throws
 * `invalid_request_body` with `param`.
 */
export function checkHead(head: Buffer, param: string): void {
  const size = sizeOf(head);
  if (!size) return;
  if (size.isAnimated)
    throw invalidField(param, "the picture has several frames. Send a still picture");
  const { width, height } = size;
  if (width * height <= limits.picturePixels) return;
  const megapixels = Math.floor(limits.picturePixels / 1e6);
  const message = `the picture has ${width} × ${height} pixels. Send at most ${megapixels} megapixels`;
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
