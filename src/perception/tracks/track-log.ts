import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { RuleFrame } from "../behaviors/behavior.ts";
import type { Track } from "../core/track.ts";

/** Steps of a second in which rule time is kept, and of the whole in which scores are. */
export const fineSteps = 10_000;
/** Steps of the picture's width and height in which boxes are kept. */
export const boxSteps = 65_535;

/** One judged frame: exactly what the rules saw of its tracks. */
export interface TrackFrame extends Omit<RuleFrame, "scene"> {
  /** The frame's own time, whole Unix milliseconds. */
  wallMs: number;
}

/** A recorded frame. */
export interface RecordedFrame {
  /** Another one begins with each start of the stream: rules began again, track ids may come again. */
  session: string;
  frame: TrackFrame;
}

/** Which stream. */
export interface StreamName {
  org: string;
  streamId: string;
}

/** Takes the frames of one running stream. */
export interface TrackRecorder {
  /** Hands in the next frame; returns at once and never throws. */
  append(frame: TrackFrame): void;
  /** Stores what is left. Idempotent. */
  close(): Promise<void>;
}

/**
 * What was seen, kept so that rules can be tried on it later. Writing is off the way of the frames:
 * a disk that is slow or full loses chunks, which are counted, and holds nothing up. A crash loses at
 * most what was not flushed yet. Bounded by age and by bytes of each stream, the oldest go first.
 */
export interface TrackLog {
  record(stream: StreamName): TrackRecorder;
  /** Frames with `fromMs` ≤ `wallMs` < `toMs` in order, also those handed in a moment ago. */
  read(stream: StreamName, span: { fromMs: number; toMs: number }): AsyncIterable<RecordedFrame>;
}

/** Rule time as the rules see it and the log keeps it: to a tenth of a millisecond. */
export function fineSec(sec: number): number {
  return Math.round(sec * fineSteps) / fineSteps;
}

/**
 * A track as the rules see it: box and score in the steps of the log, so that a replay sees the very
 * same numbers.
 */
export function fineTrack(track: Track): Track {
  const [x1, y1, x2, y2] = track.boxNorm;
  const boxNorm: BoxNorm = [fineShare(x1), fineShare(y1), fineShare(x2), fineShare(y2)];
  return { ...track, score: Math.round(track.score * fineSteps) / fineSteps, boxNorm };
}

function fineShare(value: number): number {
  return Math.round(value * boxSteps) / boxSteps;
}
