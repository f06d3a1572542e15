import type { FrameRef } from "../core/frame-ref.ts";
import type { StreamIncidents } from "../incidents/incidents.ts";
import type { HeardSound } from "../core/heard-sound.ts";
import { overlayOf } from "../incidents/overlay.ts";
import { BehaviorSet } from "../profiles/behavior-set.ts";
import { type ResolvedSettings } from "../settings/resolve-settings.ts";
import {
  AnomalyWatch,
  type BaselineStore,
  type MinuteMeasurement,
} from "../anomaly/anomaly-watch.ts";
import type { StoredView } from "../scene/view-watch.ts";
import { type Scene, SceneWatch } from "../scene/scene-watch.ts";
import { Timeline } from "../incidents/timeline.ts";
import type { Track } from "../core/track.ts";
import { fineSec, fineTrack, type TrackRecorder } from "../tracks/track-log.ts";
import { Tracker } from "../tracking/tracker.ts";
import type { FrameResult, Overlay } from "../core/vision-port.ts";

/** Share of the newest gap in the usual gap between two looks. */
const gapShare = 0.1;
/** Gaps above this are interruptions, not the usual pace. */
const maxGapSec = 2;
/** After a change of the picture's shape its tracks end this much later: longer than any gap that behaviors bridge. */
const cutGraceSec = 3;

/**
 * The judgement of one stream, from boxes to incidents: time, tracks, behaviors. Synchronous, and
 * knows neither cameras nor stores.
 */
export class StreamJudge {
  readonly timeline = new Timeline();
  readonly incidents: StreamIncidents;
  readonly #streamId: string;
  readonly #minScore: () => number;
  readonly #behaviors = new BehaviorSet();
  readonly #sceneWatch: SceneWatch;
  readonly #isTurned: () => boolean;
  readonly #isAwayNow: () => boolean;
  #isAway = false;
  readonly #heard: () => HeardSound | null;
  readonly #anomalies: AnomalyWatch | null;
  #scene: Scene | null = null;
  readonly #recorder: TrackRecorder | undefined;
  #tracker: Tracker;
  #aspect = 16 / 9;
  #resolved: ResolvedSettings;
  #tracks: readonly Track[] = [];
  #lastSec: number | undefined;
  #gapSec = 0.2;
  #wallMs: number | null = null;
  #frame: FrameRef | null = null;
  #stale = 0;
  /** Tracks that a change of the picture's shape cut off, and until when new ones may continue their stays. */
  #cut: { ids: number[]; untilSec: number } = { ids: [], untilSec: Number.NEGATIVE_INFINITY };

  constructor(
    streamId: string,
    parts: {
      incidents: StreamIncidents;
      minScore: () => number;
      recorder?: TrackRecorder;
      storedView?: StoredView | undefined;
      baseline?: BaselineStore;
      /** True while the camera moves on command. */
      isTurned?: () => boolean;
      /** True while the camera looks elsewhere than at its home view. */
      isAway?: () => boolean;
      /** What the camera's microphone hears now. */
      heard?: () => HeardSound | null;
    },
    resolved: ResolvedSettings,
  ) {
    this.#streamId = streamId;
    this.#minScore = parts.minScore;
    this.incidents = parts.incidents;
    this.#sceneWatch = new SceneWatch(parts.storedView);
    this.#isTurned = parts.isTurned ?? (() => false);
    this.#isAwayNow = parts.isAway ?? (() => false);
    this.#heard = parts.heard ?? (() => null);
    this.#anomalies = parts.baseline ? new AnomalyWatch(parts.baseline) : null;
    this.#recorder = parts.recorder;
    this.#tracker = new Tracker({ aspect: this.#aspect, minScore: parts.minScore });
    this.#resolved = resolved;
    this.#behaviors.replace(resolved.plans);
  }

  /** Frames that came too late to be judged. */
  get staleFrames(): number {
    return this.#stale;
  }

  /** The number of tracks in sight. */
  get tracks(): readonly Track[] {
    return this.#tracks;
  }

  /** The number of tracks since the start. */
  get tracksEver(): number {
    return this.#tracker.confirmed;
  }

  /** Stream time of the frame that was judged last; undefined before the first. */
  get lastSec(): number | undefined {
    return this.#lastSec;
  }

  /** The frame that was judged last. */
  get frame(): FrameRef | null {
    return this.#frame;
  }

  /** That frame's own wall time in Unix milliseconds; null before the first. */
  get frameWallMs(): number | null {
    return this.#wallMs;
  }

  /** Returns the state of the scene; null before the first frame with a grid. */
  get scene(): Scene | null {
    return this.#scene;
  }

  /** True while `removed_object` still learns what belongs to the scene. */
  get isLearningScene(): boolean {
    const needsScene = this.#resolved.plans.some(
      ({ behavior }) => behavior.type === "removed_object",
    );
    return needsScene && !this.#sceneWatch.isLearnt;
  }

  /** The camera's usual view, for the run after a restart; undefined while it is not learnt. */
  storedView(): StoredView | undefined {
    return this.#sceneWatch.kept();
  }

  /** Changes behaviors and alert settings; behaviors that stay the same keep their state. */
  configure(resolved: ResolvedSettings): void {
    this.#resolved = resolved;
    this.#behaviors.replace(resolved.plans);
    this.#configureIncidents();
  }

  /** In another view, the calibration gives wrong positions. */
  #configureIncidents(): void {
    const { locate, ...others } = this.#resolved.alerts;
    this.incidents.configure(this.#isAway || !locate ? others : { ...others, locate });
  }

  #noteAway(): void {
    if (this.#isAwayNow() === this.#isAway) return;
    this.#isAway = !this.#isAway;
    this.#configureIncidents();
  }

  /** The picture's shape; a change of it ends all tracks. */
  setAspect(widthPx: number, heightPx: number): void {
    const aspect = widthPx / heightPx;
    if (!Number.isFinite(aspect) || aspect <= 0 || Math.abs(aspect - this.#aspect) < 0.01) return;
    this.#aspect = aspect;
    const firstId = this.#tracker.confirmed + 1;
    const ids = [...this.#cut.ids, ...this.#tracker.ids()];
    this.#cut = { ids, untilSec: (this.#lastSec ?? 0) + cutGraceSec };
    this.#tracker = new Tracker({ aspect, minScore: this.#minScore, firstId });
  }

  /** Judges one frame; false when it came too late. */
  judge(result: FrameResult): boolean {
    const moment = this.timeline.moment(result.generation, result.ptsSec);
    if (moment === null) {
      this.#stale += 1;
      return false;
    }
    // Behaviors see exactly what the log of tracks can store, so that a replay judges the same.
    const tSec = fineSec(moment.tSec);
    const wallMs = Math.round(moment.wallMs);
    this.#noteAway();
    this.#learnGap(tSec);
    this.#wallMs = wallMs;
    this.#frame = { generation: result.generation, ptsSec: result.ptsSec };
    const { detected, detections } = result;
    const frame = this.#tracker.update({ tSec, detected, detections });
    const minutes = this.#measure(result, { tSec, wallMs, tracks: frame.tracks });
    this.#scene = this.#sceneWatch.step(result.scene, tSec, {
      tracks: frame.tracks,
      isTurned: this.#isTurned(),
    });
    this.#tracks = frame.tracks.map(fineTrack);
    const judged = {
      tSec,
      frameGapSec: fineSec(this.#gapSec),
      aspect: this.#aspect,
      tracks: this.#tracks,
      endedIds: [...this.#takeCut(tSec), ...frame.endedIds],
    };
    this.#recorder?.append({ ...judged, wallMs });
    const sound = this.#heard();
    const results = this.#behaviors.step(
      { ...judged, scene: this.#scene, minutes, sound },
      this.#isAway,
    );
    const seenIds = new Set(this.#tracks.map((track) => track.id));
    this.incidents.step(results, { tSec, wallMs, seenIds });
    return true;
  }

  /** Returns the overlay of the newest picture. */
  overlay(): Overlay {
    return overlayOf({
      name: this.#resolved.alerts.streamName ?? this.#streamId,
      zones: this.#resolved.zones,
      tracks: this.#tracks,
      alerts: this.incidents.alerts(),
      wallMs: this.#wallMs,
    });
  }

  /** Hours of the week, of 168, whose usual values are known; null where no behavior needs them. */
  get knownHours(): number | null {
    if (!this.#needsBaseline()) return null;
    return this.#anomalies?.minutes?.baseline.knownHours() ?? 0;
  }

  #needsBaseline(): boolean {
    return this.#resolved.plans.some((plan) => plan.behavior.needsBaseline);
  }

  #measure(
    result: FrameResult,
    at: { tSec: number; wallMs: number; tracks: readonly Track[] },
  ): MinuteMeasurement | null {
    if (!this.#anomalies || !this.#needsBaseline() || this.#isAway) return null;
    const { tSec, wallMs, tracks } = at;
    const frame = { tSec, tracks, motionRatio: result.motion.ratio };
    return this.#anomalies.step(frame, { model: this.#resolved.model, wallMs });
  }

  /** Takes the tracks of the former shape once their time is over. */
  #takeCut(tSec: number): readonly number[] {
    const { ids, untilSec } = this.#cut;
    if (tSec <= untilSec) return [];
    this.#cut = { ids: [], untilSec };
    return ids;
  }

  #learnGap(tSec: number): void {
    const gapSec = this.#lastSec === undefined ? 0 : tSec - this.#lastSec;
    this.#lastSec = tSec;
    if (gapSec > 0 && gapSec < maxGapSec) this.#gapSec += gapShare * (gapSec - this.#gapSec);
  }
}
