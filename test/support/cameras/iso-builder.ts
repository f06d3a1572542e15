/** Builds minimal ISO 14496-12 boxes, so that parsers can be tested without ffmpeg. */

export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
}

export interface MovieOptions {
  timescale?: number;
  widthPx?: number;
  heightPx?: number;
  /** The sample entry's type and its child box. */
  entry?: { type: string; config: Buffer };
}

const avcC = box("avcC", Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0, 1, 0, 0]));

/** `ftyp` + `moov` with one video track. */
export function movie(options: MovieOptions = {}): Buffer {
  const { timescale = 90_000, widthPx = 640, heightPx = 360 } = options;
  const { type, config } = options.entry ?? { type: "avc1", config: avcC };
  const visual = Buffer.alloc(78);
  visual.writeUInt16BE(widthPx, 24);
  visual.writeUInt16BE(heightPx, 26);
  const stsd = box("stsd", u32(0, 1), box(type, visual, config));
  const mdhd = box("mdhd", u32(0, 0, 0, timescale, 0), Buffer.alloc(4));
  const mdia = box("mdia", mdhd, box("minf", box("stbl", stsd)));
  const trex = box("trex", u32(0, 1, 1, 0, 0, 0));
  return Buffer.concat([
    box("ftyp", Buffer.from("isomiso6")),
    box("moov", box("trak", mdia), box("mvex", trex)),
  ]);
}

export interface FrameOptions {
  /** Decode time and composition offset in the track's timescale. */
  decodeTime: number;
  offset?: number;
  duration?: number;
  key?: boolean;
  sample?: Uint8Array;
  /** Samples that the fragment claims to hold. */
  count?: number;
}

/** One `moof` + `mdat` with one sample, laid out as ffmpeg does with `frag_every_frame`. */
export function frame(options: FrameOptions): Buffer {
  const { decodeTime, offset = 0, duration = 6000, key = false, count = 1 } = options;
  const sample = options.sample ?? Buffer.from([0, 0, 0, 2, key ? 0x65 : 0x41, 1]);
  const flags = key ? 0x2000000 : 0x1010000;
  const tfhd = box("tfhd", u32(0x020038, 1, duration, sample.length, flags));
  const tfdt = box("tfdt", u32(0x01000000, 0, decodeTime));
  const trun = box("trun", u32(0x01000801, count, 0, offset));
  return Buffer.concat([
    box("moof", box("mfhd", u32(0, 1)), box("traf", tfhd, tfdt, trun)),
    box("mdat", sample),
  ]);
}
