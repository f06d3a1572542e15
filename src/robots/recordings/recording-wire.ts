import type { RecordingProblemsWire, RobotRecordingWire } from "../wire/robot-recordings.ts";
import type { RecordingRecord } from "./recording-record.ts";
import type { RecordingProblem } from "./recording-problems.ts";
import type { recordingStates } from "./recording-terms.ts";

/** The recording on the wire; `url` of its file, null before the end. */
export function recordingWire(record: RecordingRecord, url: string | null): RobotRecordingWire {
  const { id, robotId, causes, fromMs, toMs, file, counts } = record;
  return {
    id,
    object: "robot.recording",
    robot_id: robotId,
    state: stateOf(record),
    problem: record.problem ?? null,
    causes: causes.map((cause) => ({
      kind: cause.kind,
      incident_id: cause.id,
      type: cause.type,
      stream_id: cause.streamId,
      at: cause.atMs / 1000,
    })),
    from: fromMs / 1000,
    to: toMs / 1000,
    samples: counts.samples,
    scans: counts.scans,
    pictures: counts.pictures,
    video_frames: counts.videoFrames ?? 0,
    video_cut: record.isVideoCut ?? false,
    record_entries: counts.entries,
    size_bytes: file?.sizeBytes ?? null,
    url,
  };
}

function stateOf({ file, problem }: RecordingRecord): (typeof recordingStates)[number] {
  if (problem !== undefined) return "failed";
  return file ? "ready" : "recording";
}

/** The problems of recordings on the wire. */
export function recordingProblemsWire(
  problems: readonly RecordingProblem[],
): RecordingProblemsWire {
  return problems.map(({ robotId, kind, reason }) => ({ robot_id: robotId, kind, reason }));
}
