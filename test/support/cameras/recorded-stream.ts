import type { Fragment, InitSegment } from "../../../src/cameras/source.ts";
import type { StreamRecorder } from "../../../src/cameras/recording/stream-recorder.ts";
import type { Clip } from "./video-fragments.ts";

/** Frames of `clip` as a camera would send them, the first at `startMs` (Unix milliseconds). */
export function framesAt(clip: Clip, startMs: number, generation = 1): Fragment[] {
  const first = clip.fragments[0]!.ptsSec;
  return clip.fragments.map((fragment) => ({
    ...fragment,
    generation,
    wallMs: startMs + (fragment.ptsSec - first) * 1000,
  }));
}

/** The header of `clip` in another generation. */
export function initOf(clip: Clip, generation = 1): InitSegment {
  return { ...clip.init, generation };
}

/** Hands all frames in, and waits until they are in their files. */
export async function record(
  recorder: StreamRecorder,
  clip: Clip,
  at: { startMs: number; generation?: number },
): Promise<void> {
  recorder.init(initOf(clip, at.generation));
  for (const frame of framesAt(clip, at.startMs, at.generation)) recorder.push(frame);
  await recorder.flush();
}
