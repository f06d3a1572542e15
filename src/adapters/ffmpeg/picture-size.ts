import type { MovingPicture } from "../../base/core/moving-pictures.ts";
import type { PictureSize } from "./matroska.ts";

/** Start of frame of JPEG (ITU-T T.81 table B.1): all of 0xc0 to 0xcf without the tables among them. */
const isFrameHead = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns the size that a picture's own head states; null where it cannot be read. */
export function sizeOfPicture({
  bytes,
  form,
}: Pick<MovingPicture, "bytes" | "form">): PictureSize | null {
  if (form.kind === "raw") return { widthPx: form.widthPx, heightPx: form.heightPx };
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return form.kind === "png" ? sizeOfPng(head) : sizeOfJpeg(head);
}

/** ISO 15948: signature, then the IHDR chunk with width and height. */
function sizeOfPng(head: Buffer): PictureSize | null {
  if (head.length < 24 || head.toString("latin1", 12, 16) !== "IHDR") return null;
  return { widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
}

function sizeOfJpeg(head: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1]!;
    if (isFrameHead(marker)) {
      return { widthPx: head.readUInt16BE(at + 7), heightPx: head.readUInt16BE(at + 5) };
    }
    // A fill byte stands alone; every other marker before the frame has a length.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return null;
}
