import { isSoundPair } from "../sound/sound-boxes.ts";
import type { Footage } from "./footage.ts";
import { fragmentsIn, fragmentTime, timescaleOf } from "./fragment-boxes.ts";

/** A frame of recorded video, as the camera encoded it. */
interface FootageFrame {
  /** When it is shown, in Unix milliseconds. */
  atMs: number;
  isKey: boolean;
  /** `moof` and `mdat` of the frame. */
  bytes: Buffer;
}

/** The frames of footage, which begin with a key frame. */
interface FootageFrames {
  /** `ftyp` and `moov`. */
  header: Buffer;
  frames: FootageFrame[];
  /** True when the rest was left out because of the bound. */
  isCut: boolean;
}

/**
 * Reads the frames of footage without decoding, at most `mostBytes` of them. Leaves out video whose frames are sent in
 * another order than they are shown (B-frames).
 */
export async function framesOf(
  footage: readonly Footage[],
  mostBytes: number,
): Promise<{ parts: FootageFrames[]; isCut: boolean }> {
  const parts: FootageFrames[] = [];
  let leftBytes = mostBytes;
  for (const each of footage) {
    const found = await footageFrames(each, leftBytes);
    if (!found || found.frames.length === 0) continue;
    parts.push(found);
    leftBytes -= found.frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (found.isCut) return { parts, isCut: true };
  }
  return { parts, isCut: false };
}

async function footageFrames(
  footage: Footage,
  mostBytes: number,
): Promise<FootageFrames | undefined> {
  const chunks = footage.read(0, footage.sizeBytes - 1);
  const { value: header } = await chunks.next();
  if (!header) return undefined;
  const timescale = timescaleOf(header);
  const frames: FootageFrame[] = [];
  let usedBytes = 0;
  let offsetTicks: number | undefined;
  for await (const piece of chunks) {
    for (const { at, sizeBytes } of fragmentsIn(piece)) {
      const bytes = piece.subarray(at, at + sizeBytes);
      const time = isSoundPair(bytes) ? undefined : fragmentTime(bytes);
      if (!time || (frames.length === 0 && !time.isKey)) continue;
      offsetTicks ??= time.compositionTicks;
      if (time.compositionTicks !== offsetTicks) return undefined;
      usedBytes += sizeBytes;
      if (usedBytes > mostBytes) return { header, frames, isCut: true };
      const atMs = wallMsAt(footage, (time.ticks * 1000) / timescale);
      frames.push({ atMs, isKey: time.isKey, bytes });
    }
  }
  return { header, frames, isCut: false };
}

/** The wall time of a moment of the footage, whose holes are left out of its own time. */
function wallMsAt({ spans }: Footage, mediaMs: number): number {
  let leftMs = mediaMs;
  for (const { startMs, endMs } of spans) {
    if (leftMs < endMs - startMs) return startMs + leftMs;
    leftMs -= endMs - startMs;
  }
  return (spans.at(-1)?.endMs ?? 0) + leftMs;
}
