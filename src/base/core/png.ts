import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const pack = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** 8-bit samples of a picture, row after row without gaps: 1 (grey) or 3 (red, green, blue) a pixel. */
export interface RawPicture {
  widthPx: number;
  heightPx: number;
  channels: 1 | 3;
  bytes: Uint8Array;
  /** Of a picture of one channel: the colour of each sample, red, green, blue and opacity; 256 of them. */
  palette?: Uint8Array;
}

/** Encodes the picture as PNG, for speed rather than size; missing samples are black. */
export async function encodePng({
  widthPx,
  heightPx,
  channels,
  bytes,
  palette,
}: RawPicture): Promise<Buffer> {
  const rowBytes = widthPx * channels;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(widthPx, 0);
  head.writeUInt32BE(heightPx, 4);
  // Bits of a sample, colour type; then compression, filter and interlace of the only kind there is.
  head.set([8, palette ? 3 : channels === 3 ? 2 : 0, 0, 0, 0], 8);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((rowBytes + 1) * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    rows.set(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  const body = await pack(rows, { level: 1 });
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    ...(palette ? paletteChunks(palette) : []),
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Colours (`PLTE`) and their opacity (`tRNS`). */
function paletteChunks(palette: Uint8Array): Buffer[] {
  const colours = Buffer.from(palette.filter((_, at) => at % 4 !== 3));
  const opacity = Buffer.from(palette.filter((_, at) => at % 4 === 3));
  return [chunk("PLTE", colours), chunk("tRNS", opacity)];
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
