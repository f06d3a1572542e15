import { findBox, type IsoBox } from "../../cameras/iso-boxes.ts";
import type { ColourMatrix } from "../../cameras/source.ts";

/** The sample description of a video track. */
export interface VideoFormat {
  /** ffmpeg's name. */
  codec: string;
  /** RFC 6381; null when browsers do not play it. */
  mimeCodec: string | null;
  widthPx: number;
  heightPx: number;
  /** Undefined where the header lacks it or contradicts it. */
  colourMatrix?: ColourMatrix | undefined;
  /** Bytes of the length before each NAL unit of a sample; 0 for codecs without NAL units. */
  nalLengthBytes: number;
}

/** Bytes of a VisualSampleEntry before its child boxes (ISO 14496-12 12.1.3). */
const visualEntryBytes = 78;

/** Reads the first sample entry of `stsd`; undefined when it is no video that we know. */
export function readVideoFormat(entry: IsoBox): VideoFormat | undefined {
  if (entry.content.length < visualEntryBytes) return undefined;
  const inner = entry.content.subarray(visualEntryBytes);
  const size = {
    widthPx: entry.content.readUInt16BE(24),
    heightPx: entry.content.readUInt16BE(26),
    colourMatrix: matrixOf(findBox(inner, "colr")),
  };
  switch (entry.type) {
    case "avc1":
    case "avc3": {
      const avcC = findBox(inner, "avcC");
      if (avcC === undefined || avcC.length < 7) return undefined;
      const mimeCodec = `${entry.type}.${avcC.toString("hex", 1, 4)}`;
      return { codec: "h264", mimeCodec, nalLengthBytes: (avcC[4]! & 3) + 1, ...size };
    }
    case "hvc1":
    case "hev1": {
      const hvcC = findBox(inner, "hvcC");
      if (hvcC === undefined || hvcC.length < 23) return undefined;
      const mimeCodec = hevcMimeCodec(entry.type, hvcC);
      return { codec: "hevc", mimeCodec, nalLengthBytes: (hvcC[21]! & 3) + 1, ...size };
    }
    case "mp4v": {
      const codec = mpeg4Codec(findBox(inner, "esds"));
      return codec === undefined
        ? undefined
        : { codec, mimeCodec: null, nalLengthBytes: 0, ...size };
    }
    default:
      return undefined;
  }
}

/** ISO 14496-12 12.1.5: `nclx`, then primaries, transfer and matrix with 16 bits each (ITU-T H.273). */
function matrixOf(colr: Buffer | undefined): ColourMatrix | undefined {
  if (colr === undefined || colr.length < 10) return undefined;
  if (colr.toString("latin1", 0, 4) !== "nclx") return undefined;
  const matrix = colr.readUInt16BE(8);
  if (matrix === 1) return "bt709";
  return matrix === 5 || matrix === 6 ? "bt601" : undefined;
}

/** ISO 14496-15 annex E.3: profile, compatibility (bits reversed), tier and level, constraints. */
function hevcMimeCodec(entryType: string, hvcC: Buffer): string {
  const space = ["", "A", "B", "C"][hvcC[1]! >> 6]!;
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    reversed = ((reversed << 1) | ((hvcC.readUInt32BE(2) >>> bit) & 1)) >>> 0;
  }
  const tier = hvcC[1]! & 0x20 ? "H" : "L";
  const constraints = [...hvcC.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  const fields = [
    entryType,
    `${space}${hvcC[1]! & 0x1f}`,
    reversed.toString(16).toUpperCase(),
    `${tier}${hvcC[12]!}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ];
  return fields.join(".");
}

/** Object type of the decoder configuration descriptor (ISO 14496-1 7.2.6.6). */
function mpeg4Codec(esds: Buffer | undefined): string | undefined {
  if (esds === undefined) return undefined;
  // Full box header, then nested descriptors: ES (tag 3, 3 bytes of content here), decoder (tag 4).
  let at = skipDescriptorHeader(esds, 4, 3) + 3;
  at = skipDescriptorHeader(esds, at, 4);
  switch (esds[at]) {
    case 0x20:
      return "mpeg4";
    case 0x6c:
      return "mjpeg";
    default:
      return undefined;
  }
}

function skipDescriptorHeader(bytes: Buffer, start: number, tag: number): number {
  if (bytes[start] !== tag) return bytes.length;
  let at = start + 1;
  while (at < bytes.length && bytes[at]! & 0x80) at += 1;
  return at + 1;
}
