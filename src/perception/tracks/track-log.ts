import type { StreamRef } from "../../base/core/stream-ref.ts";
import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { BehaviorFrame } from "../behaviors/behavior.ts";
import type { Track } from "../core/track.ts";

/** Steps of a second in which stream time is kept, and of the whole in which scores are. */
export const fineSteps = 10_000;
/** Steps of the picture's width and height in which boxes are kept. */
export const boxSteps = 65_535;

/** One judged frame: exactly the tracks that the behaviors saw. */
export interface TrackFrame extends Omit<BehaviorFrame, "scene"> {
  /** The frame's own time, whole Unix milliseconds. */
  wallMs: number;
}

/** A recorded frame. */
export interface RecordedFrame {
  /** Increases with each start of the stream: behaviors begin again, and track ids may repeat. */
  session: string;
  frame: TrackFrame;
}

/** Takes the frames of one running stream. */
export interface TrackRecorder {
  /** Hands in the next frame; returns at once and never throws. */
  append(frame: TrackFrame): void;
  /** Stores the remaining frames. Idempotent. */
  close(): Promise<void>;
}

/**
 * Recorded tracks, on which behaviors can be tried later. It writes in the background: a slow or full disk loses
 * chunks, which are counted, and delays no frame. A crash loses at most the unflushed frames. Bounded by age
 * and by bytes of each stream; the oldest go first.
 */
export interface TrackLog {
  record(stream: StreamRef): TrackRecorder;
  /** Frames with `fromMs` ≤ `wallMs` < `toMs` in order, also those handed in a moment ago. */
  read(stream: StreamRef, span: { fromMs: number; toMs: number }): AsyncIterable<RecordedFrame>;
}

/** Rounds stream time to the step of behaviors and log: a tenth of a millisecond. */
export function fineSec(sec: number): number {
  return Math.round(sec * fineSteps) / fineSteps;
}

/** Rounds box and score of a track to the steps of the log, so that a replay sees the same numbers. */
export function fineTrack(track: Track): Track {
  const [x1, y1, x2, y2] = track.boxNorm;
  const boxNorm: BoxNorm = [fineShare(x1), fineShare(y1), fineShare(x2), fineShare(y2)];
  return { ...track, score: Math.round(track.score * fineSteps) / fineSteps, boxNorm };
}

function fineShare(value: number): number {
  return Math.round(value * boxSteps) / boxSteps;
}
