import type { Footage } from "../../cameras/recording/footage.ts";
import type { RecordedSpan } from "../../cameras/recording/recordings.ts";
import type { ClipWire, EvidenceWire, RecordingWire } from "../../cameras/wire/recording.ts";
import { mimeTypeOf, type StoredEvidence } from "./recording-service.ts";

/** The evidence of an incident on the wire. */
export function evidenceWire(stored: StoredEvidence): EvidenceWire {
  const { incident, snapshotUrl, plainSnapshotUrl, clip } = stored;
  return {
    object: "surveillance.evidence",
    incident_id: incident.id,
    stream_id: incident.streamId,
    protected: incident.isProtected ?? false,
    snapshot_url: snapshotUrl,
    plain_snapshot_url: plainSnapshotUrl,
    clip: clip && clipWire(clip),
  };
}

function clipWire(clip: NonNullable<StoredEvidence["clip"]>): ClipWire {
  const { record, parts, isComplete, url } = clip;
  const state = !isComplete ? "recording" : parts.length > 0 ? "complete" : "gone";
  return {
    state,
    url,
    from: record.fromMs / 1000,
    to: record.toMs === null ? null : record.toMs / 1000,
    note: noteOf(parts),
    parts: parts.map((part) => ({
      ...videoWire(part),
      duration_seconds: Math.round(part.durationSec * 1000) / 1000,
    })),
  };
}

function noteOf(parts: readonly Footage[]): string | null {
  const notes: string[] = [];
  if (parts.some(({ codec }) => codec === "hevc")) {
    notes.push(
      "The camera sends H.265, which is kept as it is: many browsers do not play it; download it and use another player.",
    );
  }
  if (parts.some(({ isMasked }) => isMasked)) {
    notes.push("Privacy masks are burnt in: the video was decoded and coded again.");
  }
  if (parts.length > 1) {
    notes.push("The camera changed its picture format: each format is a part of its own.");
  }
  return notes.length === 0 ? null : notes.join(" ");
}

/** A recorded span on the wire. */
export function recordingWire(streamId: string, span: RecordedSpan): RecordingWire {
  const [from, to] = [span.startMs / 1000, span.endMs / 1000];
  return {
    object: "surveillance.recording",
    stream_id: streamId,
    ...videoWire(span),
    duration_seconds: Math.round(to * 1000 - from * 1000) / 1000,
    url: `/api/v1/surveillance/streams/${encodeURIComponent(streamId)}/clip.mp4?from=${from}&to=${to}`,
  };
}

function videoWire(video: Omit<RecordedSpan, "sizeBytes"> & { sizeBytes: number }) {
  return {
    from: video.startMs / 1000,
    to: video.endMs / 1000,
    codec: video.codec,
    mime_type: mimeTypeOf(video),
    sound: video.hasSound,
    width: video.widthPx,
    height: video.heightPx,
    size_bytes: video.sizeBytes,
    masked: video.isMasked,
  };
}
