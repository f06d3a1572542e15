import { fail } from "../../base/contract/fail.ts";

/** One picture of a clip: its NAL units without start codes or lengths. */
export interface ClipFrame {
  units: readonly Buffer[];
  /** True when decoding can start here. */
  key: boolean;
  /** Time since the clip's start in ticks of 90 kHz. */
  ticks: number;
}

/** A parsed H.264 clip; frames are in decoding order, which is also the order of display. */
export interface H264Clip {
  sps: Buffer;
  pps: Buffer;
  frames: readonly ClipFrame[];
  /** Length of the whole clip in ticks of 90 kHz. */
  ticks: number;
}

const clockHz = 90_000;

/** NAL unit types that players do not need: SEI and access unit delimiters. */
const dispensable = new Set([6, 9]);

function broken(what: string): Error {
  return fail("internal_error", `the demo's scene cannot be read: ${what}`);
}

/** Returns the contents of the box at the end of `path` (ISO 14496-12), descending from `data`. */
function boxAt(data: Buffer, path: readonly string[]): Buffer {
  const [name, ...rest] = path;
  if (name === undefined) return data;
  for (let at = 0; at + 8 <= data.length;) {
    const size = data.readUInt32BE(at);
    if (size < 8) break;
    if (data.toString("latin1", at + 4, at + 8) === name) {
      return boxAt(data.subarray(at + 8, at + size), rest);
    }
    at += size;
  }
  throw broken(`it has no ${name} box`);
}

/**
 * Returns `size` numbers per entry of a full box that lists `count` entries from byte `from` on.
 */
function table(box: Buffer, from: number, columns: number): number[][] {
  const count = box.readUInt32BE(from - 4);
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: columns }, (__, i) => box.readUInt32BE(from + (row * columns + i) * 4)),
  );
}

/** Returns the byte ranges of all samples, from the chunk tables. */
function sampleRanges(stbl: Buffer): { at: number; size: number }[] {
  const sizes = table(boxAt(stbl, ["stsz"]), 12, 1).map(([size]) => size!);
  const offsets = table(boxAt(stbl, ["stco"]), 8, 1).map(([offset]) => offset!);
  const runs = table(boxAt(stbl, ["stsc"]), 8, 3);
  const ranges: { at: number; size: number }[] = [];
  offsets.forEach((offset, chunk) => {
    const run = runs.findLast(([first]) => first! <= chunk + 1)!;
    let at = offset;
    for (let n = 0; n < run[1]! && ranges.length < sizes.length; n += 1) {
      const size = sizes[ranges.length]!;
      ranges.push({ at, size });
      at += size;
    }
  });
  return ranges;
}

/** Splits a sample into its NAL units, each after its length in four bytes. */
function unitsOf(sample: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + 4 < sample.length;) {
    const size = sample.readUInt32BE(at);
    const unit = sample.subarray(at + 4, at + 4 + size);
    if (unit.length > 0 && !dispensable.has(unit[0]! & 31)) units.push(unit);
    at += 4 + size;
  }
  return units;
}

/** Returns the first SPS and PPS of an `avc1` sample description (ISO 14496-15 5.3.3). */
function parameterSets(stbl: Buffer): { sps: Buffer; pps: Buffer } {
  const description = boxAt(stbl, ["stsd"]);
  if (description.toString("latin1", 12, 16) !== "avc1") throw broken("it is not H.264");
  const avcC = boxAt(description.subarray(8 + 8 + 78), ["avcC"]);
  const spsSize = avcC.readUInt16BE(6);
  const ppsAt = 8 + spsSize + 1;
  const ppsSize = avcC.readUInt16BE(ppsAt);
  return { sps: avcC.subarray(8, 8 + spsSize), pps: avcC.subarray(ppsAt + 2, ppsAt + 2 + ppsSize) };
}

/**
 * Reads an MP4 file whose first track is H.264 without reordered frames. The clip shares `file`'s
 * bytes. Throws `internal_error` for any other file.
 */
export function readH264Clip(file: Buffer): H264Clip {
  const media = boxAt(file, ["moov", "trak", "mdia"]);
  const timescale = boxAt(media, ["mdhd"]).readUInt32BE(12);
  const stbl = boxAt(media, ["minf", "stbl"]);
  const keys = new Set(table(boxAt(stbl, ["stss"]), 8, 1).map(([sample]) => sample! - 1));
  const durations = table(boxAt(stbl, ["stts"]), 8, 2).flatMap(([count, delta]) =>
    Array.from({ length: count! }, () => delta!),
  );
  let time = 0;
  const frames = sampleRanges(stbl).map(({ at, size }, index) => {
    const ticks = Math.round((time / timescale) * clockHz);
    time += durations[index] ?? 0;
    return { units: unitsOf(file.subarray(at, at + size)), key: keys.has(index), ticks };
  });
  if (frames.length === 0 || !frames[0]!.key) throw broken("it does not begin with a key frame");
  return { ...parameterSets(stbl), frames, ticks: Math.round((time / timescale) * clockHz) };
}
