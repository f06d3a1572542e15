import { findBox, isoBoxes } from "../iso-boxes.ts";
import type { SoundFormat } from "./sound-format.ts";

/** The track of the sound; ffmpeg numbers the video's track 1. */
const soundTrack = 2;
/** `tfhd` with `default-base-is-moof`; `trun` with data offset, durations and sizes (ISO 14496-12 8.8.7, 8.8.8). */
const baseIsMoof = 0x020000;
const runFields = 0x000301;
/** The head of a box of version 1, without flags: 64 bits of time. */
const version1 = 0x01000000;
/** A sample that depends on no other (ISO 14496-12 8.6.4). */
const syncSample = 0x02000000;

/** One coded frame with its length on the track's time line. */
export interface SoundSample {
  bytes: Buffer;
  durationTicks: number;
}

/**
 * Returns a copy of a header (`ftyp` + `moov`) of one video track with a track of `format` beside it. Both tracks
 * have the video's ticks, so that one shift moves both.
 */
export function withSoundTrack(header: Uint8Array, format: SoundFormat): Buffer {
  const timescale = videoTimescale(header);
  return mapMoov(header, (type, whole) => {
    if (type === "mvhd") return withNextTrack(whole);
    if (type === "trak") return Buffer.concat([whole, soundTrak(format, timescale)]);
    return type === "mvex" ? box("mvex", whole.subarray(8), soundDefaults()) : whole;
  });
}

/** Returns a header without its sound track: for decoders that would wait for the track's first sample. */
export function withoutSoundTrack(header: Uint8Array): Buffer {
  return withTracks(header, (track) => track !== soundTrack);
}

/** Returns a header without its video track: for decoders of the sound. */
export function onlySoundTrack(header: Uint8Array): Buffer {
  return withTracks(header, (track) => track === soundTrack);
}

function withTracks(header: Uint8Array, isKept: (track: number | undefined) => boolean): Buffer {
  return mapMoov(header, (type, whole) => {
    if (type === "trak") {
      return isKept(trackOf(findBox(whole.subarray(8), "tkhd"))) ? whole : Buffer.alloc(0);
    }
    if (type !== "mvex") return whole;
    const others = [...isoBoxes(whole.subarray(8))].filter(
      (each) => each.type !== "trex" || isKept(each.content.readUInt32BE(4)),
    );
    return box("mvex", ...others.map((each) => box(each.type, each.content)));
  });
}

/** True for a `moof` + `mdat` pair of the sound track. */
export function isSoundPair(pair: Uint8Array): boolean {
  const head = findBox(asBuffer(pair), "moof", "traf", "tfhd");
  return head?.readUInt32BE(4) === soundTrack;
}

/** Returns a `moof` + `mdat` pair of coded frames, the first at `startTicks`. */
export function soundPair(startTicks: number, samples: readonly SoundSample[]): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt(startTicks));
  const entries = samples.flatMap(({ bytes, durationTicks }) => [durationTicks, bytes.length]);
  const moofWith = (dataOffset: number): Buffer =>
    box(
      "moof",
      fullBox("mfhd", 0, u32(0)),
      box(
        "traf",
        fullBox("tfhd", baseIsMoof, u32(soundTrack)),
        fullBox("tfdt", version1, time),
        fullBox("trun", runFields, u32(samples.length, dataOffset, ...entries)),
      ),
    );
  const moof = moofWith(moofWith(0).length + 8);
  return Buffer.concat([moof, box("mdat", ...samples.map(({ bytes }) => bytes))]);
}

function mapMoov(header: Uint8Array, map: (type: string, whole: Buffer) => Buffer): Buffer {
  const parts = [...isoBoxes(asBuffer(header))].map(({ type, content }) => {
    if (type !== "moov") return box(type, content);
    const inner = [...isoBoxes(content)].map((each) =>
      map(each.type, box(each.type, each.content)),
    );
    return box("moov", ...inner);
  });
  return Buffer.concat(parts);
}

function videoTimescale(header: Uint8Array): number {
  const mdhd = findBox(asBuffer(header), "moov", "trak", "mdia", "mdhd");
  return mdhd?.readUInt32BE(mdhd[0] === 1 ? 20 : 12) ?? 0;
}

/** Reads the track's number in `tkhd`, after two times of 32 or 64 bits. */
function trackOf(tkhd: Buffer | undefined): number | undefined {
  return tkhd?.readUInt32BE(tkhd[0] === 1 ? 20 : 12);
}

/** The last field of `mvhd` is the number of the next track. */
function withNextTrack(mvhd: Buffer): Buffer {
  mvhd.writeUInt32BE(soundTrack + 1, mvhd.length - 4);
  return mvhd;
}

function soundDefaults(): Buffer {
  return fullBox("trex", 0, u32(soundTrack, 1, 0, 0, syncSample));
}

/** ISO 14496-12 8.3 to 8.7: enabled, full volume, without samples of its own. */
function soundTrak(format: SoundFormat, timescale: number): Buffer {
  const none = u32(0);
  const header = Buffer.concat([
    u32(0, 0, soundTrack, 0, 0, 0, 0),
    u16(0, 0, 0x0100, 0),
    u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 0, 0),
  ]);
  const undetermined = 0x55c4;
  const media = Buffer.concat([u32(0, 0, timescale, 0), u16(undetermined, 0)]);
  const handler = Buffer.concat([
    u32(0),
    Buffer.from("soun"),
    u32(0, 0, 0),
    Buffer.from("sound\0"),
  ]);
  const inItself = 1;
  const sampleTable = box(
    "stbl",
    fullBox("stsd", 0, u32(1), sampleEntry(format)),
    fullBox("stts", 0, none),
    fullBox("stsc", 0, none),
    fullBox("stsz", 0, u32(0, 0)),
    fullBox("stco", 0, none),
  );
  return box(
    "trak",
    fullBox("tkhd", 3, header),
    box(
      "mdia",
      fullBox("mdhd", 0, media),
      fullBox("hdlr", 0, handler),
      box(
        "minf",
        fullBox("smhd", 0, u16(0, 0)),
        box("dinf", fullBox("dref", 0, u32(1), fullBox("url ", inItself))),
        sampleTable,
      ),
    ),
  );
}

/** AudioSampleEntry (ISO 14496-12 12.2.3): 16 bits a sample, the rate in 16.16. */
function sampleEntry({ codec, channels, rateHz, config }: SoundFormat): Buffer {
  const entry = Buffer.concat([u16(0, 0, 0, 1), u32(0, 0), u16(channels, 16, 0, 0, rateHz, 0)]);
  if (codec === "aac") return box("mp4a", entry, fullBox("esds", 0, esDescriptor(config)));
  // Opus in ISO BMFF 4.3.2: version 0, no samples to skip at the start of a live stream, mapping family 0.
  const opus = Buffer.concat([
    Buffer.from([0, channels]),
    u16(0),
    u32(rateHz),
    u16(0),
    Buffer.alloc(1),
  ]);
  return box("Opus", entry, box("dOps", opus));
}

/** ISO 14496-1 7.2.6.5: an audio stream of MPEG-4 (0x40), without fixed buffer and rates. */
function esDescriptor(config: Buffer): Buffer {
  const audioStream = (5 << 2) | 1;
  const decoder = Buffer.concat([
    Buffer.from([0x40, audioStream, 0, 0, 0]),
    u32(0, 0),
    descriptor(5, config),
  ]);
  const predefined = descriptor(6, Buffer.from([2]));
  return descriptor(
    3,
    Buffer.concat([u16(soundTrack), Buffer.from([0]), descriptor(4, decoder), predefined]),
  );
}

function descriptor(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, each) => sum + each.length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, "latin1"), ...content]);
}

/** A box with a version, in the highest 8 bits of `head`, and flags. */
function fullBox(type: string, head: number, ...content: readonly Buffer[]): Buffer {
  return box(type, u32(head), ...content);
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at);
  return bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
