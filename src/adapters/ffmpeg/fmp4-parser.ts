import type { SourceProblem } from "../../cameras/source.ts";
import { findBox, isoBoxes } from "../../cameras/iso-boxes.ts";
import { readVideoFormat, type VideoFormat } from "./sample-entry.ts";

/** `ftyp` + `moov` of one run. */
export interface Fmp4Init extends VideoFormat {
  type: "init";
  bytes: Buffer;
}

/** One `moof` + `mdat` pair with one sample. */
export interface Fmp4Fragment {
  type: "fragment";
  ptsSec: number;
  durationSec: number;
  key: boolean;
  /** Both boxes. */
  bytes: Buffer;
  /** The sample inside `bytes`. */
  sample: Buffer;
}

/** Bounds of the parser's memory. */
export interface Fmp4ParserOptions {
  /** Largest single box; a bigger one is a malformed stream. Default 32 MiB. */
  maxBoxBytes?: number;
}

/** Flags of `tfhd`, `trun` and samples (ISO 14496-12 8.8.7, 8.8.8, 8.8.3.1). */
const tfhd = { baseDataOffset: 1, description: 2, duration: 8, size: 0x10, flags: 0x20 } as const;
const trun = {
  dataOffset: 1,
  firstFlags: 4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  cts: 0x800,
} as const;
const sampleIsNonSync = 0x10000;

interface Defaults {
  duration: number;
  flags: number;
}

/**
 * Cuts a fragmented MP4 of one video track with one sample per fragment, as `frag_every_frame`
 * writes it, out of arbitrary chunks. Holds at most one unfinished pair of boxes. Malformed input
 * ends in `problem`, after which everything is ignored; nothing is ever thrown.
 */
export class Fmp4Parser {
  readonly #maxBoxBytes: number;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #neededBytes = 8;
  #ftyp: Buffer | undefined;
  #moof: Buffer | undefined;
  #timescale = 0;
  #defaults: Defaults = { duration: 0, flags: 0 };
  #problem: SourceProblem | null = null;

  constructor(options: Fmp4ParserOptions = {}) {
    this.#maxBoxBytes = options.maxBoxBytes ?? 32 * 1024 * 1024;
  }

  /** The reason for which the input cannot be read any further, or null. */
  get problem(): SourceProblem | null {
    return this.#problem;
  }

  /** Takes the next bytes (which it may keep) and returns the completed fragments, in order. */
  push(chunk: Uint8Array): (Fmp4Init | Fmp4Fragment)[] {
    const found: (Fmp4Init | Fmp4Fragment)[] = [];
    if (this.#problem !== null) return found;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#problem === null && this.#held >= this.#neededBytes) {
      const bytes = this.#gather();
      const used = this.#readBoxes(bytes, found);
      this.#chunks = used === bytes.length ? [] : [bytes.subarray(used)];
      this.#held = bytes.length - used;
    }
    if (this.#problem !== null) this.#chunks = [];
    return found;
  }

  #gather(): Buffer {
    const first = this.#chunks[0]!;
    if (this.#chunks.length > 1) return Buffer.concat(this.#chunks);
    return Buffer.from(first.buffer, first.byteOffset, first.length);
  }

  /** Reads every complete box at the start of `bytes`; sets the number of bytes that the next one needs. */
  #readBoxes(bytes: Buffer, found: (Fmp4Init | Fmp4Fragment)[]): number {
    let at = 0;
    for (;;) {
      this.#neededBytes = 8;
      if (bytes.length - at < 8) return at;
      const size = bytes.readUInt32BE(at);
      if (size < 8 || size > this.#maxBoxBytes) {
        this.#broken(`a box of ${size} bytes`);
        return at;
      }
      this.#neededBytes = size;
      if (bytes.length - at < size) return at;
      const type = bytes.toString("latin1", at + 4, at + 8);
      try {
        this.#readBox(type, bytes.subarray(at, at + size), found);
      } catch {
        // Only a read beyond the end of a truncated box can throw here.
        this.#broken(`a malformed ${JSON.stringify(type)} box`);
      }
      if (this.#problem !== null) return at;
      at += size;
    }
  }

  #readBox(type: string, box: Buffer, found: (Fmp4Init | Fmp4Fragment)[]): void {
    if (this.#moof !== undefined && type !== "mdat") {
      this.#broken(`${JSON.stringify(type)} between moof and mdat`);
    } else if (type === "ftyp") {
      this.#ftyp = Buffer.from(box);
    } else if (type === "moov") {
      this.#readMoov(box, found);
    } else if (type === "moof") {
      this.#moof = Buffer.from(box);
    } else if (type === "mdat" && this.#moof !== undefined) {
      this.#readFragment(this.#moof, box, found);
      this.#moof = undefined;
    }
  }

  #readMoov(moov: Buffer, found: (Fmp4Init | Fmp4Fragment)[]): void {
    const mdia = findBox(moov.subarray(8), "trak", "mdia");
    const mdhd = mdia && findBox(mdia, "mdhd");
    const stsd = mdia && findBox(mdia, "minf", "stbl", "stsd");
    const entry = stsd && isoBoxes(stsd.subarray(8)).next().value;
    const format = entry ? readVideoFormat(entry) : undefined;
    if (mdhd === undefined || format === undefined) {
      const codec = entry ? JSON.stringify(entry.type) : "unknown";
      this.#problem = {
        code: "stream_codec_unsupported",
        message: `The video codec of the source (${codec}) is not supported. Use H.264 or H.265.`,
      };
      return;
    }
    this.#timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12);
    if (this.#timescale === 0) return this.#broken("a timescale of 0");
    const trex = findBox(moov.subarray(8), "mvex", "trex");
    if (trex) this.#defaults = { duration: trex.readUInt32BE(12), flags: trex.readUInt32BE(20) };
    const bytes = Buffer.concat(this.#ftyp ? [this.#ftyp, moov] : [moov]);
    found.push({ type: "init", ...format, bytes });
  }

  #readFragment(moof: Buffer, mdat: Buffer, found: (Fmp4Init | Fmp4Fragment)[]): void {
    const traf = findBox(moof.subarray(8), "traf");
    const headBox = traf && findBox(traf, "tfhd");
    const timeBox = traf && findBox(traf, "tfdt");
    const runBox = traf && findBox(traf, "trun");
    if (!headBox || !timeBox || !runBox) return this.#broken("a moof without tfhd, tfdt or trun");
    if (this.#timescale === 0) return this.#broken("a fragment before its moov");
    if (runBox.readUInt32BE(4) !== 1) return this.#broken("a fragment of more than one frame");
    const sample = readTrun(runBox, readTfhd(headBox, this.#defaults));
    const decodeTime =
      timeBox[0] === 1 ? Number(timeBox.readBigInt64BE(4)) : timeBox.readUInt32BE(4);
    const bytes = Buffer.concat([moof, mdat]);
    found.push({
      type: "fragment",
      ptsSec: (decodeTime + sample.cts) / this.#timescale,
      durationSec: sample.duration / this.#timescale,
      key: (sample.flags & sampleIsNonSync) === 0,
      bytes,
      sample: bytes.subarray(moof.length + 8),
    });
  }

  #broken(what: string): void {
    this.#problem = {
      code: "stream_broken",
      message: `The stream cannot be read: ${what} came out of the demuxer.`,
    };
  }
}

function readTfhd(box: Buffer, defaults: Defaults): Defaults {
  const has = box.readUInt32BE(0) & 0xffffff;
  let at = 8;
  if (has & tfhd.baseDataOffset) at += 8;
  if (has & tfhd.description) at += 4;
  const duration = has & tfhd.duration ? box.readUInt32BE(at) : defaults.duration;
  if (has & tfhd.duration) at += 4;
  if (has & tfhd.size) at += 4;
  return { duration, flags: has & tfhd.flags ? box.readUInt32BE(at) : defaults.flags };
}

function readTrun(box: Buffer, defaults: Defaults): Defaults & { cts: number } {
  const has = box.readUInt32BE(0) & 0xffffff;
  let at = 8;
  const next = (flag: number): number | undefined => {
    if (!(has & flag)) return undefined;
    at += 4;
    return box.readUInt32BE(at - 4);
  };
  next(trun.dataOffset);
  const firstFlags = next(trun.firstFlags);
  const duration = next(trun.duration) ?? defaults.duration;
  next(trun.size);
  const flags = next(trun.flags) ?? firstFlags ?? defaults.flags;
  const unsignedCts = next(trun.cts) ?? 0;
  // Version 1 has signed offsets; encoders with version 0 rely on the same reading.
  return { duration, flags, cts: unsignedCts | 0 };
}
