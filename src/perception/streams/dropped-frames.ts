import type { StreamJudge } from "./stream-judge.ts";
import type { StreamVision } from "./stream-vision.ts";

/** Frames that were not judged, by reason. */
export function droppedFrames({
  vision,
  judge,
}: {
  vision: StreamVision;
  judge: StreamJudge;
}): Record<string, number> {
  return { ...vision.detector?.drops(), late: judge.staleFrames };
}

/** Of `dropped` frames, those that were dropped under load. */
export function loadDropsOf(dropped: Readonly<Record<string, number>>): number {
  const busy = dropped["detector_busy"] ?? 0;
  const decoderBehind = dropped["decoder_behind"] ?? 0;
  return busy + decoderBehind + (dropped["late"] ?? 0);
}
