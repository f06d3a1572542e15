import { findBox, isoBoxes } from "../../cameras/iso-boxes.ts";

/** The format of a video that RTP carries unchanged, from the header of its MP4. */
export interface RtpVideoFormat {
  codec: "h264" | "h265";
  /** SPS and PPS, for H.265 with the VPS before them, without start codes. */
  parameterSets: readonly Buffer[];
  /** Bytes of the length that stands before each NAL unit: 1, 2 or 4. */
  lengthBytes: number;
}

/** Bytes of a visual sample entry before its child boxes (ISO 14496-12 12.1.3). */
const sampleEntryBytes = 78;
const sampleDescriptionBytes = 8;

/** Returns the format of an MP4 header (`ftyp` + `moov`); undefined for other codecs than H.264 and H.265. */
export function videoFormat(header: Uint8Array): RtpVideoFormat | undefined {
  const path = ["moov", "trak", "mdia", "minf", "stbl", "stsd"] as const;
  const descriptions = findBox(asBuffer(header), ...path);
  if (descriptions === undefined) return undefined;
  for (const { content } of isoBoxes(descriptions.subarray(sampleDescriptionBytes))) {
    const boxes = [...isoBoxes(content.subarray(sampleEntryBytes))];
    const avc = boxes.find(({ type }) => type === "avcC");
    if (avc) return readAvc(avc.content);
    const hevc = boxes.find(({ type }) => type === "hvcC");
    if (hevc) return readHevc(hevc.content);
  }
  return undefined;
}

/** Returns the NAL units of a `moof` + `mdat` pair of one frame, up to the first that is cut off. */
export function nalUnits(fragment: Uint8Array, { lengthBytes }: RtpVideoFormat): Buffer[] {
  const media = findBox(asBuffer(fragment), "mdat");
  const units: Buffer[] = [];
  if (media === undefined) return units;
  let at = 0;
  while (at + lengthBytes <= media.length) {
    const size = media.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (size === 0) continue;
    if (at + size > media.length) break;
    units.push(media.subarray(at, at + size));
    at += size;
  }
  return units;
}

/** `AVCDecoderConfigurationRecord` (ISO 14496-15 5.3.3.1). */
function readAvc(record: Buffer): RtpVideoFormat | undefined {
  if (record.length < 7) return undefined;
  const reader = new RecordReader(record, 5);
  const sps = reader.sets(reader.byte() & 0x1f);
  const pps = reader.sets(reader.byte());
  const lengthBytes = (record[4]! & 3) + 1;
  return checked({ codec: "h264", parameterSets: [...sps, ...pps], lengthBytes });
}

/** `HEVCDecoderConfigurationRecord` (ISO 14496-15 8.3.3.1). */
function readHevc(record: Buffer): RtpVideoFormat | undefined {
  if (record.length < 23) return undefined;
  const reader = new RecordReader(record, 22);
  const parameterSets: Buffer[] = [];
  for (let left = reader.byte(); left > 0; left -= 1) {
    const type = reader.byte() & 0x3f;
    const sets = reader.sets(reader.short());
    if (type >= 32 && type <= 34) parameterSets.push(...sets);
  }
  return checked({ codec: "h265", parameterSets, lengthBytes: (record[21]! & 3) + 1 });
}

/** A reader that connects in the middle needs the parameter sets; without them there is no format. */
function checked(format: RtpVideoFormat): RtpVideoFormat | undefined {
  const least = format.codec === "h264" ? 2 : 3;
  return format.parameterSets.length < least ? undefined : format;
}

/** Reads a configuration record; beyond its end it reads zeros and no sets. */
class RecordReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  short(): number {
    return this.byte() * 256 + this.byte();
  }

  sets(count: number): Buffer[] {
    const sets: Buffer[] = [];
    for (let left = count; left > 0; left -= 1) {
      const size = this.short();
      if (size === 0 || this.#at + size > this.#bytes.length) return sets;
      sets.push(Buffer.from(this.#bytes.subarray(this.#at, this.#at + size)));
      this.#at += size;
    }
    return sets;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
