import {
  type EventAppender,
  type IncidentChange,
  IncidentWriter,
} from "../incidents/incident-writer.ts";
import type { Detection, Overlay, Vision } from "../core/vision-port.ts";
import type { Store } from "../../base/core/store.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { getIncident } from "../incidents/incident-store.ts";
import { StreamIncidents } from "../incidents/incidents.ts";
import { overlayOf } from "../incidents/overlay.ts";
import { BehaviorSet } from "../profiles/behavior-set.ts";
import type { StreamSettings } from "../settings/stream-settings.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import { tracksOfPicture } from "../tracking/tracker.ts";

/** The parts of the analysis of one picture. */
export interface PictureParts {
  vision: Pick<Vision, "picture">;
  store: Store;
  events: EventAppender;
  evidence: Evidence;
  clock: Clock;
  log: Logger;
  /** Detections of this score and more count, 0–1. */
  minScore: () => number;
}

/** One picture to analyse. */
export interface PictureTask {
  org: string;
  streamId: string;
  jobId: string;
  bytes: Uint8Array;
  settings: StreamSettings;
  resolved: ResolvedSettings;
}

/** One step of an analysis. */
export interface AnalysisStep {
  name: string;
  durationMs: number;
}

/** The result of an analysis. */
export interface PictureAnalysis {
  widthPx: number;
  heightPx: number;
  model: string;
  detections: readonly Detection[];
  incidents: readonly IncidentRecord[];
  /** The picture with boxes and zones; null where nobody wants it. */
  assetId: string | null;
  totalMs: number;
  steps: readonly AnalysisStep[];
}

/**
 * Analyses one picture: detections, and for each behavior that a single moment can show an incident, opened
 * and resolved at once. Rejects with `input_unreadable`.
 */
export async function analysePicture(
  parts: PictureParts,
  task: PictureTask,
): Promise<PictureAnalysis> {
  const steps = new StepTimer(parts.clock);
  const judgement = new PictureJudgement(parts, task);
  const { model, labels } = task.resolved;
  const result = await parts.vision.picture({
    bytes: task.bytes,
    model,
    labels,
    minScore: parts.minScore(),
    masks: task.settings.masks ?? [],
    overlayFor(detections, aspect) {
      steps.end("detect");
      const overlay = judgement.judge(detections, aspect);
      steps.end("judge");
      return overlay;
    },
  });
  steps.end("draw");
  const { org, streamId, jobId, settings } = task;
  const isWanted = settings.annotated || judgement.records.length > 0;
  const assetId = isWanted
    ? await parts.evidence.put(org, result.annotatedJpeg, { streamId, jobId })
    : null;
  const incidents = await judgement.store(assetId);
  steps.end("store");
  const { widthPx, heightPx, model: usedModel, detections } = result;
  return { widthPx, heightPx, model: usedModel, detections, incidents, assetId, ...steps.state() };
}

/** The duration of each step: `detect` includes reading the picture, `draw` includes coding it. */
class StepTimer {
  readonly #clock: Pick<Clock, "monoMs">;
  readonly #startedMs: number;
  #lastMs: number;
  readonly #steps: AnalysisStep[] = [];

  constructor(clock: Pick<Clock, "monoMs">) {
    this.#clock = clock;
    this.#startedMs = clock.monoMs();
    this.#lastMs = this.#startedMs;
  }

  end(name: string): void {
    const nowMs = this.#clock.monoMs();
    this.#steps.push({ name, durationMs: nowMs - this.#lastMs });
    this.#lastMs = nowMs;
  }

  state(): { totalMs: number; steps: readonly AnalysisStep[] } {
    return { totalMs: this.#lastMs - this.#startedMs, steps: this.#steps };
  }
}

class PictureJudgement {
  readonly #parts: PictureParts;
  readonly #task: PictureTask;
  readonly #changes: { record: IncidentRecord; change: IncidentChange }[] = [];
  readonly #incidents: StreamIncidents;
  readonly records: IncidentRecord[] = [];

  constructor(parts: PictureParts, task: PictureTask) {
    this.#parts = parts;
    this.#task = task;
    const { org, streamId, jobId } = task;
    this.#incidents = new StreamIncidents(
      { org, streamId, jobId },
      {
        // Holds the first change back until the picture has an address.
        write: (record, change) => this.#changes.push({ record: { ...record }, change }),
        find: (id) => getIncident(parts.store, org, id),
        onOpened: (record) => this.records.push(record),
      },
      { alerts: task.resolved.alerts, prior: [] },
    );
  }

  /** Judges the picture's detections; returns the overlay. */
  judge(detections: readonly Detection[], aspect: number): Overlay {
    const tracks = tracksOfPicture(detections);
    const wallMs = this.#parts.clock.wallMs();
    const tSec = wallMs / 1000;
    const seenTracks = tracks.map((track) => ({ ...track, firstSeenSec: tSec, lastSeenSec: tSec }));
    const behaviors = new BehaviorSet();
    behaviors.replace(this.#task.resolved.plans);
    const results = behaviors.step({
      tSec,
      frameGapSec: 0,
      aspect,
      tracks: seenTracks,
      endedIds: [],
      scene: null,
    });
    this.#incidents.step(results, {
      tSec,
      wallMs,
      seenIds: new Set(seenTracks.map(({ id }) => id)),
    });
    const alerts = this.#incidents.alerts();
    this.#incidents.finish();
    const { streamId, resolved } = this.#task;
    const name = resolved.alerts.streamName ?? streamId;
    return overlayOf({ name, zones: resolved.zones, tracks, alerts, wallMs });
  }

  /** Stores the incidents with their picture; resolves with them. */
  async store(assetId: string | null): Promise<IncidentRecord[]> {
    const { evidence } = this.#parts;
    const writer = new IncidentWriter(this.#parts, evidence);
    writer.setForm(this.#task.settings);
    for (const { record, change } of this.#changes) {
      writer.write({ ...record, snapshotAssetId: assetId }, change);
    }
    await writer.flush();
    return this.records.map((record) => ({ ...record, snapshotAssetId: assetId }));
  }
}
