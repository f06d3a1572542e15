import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { Overlay, PrivacyMasks, Vision } from "../core/vision-port.ts";
import type { Store } from "../../base/core/store.ts";
import {
  type EventAppender,
  type IncidentChange,
  IncidentWriter,
} from "../incidents/incident-writer.ts";
import type { FragmentRing } from "../../cameras/camera.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { StreamRecorder } from "../../cameras/recording/stream-recorder.ts";
import { SnapshotMaker } from "../incidents/snapshot-maker.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import type { StreamIncidents } from "../incidents/incidents.ts";
import type { LatencyMeter } from "../core/latency-meter.ts";
import type { StreamTask } from "./stream-task.ts";
import type { FrameRef } from "../core/frame-ref.ts";
import { recorderSettings, type StreamSettings } from "../settings/stream-settings.ts";

/** The parts of a stream's evidence. */
export interface StreamEvidenceParts {
  vision: Pick<Vision, "still">;
  evidence: Evidence;
  recordings: Recordings;
  store: Store;
  events: EventAppender;
  clock: Clock;
  log: Logger;
}

/** Stores the evidence of one stream's incidents: records with their events, video, and pictures. */
export class StreamEvidence {
  /** Stores incidents and their events. */
  readonly writer: IncidentWriter;
  /** Records the camera's video; `closeVideo` ends it. */
  readonly video: StreamRecorder;
  readonly #snapshots: SnapshotMaker;
  readonly #recordings: Recordings;
  readonly #task: StreamTask;

  constructor(
    parts: StreamEvidenceParts,
    task: StreamTask,
    { latency, video }: { latency: LatencyMeter; video: StreamRecorder },
  ) {
    const { org, streamId, jobId, settings } = task;
    this.#recordings = parts.recordings;
    this.#task = task;
    this.writer = new IncidentWriter(parts, parts.evidence, latency);
    this.writer.setForm(settings);
    this.video = video;
    this.#snapshots = new SnapshotMaker(parts, { org, streamId, jobId });
  }

  /** Applies changed settings; recorded video stays. */
  configure(settings: StreamSettings): void {
    this.writer.setForm(settings);
    this.video.configure(recorderSettings(settings));
  }

  /** Stores a change of an incident. It stores the video's place first, so that events can name it. */
  write(record: IncidentRecord, change: IncidentChange): void {
    const endMs = record.resolvedAtMs ?? record.lastSeenAtMs;
    if (change === "created") this.video.openClip(record.id, record.startedAtMs);
    if (change === "resolved") this.video.closeClip(record.id, endMs);
    this.writer.write(record, change);
  }

  /** Makes the picture of an incident out of the ring and adds it; without one the incident stays valid. */
  async picture(
    record: IncidentRecord,
    from: {
      ring: FragmentRing;
      frame: FrameRef;
      look: { overlay: Overlay; masks: PrivacyMasks };
      incidents: Pick<StreamIncidents, "attachSnapshot">;
    },
  ): Promise<void> {
    const { ring, frame, look, incidents } = from;
    const pictures = await this.#snapshots.take(ring, frame, look);
    if (pictures === null) return;
    record.plainAssetId = pictures.plain;
    incidents.attachSnapshot(record, pictures.annotated);
  }

  /** Resolves when no picture is in work. */
  async picturesMade(): Promise<void> {
    await this.#snapshots.idle();
  }

  /** Ends the recording; its last file is whole when this resolves. */
  async closeVideo(): Promise<void> {
    await this.#recordings.close(this.#task, this.video);
  }
}
