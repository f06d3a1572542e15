import type { FragmentRing } from "../../cameras/camera.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { StreamRecorder } from "../../cameras/recording/stream-recorder.ts";
import { SnapshotMaker } from "../incidents/snapshot-maker.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { type IncidentChange, IncidentWriter } from "../incidents/incident-writer.ts";
import type { StreamIncidents } from "../incidents/incidents.ts";
import type { LatencyMeter } from "../core/latency-meter.ts";
import type { PerceptionParts } from "./perception-parts.ts";
import type { StreamTask } from "./stream-task.ts";
import type { FrameRef } from "../core/frame-ref.ts";
import { recorderSettings, type StreamSettings } from "../settings/stream-settings.ts";
import type { Overlay, PrivacyMasks } from "../core/vision-port.ts";

/** What the incidents of one stream leave behind: records with their events, video, and pictures. */
export class StreamEvidence {
  /** Stores incidents and tells of them. */
  readonly writer: IncidentWriter;
  /** Records what the camera sends. */
  readonly video: StreamRecorder;
  readonly #snapshots: SnapshotMaker;
  readonly #parts: PerceptionParts;
  readonly #task: StreamTask;

  constructor(
    parts: PerceptionParts,
    task: StreamTask,
    about: { log: Logger; latency: LatencyMeter },
  ) {
    const { org, streamId, jobId, settings } = task;
    const { log, latency } = about;
    this.#parts = parts;
    this.#task = task;
    this.writer = new IncidentWriter({ ...parts, log }, parts.evidence, latency);
    this.writer.setForm(settings);
    this.video = parts.recordings.open({ org, streamId }, recorderSettings(settings));
    this.#snapshots = new SnapshotMaker({ ...parts, log }, { org, streamId, jobId });
  }

  /** Takes over changed settings; what is recorded goes on. */
  configure(settings: StreamSettings): void {
    this.writer.setForm(settings);
    this.video.configure(recorderSettings(settings));
  }

  /** Stores a change of an incident. Its video is noted first, so that its events can say where it is. */
  write(record: IncidentRecord, change: IncidentChange): void {
    const endMs = record.resolvedAtMs ?? record.lastSeenAtMs;
    if (change === "created") this.video.openClip(record.id, record.startedAtMs);
    if (change === "resolved") this.video.closeClip(record.id, endMs);
    this.writer.write(record, change);
  }

  /** Makes the picture of an incident out of the ring and adds it; an incident goes on without one. */
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

  /** Resolves when no picture is being made. */
  async picturesMade(): Promise<void> {
    await this.#snapshots.idle();
  }

  /** Ends the recording; its last file is whole when this resolves. */
  async closeVideo(): Promise<void> {
    await this.#parts.recordings.close(this.#task, this.video);
  }
}
