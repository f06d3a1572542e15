import { open } from "node:fs/promises";
import { isSoundPair } from "../sound/sound-boxes.ts";
import {
  dropFragment,
  fragmentsIn,
  fragmentTime,
  headerWithDuration,
  shiftFragment,
} from "./fragment-boxes.ts";
import { segmentPath } from "./segment-file.ts";
import type { SegmentRecord } from "./segment-record.ts";

/** A run of fragments of one file, from one key frame to the next or to the end of the cut. */
interface Piece {
  path: string;
  atBytes: number;
  sizeBytes: number;
  /** Added to the decode times in the file. */
  shiftTicks: number;
  /** Decode time in the file before which sound belongs to video that is cut away; undefined inside a run. */
  soundFromTicks: number | undefined;
  startMs: number;
  endMs: number;
}

/** Recorded video of one format, cut at key frames and put end to end: one file for a player. */
export interface Footage {
  codec: string;
  mimeCodec: string | null;
  hasSound: boolean;
  widthPx: number;
  heightPx: number;
  isMasked: boolean;
  /** Unix milliseconds of the first and after the last frame. */
  startMs: number;
  endMs: number;
  durationSec: number;
  sizeBytes: number;
  /** The recorded spans without a hole, by wall time; holes are left out of the video. */
  spans: readonly { startMs: number; endMs: number }[];
  /** Returns the bytes from `start` to `end`, both inclusive, as the reader requests them. */
  read(start: number, end: number): AsyncGenerator<Buffer>;
}

/** Frames further apart than this are a hole in the recording. */
const holeMs = 1500;
/** A file that begins this near to the end of the file before, on the camera's clock, continues it. */
const sameTimeSec = 0.05;

/**
 * Cuts the recorded time from `fromMs` to `toMs` out of `segments`: from the key frame at or before the
 * start to the last frame before the end. One part for each run of equal format, in order; a camera
 * that changed its picture size in between gives several.
 */
export async function cutFootage(
  dir: string,
  segments: readonly SegmentRecord[],
  span: { fromMs: number; toMs: number },
): Promise<Footage[]> {
  const parts: Footage[] = [];
  for (const run of runsOfFormat(segments)) {
    const footage = await cutRun(dir, run, span);
    if (footage) parts.push(footage);
  }
  return parts;
}

/** Groups neighbours that one player can play in sequence; some of them may have no sound. */
export function runsOfFormat(segments: readonly SegmentRecord[]): SegmentRecord[][] {
  const runs: SegmentRecord[][] = [];
  let sound: string | undefined;
  for (const segment of segments) {
    const run = runs.at(-1);
    const own = segment.sound?.format;
    const isSame =
      run?.[0]!.format === segment.format &&
      run[0]!.isMasked === segment.isMasked &&
      (sound === undefined || own === undefined || sound === own);
    if (run && isSame) run.push(segment);
    else runs.push([segment]);
    sound = run && isSame ? (sound ?? own) : own;
  }
  return runs;
}

/** Returns the codecs of a run for players (RFC 6381): of its video, and of its sound where a segment has any. */
export function mimeCodecOf(run: readonly SegmentRecord[]): string | null {
  const { mimeCodec } = run[0]!;
  const sound = run.find((segment) => segment.sound)?.sound;
  return mimeCodec !== null && sound ? `${mimeCodec}, ${sound.mimeCodec}` : mimeCodec;
}

/** Groups neighbours without a hole between them. */
export function spansOf(
  pieces: readonly { startMs: number; endMs: number }[],
): { startMs: number; endMs: number }[] {
  const spans: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of pieces) {
    const last = spans.at(-1);
    if (last && startMs - last.endMs <= holeMs) last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
  }
  return spans;
}

async function cutRun(
  dir: string,
  run: readonly SegmentRecord[],
  span: { fromMs: number; toMs: number },
): Promise<Footage | undefined> {
  const pieces: Piece[] = [];
  let ticks = 0;
  let fileEndTicks: number | undefined;
  for (const segment of run) {
    const at = { span, ticks, fileEndTicks };
    const cut = await unlessGone(cutSegment(segmentPath(dir, segment), segment, at));
    if (!cut) continue;
    pieces.push(...cut.pieces);
    ({ ticks, fileEndTicks } = cut);
  }
  // A header with both tracks plays segments without sound too.
  const first = run.find((segment) => segment.sound) ?? run[0]!;
  const header =
    pieces.length === 0
      ? undefined
      : await unlessGone(readAt(segmentPath(dir, first), 0, first.headerBytes));
  if (!header) return undefined;
  const { codec, widthPx, heightPx, isMasked } = first;
  const bytes = headerWithDuration(header, ticks);
  return {
    codec,
    mimeCodec: mimeCodecOf(run),
    hasSound: first.sound !== undefined,
    widthPx,
    heightPx,
    isMasked,
    startMs: pieces[0]!.startMs,
    endMs: pieces.at(-1)!.endMs,
    durationSec: ticks / first.timescale,
    sizeBytes: pieces.reduce((sum, piece) => sum + piece.sizeBytes, bytes.length),
    spans: spansOf(pieces),
    read: (start, end) => readBytes(bytes, pieces, { start, end }),
  };
}

interface Cut {
  pieces: Piece[];
  ticks: number;
  /** Decode time in the file after its last frame; undefined without one. */
  fileEndTicks: number | undefined;
}

/** The pieces of one file, `ticks` after the start of the footage; `fileEndTicks` is that of the file before. */
async function cutSegment(
  path: string,
  segment: SegmentRecord,
  at: {
    span: { fromMs: number; toMs: number };
    ticks: number;
    fileEndTicks: number | undefined;
  },
): Promise<Cut> {
  const { entries } = segment;
  const { toMs } = at.span;
  const { first, count } = entriesIn(segment, at.span);
  const start = entries[first];
  const { ticks, fileEndTicks } = at;
  if (!start || start.wallMs >= toMs) return { pieces: [], ticks, fileEndTicks };
  const shiftTicks = ticks - start.ticks;
  const goesOn = isNear(start.ticks, fileEndTicks, sameTimeSec * segment.timescale);
  const pieces: Piece[] = [];
  let endTicks = start.ticks;
  for (let index = first; index < count; index += 1) {
    const entry = entries[index]!;
    const next = entries[index + 1];
    const whole = {
      sizeBytes: (next?.atBytes ?? segment.sizeBytes) - entry.atBytes,
      endMs: next?.wallMs ?? segment.endMs,
      endTicks: next?.ticks ?? segment.endTicks,
    };
    const isLast = index === count - 1 && whole.endMs > toMs;
    const end = isLast ? await endBefore(path, { entry, whole, toMs, segment }) : whole;
    const { sizeBytes, endMs } = end;
    if (sizeBytes > 0)
      pieces.push({
        path,
        atBytes: entry.atBytes,
        sizeBytes,
        shiftTicks,
        soundFromTicks: index === first && !goesOn ? start.ticks : undefined,
        startMs: entry.wallMs,
        endMs,
      });
    endTicks = end.endTicks;
  }
  return { pieces, ticks: endTicks + shiftTicks, fileEndTicks: endTicks };
}

/** The entry points of a span: the first, which may lie before it, and the one after the last. */
function entriesIn(
  { entries }: SegmentRecord,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): { first: number; count: number } {
  const found = entries.findLastIndex(({ wallMs }) => wallMs <= fromMs);
  const first = Math.max(0, found);
  const beyond = entries.findIndex(({ wallMs }, index) => index > first && wallMs >= toMs);
  return { first, count: beyond < 0 ? entries.length : beyond };
}

function isNear(ticks: number, otherTicks: number | undefined, mostTicks: number): boolean {
  return otherTicks !== undefined && Math.abs(ticks - otherTicks) <= mostTicks;
}

interface PieceEnd {
  sizeBytes: number;
  endMs: number;
  endTicks: number;
}

/** Returns the end of the frames that begin before `toMs`. */
async function endBefore(
  path: string,
  cut: {
    entry: SegmentRecord["entries"][number];
    whole: PieceEnd;
    toMs: number;
    segment: SegmentRecord;
  },
): Promise<PieceEnd> {
  const { entry, whole, toMs, segment } = cut;
  const limitTicks = entry.ticks + ((toMs - entry.wallMs) * segment.timescale) / 1000;
  const bytes = await readAt(path, entry.atBytes, whole.sizeBytes);
  let end: PieceEnd = { sizeBytes: 0, endMs: entry.wallMs, endTicks: entry.ticks };
  for (const { at, sizeBytes } of fragmentsIn(bytes)) {
    const pair = bytes.subarray(at, at + sizeBytes);
    if (isSoundPair(pair)) {
      end = { ...end, sizeBytes: at + sizeBytes };
      continue;
    }
    const time = fragmentTime(pair);
    if (!time || (at > 0 && time.ticks >= limitTicks)) break;
    const endTicks = time.ticks + time.durationTicks;
    const endMs = Math.round(entry.wallMs + ((endTicks - entry.ticks) * 1000) / segment.timescale);
    end = { sizeBytes: at + sizeBytes, endMs, endTicks };
  }
  return end;
}

/** Undefined when retention removed the file first. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads up to `length` bytes; fewer when the file is shorter. */
async function readAt(path: string, atBytes: number, length: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, atBytes);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Holds one piece, which is a GOP, at a time. */
async function* readBytes(
  header: Buffer,
  pieces: readonly Piece[],
  range: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0;
  const part = (bytes: Buffer): Buffer =>
    bytes.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
  const head = part(header);
  if (head.length > 0) yield head;
  at += header.length;
  for (const piece of pieces) {
    if (at > range.end) return;
    if (at + piece.sizeBytes > range.start) {
      const bytes = await readAt(piece.path, piece.atBytes, piece.sizeBytes);
      for (const place of fragmentsIn(bytes)) {
        const pair = bytes.subarray(place.at, place.at + place.sizeBytes);
        if (isCutAway(pair, piece)) dropFragment(pair);
        else shiftFragment(pair, piece.shiftTicks);
      }
      const slice = part(bytes);
      if (slice.length > 0) yield slice;
    }
    at += piece.sizeBytes;
  }
}

/** True for sound that came with the first frame of a cut but belongs to the frames before it. */
function isCutAway(pair: Buffer, { soundFromTicks }: Piece): boolean {
  if (soundFromTicks === undefined || !isSoundPair(pair)) return false;
  return (fragmentTime(pair)?.ticks ?? 0) < soundFromTicks;
}
