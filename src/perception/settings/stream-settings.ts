import type { Severity } from "../../base/contract/event-types.ts";
import type { CalibrationSettings } from "../core/calibration-document.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";
import type {
  BehaviorSettings,
  StreamPatch,
  StreamRequest,
  ZoneSettings,
} from "./stream-document.ts";
import type { AlertSettings } from "../incidents/incident-opening.ts";
import type { RecordingSettings } from "../../cameras/recording/stream-recorder.ts";
import { isNetworkCamera, type SourceSpec } from "../../cameras/source.ts";
import type { AutotrackingSettings } from "./autotracking-settings.ts";
import { changedAutotracking } from "./autotracking-wire.ts";
import { cameraModel } from "../camera-model/camera-model-terms.ts";
import { streamForm } from "./stream-form.ts";
import { summaryLocale } from "../incidents/summary/summary.ts";

/** The recording of a stream, with the seconds of video before and after an incident. */
export type RecordingChoice = {
  mode: "off" | "incidents" | "continuous";
  preSec: number;
  postSec: number;
  /** True where the box fetches what the camera kept of an outage; absent: it does not. */
  backfill?: true;
  /** While `mode` is `off`: the mode before it; absent where the stream never recorded. */
  formerMode?: "incidents" | "continuous";
};

/** Records nothing unless the site or the stream enables it. */
export const defaultRecording: RecordingChoice = { mode: "off", preSec: 5, postSec: 10 };

/** The requested settings of a stream; plain data that is stored with it. */
export type StreamSettings = {
  /** The camera's name for people; absent: its id stands for it. */
  displayName?: string;
  profile: string | null;
  /** null: the site's default model. */
  model: string | null;
  detect: string[];
  behaviors: BehaviorSettings[];
  /** Sensitivity of the anomaly detection; absent: off. */
  anomaly?: number;
  zones: Record<string, ZoneSettings>;
  site: string | null;
  alerts: { minSeverity: Severity; cooldownSec: number; groupBy: AlertSettings["groupBy"] };
  motion: { mode: "auto" | "always" | "off"; sensitivity: number };
  /** Absent in streams stored before recording existed. */
  recording?: RecordingChoice;
  masks?: PointNorm[][];
  /** True where the camera's sound is on; absent: off. */
  audio?: true;
  /** The picture's calibration to a map. */
  calibration?: CalibrationSettings;
  /** Absent in streams that never had any. */
  autotracking?: AutotrackingSettings;
  fpsCap: number;
  locale: string;
  delivery: ("sse" | "webhook")[];
  /** True when its request names `webhook` in `outputs.delivery`; absent where the appliance chooses. */
  isWebhookRequested?: true;
  /** The only address that receives incidents, in place of the organisation's webhooks. */
  webhookUrl?: string;
  compact: boolean;
  annotated: boolean;
  diagnostics: boolean;
};

/** The site's defaults for streams. */
export interface StreamDefaults {
  fpsCap: number;
  /** A model's name, `auto` or `motion`. */
  model: string;
  recording?: RecordingChoice;
}

const defaultAlerts: StreamSettings["alerts"] = {
  minSeverity: "info",
  // A person who leaves a zone and comes back later than this raises a second intrusion.
  cooldownSec: 10,
  groupBy: "none",
};
const defaultMotion: StreamSettings["motion"] = { mode: "auto", sensitivity: 0.5 };

/** Returns the settings of `request`, with the defaults of this box. */
export function settingsOf(request: StreamRequest, defaults: StreamDefaults): StreamSettings {
  const { context } = request;
  return {
    ...changedName(undefined, request.display_name),
    profile: request.profile ?? null,
    model: request.model ?? null,
    detect: request.detect ?? [],
    behaviors: request.behaviors ?? [],
    ...changedAnomaly(undefined, request.anomaly),
    zones: context?.zones ?? {},
    site: context?.site ?? null,
    alerts: changedAlerts(defaultAlerts, request.alerts),
    motion: changedMotion(defaultMotion, request.motion),
    fpsCap: request.source?.fps_cap ?? defaults.fpsCap,
    recording: recordingOf(request, defaults),
    masks: (request.masks ?? []).map(({ polygon }) => polygon),
    ...changedAudio(undefined, request.audio),
    ...(request.calibration ? { calibration: request.calibration } : {}),
    ...changedAutotracking(undefined, request.autotracking),
    ...presentationOf(request),
  };
}

/** Records a file only where its request says so, because it is on the disk already. */
function recordingOf(
  { recording, source }: StreamRequest,
  defaults: StreamDefaults,
): RecordingChoice {
  const site = defaults.recording ?? defaultRecording;
  return changedRecording(source?.type === "file" ? { ...site, mode: "off" } : site, recording);
}

function changedRecording(
  before: RecordingChoice,
  change: StreamPatch["recording"],
): RecordingChoice {
  return {
    mode: change?.mode ?? before.mode,
    preSec: change?.pre_seconds ?? before.preSec,
    postSec: change?.post_seconds ?? before.postSec,
    ...((change?.backfill ?? before.backfill) ? { backfill: true } : {}),
  };
}

/** Returns `before` with the change, and with the mode that a later `switchedRecording` restores. */
function rememberedRecording(
  before: RecordingChoice,
  change: StreamPatch["recording"],
): RecordingChoice {
  const changed = changedRecording(before, change);
  if (changed.mode !== "off") return changed;
  const formerMode = before.mode === "off" ? before.formerMode : before.mode;
  return { ...changed, ...(formerMode ? { formerMode } : {}) };
}

/**
 * Returns `settings` with the recording off, or on in the mode that it had before it was off: `incidents` where the
 * stream never recorded. A recording that is on already keeps its mode.
 */
export function switchedRecording(settings: StreamSettings, isOn: boolean): StreamSettings {
  const before = settings.recording ?? defaultRecording;
  const on = before.mode === "off" ? (before.formerMode ?? "incidents") : before.mode;
  return { ...settings, recording: rememberedRecording(before, { mode: isOn ? on : "off" }) };
}

/** Returns the settings of a stream's recorder. */
export function recorderSettings({ recording, masks }: StreamSettings): RecordingSettings {
  return { ...(recording ?? defaultRecording), masks: masks ?? [] };
}

/** The sources of a stream, with credentials. */
export interface StreamSources {
  source: SourceSpec;
  /** A smaller stream of the same camera, which the box analyses. */
  sub?: SourceSpec;
}

/**
 * Returns the sources as a stream with these settings reads them. Sound comes with the main one, only where it is on;
 * masks hide a part of the picture, and sound has no such part, so a stream with masks has no sound. Metadata comes
 * with the analysed one, where the camera's analysis is the stream's detector.
 */
export function withTracks(
  { source, sub }: StreamSources,
  settings: StreamSettings,
): StreamSources {
  const { audio, masks, model } = settings;
  const isLive = isNetworkCamera(source);
  const hasSound = isLive && audio === true && (masks ?? []).length === 0;
  const main = { ...withoutTracks(source), ...(hasSound ? { sound: true as const } : {}) };
  const metadata = isLive && model === cameraModel ? { metadata: true as const } : {};
  if (!sub) return { source: { ...main, ...metadata } };
  return { source: main, sub: { ...withoutTracks(sub), ...metadata } };
}

function withoutTracks(source: SourceSpec): SourceSpec {
  const { sound: _sound, metadata: _metadata, ...video } = source;
  return video;
}

function presentationOf(
  request: StreamRequest,
): Pick<
  StreamSettings,
  | "locale"
  | "delivery"
  | "isWebhookRequested"
  | "webhookUrl"
  | "compact"
  | "annotated"
  | "diagnostics"
> {
  const { outputs, output, context } = request;
  const { compact, annotated } = streamForm(request);
  return {
    locale: summaryLocale(output?.locale ?? context?.locale),
    delivery: outputs?.delivery ?? ["sse", "webhook"],
    ...(outputs?.delivery?.includes("webhook") ? { isWebhookRequested: true } : {}),
    ...(outputs?.webhook_url === undefined ? {} : { webhookUrl: outputs.webhook_url }),
    compact,
    annotated,
    diagnostics: output?.include_diagnostics ?? false,
  };
}

/** Returns `settings` with the values of `patch`; absent ones stay. */
export function patchSettings(settings: StreamSettings, patch: StreamPatch): StreamSettings {
  const { context } = patch;
  const { anomaly, audio, calibration: known, displayName, ...others } = settings;
  const calibration = patch.calibration === undefined ? known : patch.calibration;
  return {
    ...others,
    ...changedName(displayName, patch.display_name),
    ...changedAnomaly(anomaly, patch.anomaly),
    model: changedModel(settings.model, patch),
    detect: patch.detect ?? settings.detect,
    behaviors: patch.behaviors ?? settings.behaviors,
    zones: context?.zones ?? settings.zones,
    site: context?.site ?? settings.site,
    alerts: changedAlerts(settings.alerts, patch.alerts),
    motion: changedMotion(settings.motion, patch.motion),
    fpsCap: patch.source?.fps_cap ?? settings.fpsCap,
    recording: rememberedRecording(settings.recording ?? defaultRecording, patch.recording),
    masks: patch.masks?.map(({ polygon }) => polygon) ?? settings.masks ?? [],
    ...changedAudio(audio, patch.audio),
    ...(calibration ? { calibration } : {}),
    ...changedAutotracking(settings.autotracking, patch.autotracking),
  };
}

/** Null is a value: no name. */
function changedName(
  before: string | undefined,
  change: string | null | undefined,
): Pick<StreamSettings, "displayName"> {
  const name = change === undefined ? before : change?.trim();
  return name === undefined ? {} : { displayName: name };
}

function changedAudio(before: true | undefined, change: boolean | undefined) {
  return (change ?? before) ? { audio: true as const } : {};
}

/** Null is a value: the default of the site. */
function changedModel(before: string | null, { model }: StreamPatch): string | null {
  return model === undefined ? before : model;
}

/** Returns off unless it is enabled; a sensitivity alone does not enable it. */
function changedAnomaly(
  before: number | undefined,
  change: StreamPatch["anomaly"],
): Pick<StreamSettings, "anomaly"> {
  const isEnabled = change?.enabled ?? before !== undefined;
  return isEnabled ? { anomaly: change?.sensitivity ?? before ?? 0.5 } : {};
}

function changedAlerts(
  alerts: StreamSettings["alerts"],
  change: StreamPatch["alerts"],
): StreamSettings["alerts"] {
  return {
    minSeverity: change?.min_severity ?? alerts.minSeverity,
    cooldownSec: change?.cooldown_seconds ?? alerts.cooldownSec,
    groupBy: change?.group_by ?? alerts.groupBy,
  };
}

function changedMotion(
  motion: StreamSettings["motion"],
  change: StreamPatch["motion"],
): StreamSettings["motion"] {
  return {
    mode: change?.mode ?? motion.mode,
    sensitivity: change?.sensitivity ?? motion.sensitivity,
  };
}
