import { withoutSoundTrack } from "../sound/sound-boxes.ts";
import { headerWithDuration, retimeFragment } from "./fragment-boxes.ts";
import { openUnlessGone, readAt, readFragment } from "./key-frames.ts";
import { segmentPath } from "./segment-file.ts";
import type { SegmentRecord } from "./segment-record.ts";

/** Frames a second of a time-lapse. */
const framesPerSec = 15;
/** Frames of a time-lapse at most: two minutes. */
export const maxTimeLapseFrames = 1800;

/** A time-lapse of recorded video: key frames as the camera sent them, shown one after the other. */
export interface TimeLapse {
  mimeCodec: string | null;
  /** Key frames that it is made of; those that retention removes meanwhile are left out. */
  frames: number;
  read(): AsyncGenerator<Buffer>;
}

interface Frame {
  segment: SegmentRecord;
  atBytes: number;
}

/**
 * A time-lapse of `fromMs` to `toMs` out of segments of one format: at most 1800 key frames, evenly chosen.
 * Undefined without a key frame in the span.
 */
export function timeLapseOf(
  dir: string,
  segments: readonly SegmentRecord[],
  span: { fromMs: number; toMs: number },
): TimeLapse | undefined {
  const all = segments.flatMap((segment) =>
    segment.entries
      .filter(({ wallMs }) => wallMs >= span.fromMs && wallMs < span.toMs)
      .map(({ atBytes }) => ({ segment, atBytes })),
  );
  const step = Math.max(1, all.length / maxTimeLapseFrames);
  const count = Math.floor(all.length / step);
  const frames = Array.from({ length: count }, (_, n) => all[Math.floor(n * step)]!);
  const first = frames[0]?.segment;
  if (!first) return undefined;
  const { mimeCodec } = first;
  return { mimeCodec, frames: frames.length, read: () => readFrames(dir, first, frames) };
}

/** Holds one frame at a time. */
async function* readFrames(
  dir: string,
  first: SegmentRecord,
  frames: readonly Frame[],
): AsyncGenerator<Buffer> {
  const durationTicks = Math.round(first.timescale / framesPerSec);
  const header = await readOf(dir, first, (file) => readAt(file, 0, first.headerBytes));
  if (!header) return;
  const video = first.sound ? withoutSoundTrack(header) : header;
  yield headerWithDuration(video, durationTicks * frames.length);
  let ticks = 0;
  for (const { segment, atBytes } of frames) {
    const bytes = await readOf(dir, segment, (file) => readFragment(file, atBytes));
    if (!bytes) continue;
    retimeFragment(bytes, ticks, durationTicks);
    ticks += durationTicks;
    yield bytes;
  }
}

async function readOf<T>(
  dir: string,
  segment: SegmentRecord,
  read: (file: NonNullable<Awaited<ReturnType<typeof openUnlessGone>>>) => Promise<T>,
): Promise<T | undefined> {
  const file = await openUnlessGone(segmentPath(dir, segment));
  if (!file) return undefined;
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}
