import type { Severity } from "../../base/contract/event-types.ts";
import { fail } from "../../base/contract/fail.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { BehaviorSettings } from "../settings/stream-document.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { StreamIncidents } from "../incidents/incidents.ts";
import { bridgeSec } from "../behaviors/behavior.ts";
import { behaviors as knownBehaviors } from "../behaviors/registry.ts";
import { overlayOf } from "../incidents/overlay.ts";
import { BehaviorSet } from "../profiles/behavior-set.ts";
import { settingsOf } from "../settings/stream-settings.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingsContext,
} from "../settings/resolve-settings.ts";
import type { Track } from "../core/track.ts";
import { tracksOfPicture } from "../tracking/tracker.ts";
import type { Detection, Vision } from "../core/vision-port.ts";

/** The options of a series of pictures. */
export interface PictureSeriesParts {
  vision: Vision;
  settings: SettingsContext;
  evidence: Evidence;
  minScore: () => number;
}

/** The owner of the pictures, the classes and the behaviors. */
export interface PictureSeriesOptions {
  org: string;
  jobId: string;
  streamId: string;
  detect: readonly string[];
  behaviors: readonly BehaviorSettings[];
  /** Zones that are drawn on the pictures, which behaviors name; fractions of the picture. */
  zones: readonly { name: string; polygon: readonly PointNorm[] }[];
  locale: string;
  /** False: each picture is judged alone, for what a single moment can show. */
  isSeries: boolean;
}

/** The result of one picture. */
export interface SeriesLook {
  widthPx: number;
  heightPx: number;
  things: readonly Detection[];
  happenings: {
    /** Indices of the behaviors that the finding satisfies. */
    behaviors: number[];
    type: string;
    severity: Severity;
    classes: string[];
    boxNorm: BoxNorm | null;
    summary: string;
  }[];
  /** A signed address of the picture with its overlay, kept where something happened. */
  pictureUrl: string | null;
}

/**
 * The most that a stay gains from one picture to the next, in seconds, because the time between distant
 * pictures is unknown. Less than behaviors bridge (2 s), so that a stay continues.
 */
const longestStepSec = 1.9;

/**
 * Pictures of a camera that moves, such as a robot's. It does not track: things of one class count as the
 * same in their order from left to right. Of the time between two pictures at most 1.9 s count.
 */
export class PictureSeries {
  readonly #parts: PictureSeriesParts;
  readonly #options: PictureSeriesOptions;
  readonly #resolved: ResolvedSettings;
  /** The caller's index of each behavior that is judged, by the key of the behavior's plan. */
  readonly #indices = new Map<string, number[]>();
  #judge: SeriesEvaluator;
  /** The time of the last picture, and the time counted until then. */
  #at: { takenSec: number; countedSec: number } | null = null;

  constructor(parts: PictureSeriesParts, options: PictureSeriesOptions) {
    this.#parts = parts;
    this.#options = options;
    const judged = options.behaviors.flatMap((behavior, at) =>
      isVisible(behavior.type) ? [{ behavior, at }] : [],
    );
    this.#resolved = resolve(parts, { ...options, behaviors: judged.map((one) => one.behavior) });
    for (const [index, { key }] of this.#resolved.plans.entries()) {
      this.#indices.set(key, [...(this.#indices.get(key) ?? []), judged[index]!.at]);
    }
    this.#judge = this.#newJudge();
  }

  /** Analyses one picture; `tSec` never goes back. Rejects with `input_unreadable` and `detector_unavailable`. */
  async look(picture: { bytes: Uint8Array; tSec: number; wallMs: number }): Promise<SeriesLook> {
    const { org, streamId, jobId, isSeries } = this.#options;
    const { model, labels, zones, alerts } = this.#resolved;
    const name = alerts.streamName ?? streamId;
    if (!isSeries) this.#judge = this.#newJudge();
    const judge = this.#judge;
    const at = { tSec: this.#count(picture.tSec), wallMs: picture.wallMs };
    let opened: readonly IncidentRecord[] = [];
    const result = await this.#parts.vision.picture({
      bytes: picture.bytes,
      model,
      labels,
      minScore: this.#parts.minScore(),
      masks: [],
      overlayFor: (detections, aspect) => {
        const tracks = judge.step(detections, { ...at, aspect });
        opened = judge.taken();
        const { wallMs } = picture;
        return overlayOf({ name, zones, tracks, alerts: judge.incidents.alerts(), wallMs });
      },
    });
    const assetId =
      opened.length === 0
        ? null
        : await this.#parts.evidence.put(org, result.annotatedJpeg, { streamId, jobId });
    return {
      widthPx: result.widthPx,
      heightPx: result.heightPx,
      things: result.detections,
      happenings: opened.map((record) => ({
        behaviors: this.#indices.get(record.rule) ?? [],
        type: record.type,
        severity: record.severity,
        classes: record.classes,
        boxNorm: record.lastBoxNorm,
        summary: record.summary,
      })),
      pictureUrl: assetId === null ? null : this.#parts.evidence.url(org, assetId),
    };
  }

  #count(takenSec: number): number {
    const before = this.#at;
    const stepSec = before ? Math.min(longestStepSec, takenSec - before.takenSec) : 0;
    const countedSec = (before?.countedSec ?? takenSec) + stepSec;
    this.#at = { takenSec, countedSec };
    return countedSec;
  }

  #newJudge(): SeriesEvaluator {
    return new SeriesEvaluator(this.#options, this.#resolved);
  }
}

/**
 * Checks classes, behaviors and zones. Throws `invalid_request_body` and `feature_disabled` naming the field,
 * also for behaviors that pictures of a moving camera cannot show.
 */
export function checkSeries(
  settings: SettingsContext,
  options: Pick<PictureSeriesOptions, "detect" | "behaviors" | "zones">,
): void {
  for (const [at, { type }] of options.behaviors.entries()) {
    if (isVisible(type)) continue;
    const param = `behaviors[${at}].type`;
    const message = `${param}: \`${type}\` does not show in pictures of a moving camera. Use another behavior`;
    throw fail("invalid_request_body", message, { param });
  }
  resolve({ settings }, { ...options, locale: "en" });
}

/** True unless the type needs the scene, usual values, a place in the picture, or the camera itself. */
function isVisible(type: string): boolean {
  const known = knownBehaviors.get(type);
  if (!known) return false;
  const isBound = known.geometry === "line" || known.needsMetres || known.geometry === "none";
  return !isBound && !known.needsScene && !known.needsBaseline;
}

function resolve(
  { settings }: Pick<PictureSeriesParts, "settings">,
  options: Pick<PictureSeriesOptions, "detect" | "behaviors" | "zones" | "locale">,
): ResolvedSettings {
  const zones = options.zones.map(({ name, polygon }) => [name, { polygon: [...polygon] }]);
  const request = {
    context: { zones: Object.fromEntries(zones) },
    detect: [...options.detect],
    behaviors: [...options.behaviors],
    output: { locale: options.locale },
  };
  return resolveSettings(settingsOf(request, settings.defaults), settings);
}

/** Behaviors and incidents over pictures. */
class SeriesEvaluator {
  readonly incidents: StreamIncidents;
  readonly #behaviors = new BehaviorSet();
  #opened: IncidentRecord[] = [];
  readonly #lastSeenSec = new Map<number, number>();

  constructor(owner: PictureSeriesOptions, resolved: ResolvedSettings) {
    this.#behaviors.replace(resolved.plans);
    this.incidents = new StreamIncidents(
      { org: owner.org, streamId: owner.streamId, jobId: owner.jobId },
      {
        write: () => undefined,
        find: () => undefined,
        onOpened: (record) => this.#opened.push(record),
      },
      { alerts: resolved.alerts, prior: [] },
    );
  }

  /** Judges one picture; returns the tracks in sight. */
  step(
    detections: readonly Detection[],
    at: { tSec: number; wallMs: number; aspect: number },
  ): Track[] {
    const { tSec, wallMs, aspect } = at;
    const tracks = inOrder(detections).map((track) => ({
      ...track,
      firstSeenSec: tSec,
      lastSeenSec: tSec,
    }));
    const seenIds = new Set(tracks.map(({ id }) => id));
    for (const id of seenIds) this.#lastSeenSec.set(id, tSec);
    const endedIds = this.#takeEnded(tSec);
    const frame = {
      tSec,
      frameGapSec: longestStepSec / 2,
      aspect,
      tracks,
      endedIds,
      scene: null,
    };
    this.incidents.step(this.#behaviors.step(frame), { tSec, wallMs, seenIds });
    return tracks;
  }

  /** An object that is missing for longer than behaviors bridge has ended. */
  #takeEnded(tSec: number): number[] {
    const endedIds: number[] = [];
    for (const [id, lastSeenSec] of this.#lastSeenSec) {
      if (tSec - lastSeenSec > bridgeSec) endedIds.push(id);
    }
    for (const id of endedIds) this.#lastSeenSec.delete(id);
    return endedIds;
  }

  /** Returns the incidents opened since the last call. */
  taken(): readonly IncidentRecord[] {
    const opened = this.#opened;
    this.#opened = [];
    return opened;
  }
}

/** Ids by class and place from left to right: the first person is the same one in the next picture. */
function inOrder(detections: readonly Detection[]): Track[] {
  const sorted = detections.toSorted((a, b) => a.boxNorm[0] - b.boxNorm[0]);
  const counts = new Map<string, number>();
  return tracksOfPicture(sorted).map((track) => {
    const rank = counts.get(track.label) ?? 0;
    counts.set(track.label, rank + 1);
    return { ...track, id: hashOf(track.label) * 1000 + rank + 1 };
  });
}

/** A small number for a class, the same in every picture. */
function hashOf(label: string): number {
  let hash = 7;
  for (const char of label) hash = (hash * 31 + char.codePointAt(0)!) % 100_003;
  return hash;
}
