import type { PictureForm } from "../../base/core/moving-pictures.ts";

/** Size of a picture in pixels. */
export interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/** Element ids (RFC 9559 section 5.1, RFC 8794). */
const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  uid: 0x73c5,
  type: 0x83,
  lacing: 0x9c,
  codec: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  fourCc: 0x2eb524,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** Nanoseconds of one tick of the timestamps, and ticks of a millisecond. */
const tickNs = 100_000;
const ticksPerMs = 1e6 / tickNs;
/** A segment whose length nobody knows yet (RFC 8794 section 6.2). */
const unknownLength = Buffer.from("01ffffffffffffff", "hex");
/** Of track 1, at the cluster's time, with the flag of a key frame. */
const blockHead = Buffer.from([0x81, 0, 0, 0x80]);

/**
 * Returns the beginning of a Matroska stream of single pictures (RFC 9559): the simplest container of ffmpeg that
 * gives each picture a time of its own.
 */
export function matroskaHead(form: PictureForm, { widthPx, heightPx }: PictureSize): Buffer {
  const raw = form.kind === "raw" ? [element(id.fourCc, fourCcs[form.pixels])] : [];
  const video = element(
    id.video,
    Buffer.concat([
      element(id.width, number(widthPx)),
      element(id.height, number(heightPx)),
      ...raw,
    ]),
  );
  const track = Buffer.concat([
    element(id.number, number(1)),
    element(id.uid, number(1)),
    element(id.type, number(1)),
    element(id.lacing, number(0)),
    ...codecOf(form, { widthPx, heightPx }),
    video,
  ]);
  return Buffer.concat([
    element(id.ebml, element(id.docType, Buffer.from("matroska"))),
    elementId(id.segment),
    unknownLength,
    element(id.info, element(id.timestampScale, number(tickNs))),
    element(id.tracks, element(id.track, track)),
  ]);
}

/** Returns what one picture takes in front of its bytes; `atMs` is its time. */
export function pictureHead(atMs: number, bytes: number): Buffer {
  const time = element(id.timestamp, number(Math.round(atMs * ticksPerMs)));
  const block = [elementId(id.simpleBlock), length(blockHead.length + bytes), blockHead];
  const head = Buffer.concat([time, ...block]);
  return Buffer.concat([elementId(id.cluster), length(head.length + bytes), head]);
}

/** Raw pixels by their FourCC in `libavcodec/raw.c`. */
const fourCcs = {
  rgb24: Buffer.from("RGB\x18", "latin1"),
  bgr24: Buffer.from("BGR\x18", "latin1"),
  rgba: Buffer.from("RGBA"),
  bgra: Buffer.from("BGRA"),
  gray: Buffer.from("Y800"),
} as const;

function codecOf(form: PictureForm, size: PictureSize): Buffer[] {
  if (form.kind === "jpeg") return [element(id.codec, Buffer.from("V_MJPEG"))];
  if (form.kind === "raw") return [element(id.codec, Buffer.from("V_UNCOMPRESSED"))];
  // PNG has no codec id of its own: a BITMAPINFOHEADER names it.
  const info = Buffer.alloc(40);
  info.writeUInt32LE(40, 0);
  info.writeInt32LE(size.widthPx, 4);
  info.writeInt32LE(size.heightPx, 8);
  info.writeUInt16LE(1, 12);
  info.writeUInt16LE(24, 14);
  info.write("MPNG", 16, "latin1");
  const codec = element(id.codec, Buffer.from("V_MS/VFW/FOURCC"));
  return [codec, element(id.codecPrivate, info)];
}

function element(name: number, body: Buffer): Buffer {
  return Buffer.concat([elementId(name), length(body.length), body]);
}

function elementId(name: number): Buffer {
  const hex = name.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
}

/** A length in eight bytes (RFC 8794 section 4). */
function length(bytes: number): Buffer {
  const coded = number(bytes);
  coded[0] = 1;
  return coded;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
