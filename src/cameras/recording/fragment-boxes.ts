import { findBox, isoBoxes } from "../iso-boxes.ts";

/** A fragment's position on its track's own time line, in ticks of the track. */
export interface FragmentTime {
  /** Decode time of its one frame. */
  ticks: number;
  durationTicks: number;
  /** From the frame's decode time to its display time; frames that are sent out of order differ in it. */
  compositionTicks: number;
  /** True when decoding can start here. */
  isKey: boolean;
}

/** `tfhd`, `trun` and sample flags (ISO 14496-12 8.8.7, 8.8.8, 8.8.3.1). */
const tfhd = { baseDataOffset: 1, description: 2, duration: 8, size: 0x10, flags: 0x20 } as const;
const trun = {
  dataOffset: 1,
  firstFlags: 4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
} as const;
const sampleIsNonSync = 0x10000;
const headerBytes = 8;

/** Returns the track's ticks per second from a header (`ftyp` + `moov`); 0 without a track. */
export function timescaleOf(init: Uint8Array): number {
  const mdhd = findBox(asBuffer(init), "moov", "trak", "mdia", "mdhd");
  return mdhd?.readUInt32BE(mdhd[0] === 1 ? 20 : 12) ?? 0;
}

/** Returns the times of a `moof` + `mdat` pair of one frame; undefined for other bytes. */
export function fragmentTime(fragment: Uint8Array): FragmentTime | undefined {
  const traf = findBox(asBuffer(fragment), "moof", "traf");
  const head = traf && findBox(traf, "tfhd");
  const time = traf && findBox(traf, "tfdt");
  const run = traf && findBox(traf, "trun");
  if (!head || !time || !run) return undefined;
  const ticks = time[0] === 1 ? Number(time.readBigInt64BE(4)) : time.readUInt32BE(4);
  const defaults = readHead(head);
  const own = readRun(run);
  const flags = own.flags ?? defaults.flags ?? 0;
  return {
    ticks,
    durationTicks: own.duration ?? defaults.duration ?? 0,
    compositionTicks: own.composition | 0,
    isKey: (flags & sampleIsNonSync) === 0,
  };
}

interface SampleFields {
  duration: number | undefined;
  flags: number | undefined;
}

function readHead(head: Buffer): SampleFields {
  const has = head.readUInt32BE(0) & 0xffffff;
  const next = reader(head, has, 8);
  if (has & tfhd.baseDataOffset) next.at += 8;
  next.take(tfhd.description);
  const duration = next.take(tfhd.duration);
  next.take(tfhd.size);
  return { duration, flags: next.take(tfhd.flags) };
}

function readRun(run: Buffer): SampleFields & { composition: number } {
  const next = reader(run, run.readUInt32BE(0) & 0xffffff, 8);
  next.take(trun.dataOffset);
  const first = next.take(trun.firstFlags);
  const duration = next.take(trun.duration);
  next.take(trun.size);
  const flags = next.take(trun.flags) ?? first;
  return { duration, flags, composition: next.take(trun.composition) ?? 0 };
}

/** Reads optional 32-bit fields one after the other, each when its flag is set. */
function reader(box: Buffer, has: number, start: number) {
  const next = {
    at: start,
    take(flag: number): number | undefined {
      if (!(has & flag)) return undefined;
      next.at += 4;
      return box.readUInt32BE(next.at - 4);
    },
  };
  return next;
}

/** One `moof` + `mdat` pair inside a run of them. */
export interface FragmentPlace {
  at: number;
  sizeBytes: number;
}

/**
 * Returns the whole pairs at the start of `bytes`, in order, up to the first that is incomplete or
 * not a pair.
 */
export function* fragmentsIn(bytes: Buffer): Generator<FragmentPlace> {
  let at = 0;
  for (;;) {
    const moofBytes = boxBytes(bytes, at, "moof");
    const mdatBytes = moofBytes === 0 ? 0 : boxBytes(bytes, at + moofBytes, "mdat");
    if (mdatBytes === 0) return;
    const sizeBytes = moofBytes + mdatBytes;
    yield { at, sizeBytes };
    at += sizeBytes;
  }
}

/** Returns the size of the whole box of `type` at `at`; 0 without one. */
function boxBytes(bytes: Buffer, at: number, type: string): number {
  if (at + headerBytes > bytes.length) return 0;
  const size = bytes.readUInt32BE(at);
  if (size < headerBytes || at + size > bytes.length) return 0;
  return bytes.toString("latin1", at + 4, at + 8) === type ? size : 0;
}

/** Moves a pair's decode time by `ticks`, in place. A 32-bit time that overflows wraps. */
export function shiftFragment(fragment: Buffer, ticks: number): void {
  const time = findBox(fragment, "moof", "traf", "tfdt");
  if (time === undefined) return;
  if (time[0] === 1) time.writeBigInt64BE(time.readBigInt64BE(4) + BigInt(ticks), 4);
  else time.writeUInt32BE((time.readUInt32BE(4) + ticks) >>> 0, 4);
}

/** Makes a player skip a pair, in place: both boxes become free space (ISO 14496-12 8.1.2). */
export function dropFragment(fragment: Buffer): void {
  const moofBytes = fragment.readUInt32BE(0);
  for (const at of [0, moofBytes]) fragment.write("free", at + 4, "latin1");
}

/** Gives a pair of one frame a decode time and a duration, in place. */
export function retimeFragment(fragment: Buffer, ticks: number, durationTicks: number): void {
  const time = fragmentTime(fragment);
  if (!time) return;
  shiftFragment(fragment, ticks - time.ticks);
  const run = findBox(fragment, "moof", "traf", "trun");
  const head = findBox(fragment, "moof", "traf", "tfhd");
  const runFlags = run ? run.readUInt32BE(0) & 0xffffff : 0;
  const headFlags = head ? head.readUInt32BE(0) & 0xffffff : 0;
  if (run && runFlags & trun.duration) {
    const skipped = [trun.dataOffset, trun.firstFlags].filter((flag) => runFlags & flag).length;
    run.writeUInt32BE(durationTicks, 8 + 4 * skipped);
  } else if (head && headFlags & tfhd.duration) {
    const base = headFlags & tfhd.baseDataOffset ? 8 : 0;
    head.writeUInt32BE(durationTicks, 8 + base + (headFlags & tfhd.description ? 4 : 0));
  }
}

/**
 * Returns a copy of the header with the duration of its tracks, which share their ticks, so that a player shows it
 * before it has read everything. Omits a duration of more than 32 bits of ticks.
 */
export function headerWithDuration(init: Uint8Array, durationTicks: number): Buffer {
  const copy = Buffer.from(init);
  const moov = findBox(copy, "moov");
  const movie = moov && findBox(moov, "mvhd");
  if (!moov || !movie || movie[0] !== 0) return copy;
  for (const { type, content } of isoBoxes(moov)) {
    const track = type === "trak" ? findBox(content, "tkhd") : undefined;
    const media = findBox(content, "mdia", "mdhd");
    if (!track || !media || track[0] !== 0 || media[0] !== 0) continue;
    const movieTicks = Math.round(
      (durationTicks / media.readUInt32BE(12)) * movie.readUInt32BE(12),
    );
    if (Math.max(durationTicks, movieTicks) >= 0xffff_ffff) return copy;
    movie.writeUInt32BE(movieTicks, 16);
    track.writeUInt32BE(movieTicks, 20);
    media.writeUInt32BE(Math.round(durationTicks), 16);
  }
  return copy;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
