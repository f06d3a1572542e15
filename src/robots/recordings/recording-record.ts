import type { StoreKey } from "../../base/core/store.ts";
import type { RecordingCauseKind } from "./recording-terms.ts";

/** One reason for a recording. */
export interface RecordingCause {
  kind: RecordingCauseKind;
  /** Id of the incident; null for a request. */
  id: string | null;
  /** Type of the incident; null for a request. */
  type: string | null;
  /** The camera of the incident; null without one. */
  streamId: string | null;
  summary: string | null;
  /** Unix milliseconds. */
  atMs: number;
}

/** What a recording has. */
export interface RecordingCounts {
  samples: number;
  scans: number;
  pictures: number;
  entries: number;
  /** Encoded frames of video; absent in records of earlier releases. */
  videoFrames?: number;
}

/** A recording of a robot with its file. Times are Unix milliseconds. */
export interface RecordingRecord {
  v: 1;
  id: string;
  org: string;
  robotId: string;
  causes: RecordingCause[];
  fromMs: number;
  toMs: number;
  /** Null while it is being recorded. */
  file: { assetId: string; sizeBytes: number } | null;
  counts: RecordingCounts;
  /** The streams of its pictures and of its causes. */
  streamIds: string[];
  /** True when it has pictures of the robot's own camera, which is no stream. */
  hasOwnPictures: boolean;
  /** True when its video ends early because of the bound of a file. */
  isVideoCut?: boolean;
  /** Why the file could not be written; absent otherwise. */
  problem?: string;
}

/** Notes that the recording shows a stream, or is of an incident of it. */
export function noteStream(record: RecordingRecord, streamId: string): void {
  if (!record.streamIds.includes(streamId)) record.streamIds.push(streamId);
}

/** Prefix of the keys of an organisation's recordings; their ids are in the order of time. */
export function recordingPrefix(org: string): StoreKey {
  return [org, "robot-recording"];
}
