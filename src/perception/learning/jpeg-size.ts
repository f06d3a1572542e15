/** The size of a JPEG in pixels by its frame header (ITU-T T.81, B.2.2); undefined for anything else. */
export function jpegSize(jpeg: Uint8Array): { widthPx: number; heightPx: number } | undefined {
  const bytes = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.byteLength && bytes.getUint8(at) === 0xff;) {
    const marker = bytes.getUint8(at + 1);
    // Frame headers are C0 to CF without DHT (C4), JPG (C8) and DAC (CC).
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { widthPx: bytes.getUint16(at + 7), heightPx: bytes.getUint16(at + 5) };
    at += 2 + bytes.getUint16(at + 2);
  }
  return undefined;
}
