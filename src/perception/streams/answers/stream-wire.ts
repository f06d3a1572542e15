import { isNetworkCamera } from "../../../cameras/source.ts";
import type { ProfileWire, StreamWire } from "../../wire/surveillance-answers.ts";
import type { Profile } from "../../profiles/profiles.ts";
import type { CameraDetector } from "../../camera-model/camera-detector.ts";
import { calibrationWire } from "../../core/calibration-wire.ts";
import { behaviors } from "../../behaviors/registry.ts";
import { defaultRecording, type StreamSettings } from "../../settings/stream-settings.ts";
import { autotrackingWire } from "./autotracking-wire.ts";
import { idleHealth, recordingState, streamHealth } from "./stream-health-wire.ts";
import type { CameraEventSummary } from "../camera-event-watch.ts";
import {
  type ShownStream,
  situationOf,
  type StreamContext,
  type StreamSituation,
} from "./shown-stream.ts";
import type { StreamRunner } from "../stream-runner.ts";

/** Hours of a week. */
const hoursOfWeek = 168;

/** The warning of a stream whose scene is not learnt yet. */
const learningText =
  "behaviors: removed_object is still learning the scene. It raises nothing at a place before the camera has " +
  "shown that place unchanged for a minute.";

/** The stream on the wire. */
export function streamWire({ record, context }: ShownStream): StreamWire {
  const { settings } = record;
  const { resolved, runner, deliveryWarnings } = context;
  return {
    id: record.streamId,
    object: "surveillance.stream",
    stream_id: record.streamId,
    display_name: settings.displayName ?? null,
    job_id: record.jobId,
    source: { ...record.source, fps_cap: settings.fpsCap },
    profile: settings.profile,
    detect: [...resolved.labels],
    behaviors: [...resolved.behaviors],
    inactive_behaviors: inactiveBehaviors(context),
    alerts: {
      min_severity: settings.alerts.minSeverity,
      cooldown_seconds: settings.alerts.cooldownSec,
      group_by: settings.alerts.groupBy,
    },
    ...outputsWire(settings),
    motion: settings.motion,
    masks: (settings.masks ?? []).map((polygon) => ({
      polygon: polygon.map((point) => [...point]),
    })),
    context: { site: settings.site, zones: settings.zones },
    calibration: resolved.calibration && calibrationWire(resolved.calibration),
    policies: resolved.plans.flatMap(({ policyId }) => policyId ?? []),
    warnings: [
      ...resolved.warnings,
      ...deliveryWarnings,
      ...(runner?.judge.isLearningScene ? [learningText] : []),
    ],
    created_at: record.createdAtMs / 1000,
    ...stateWire(situationOf({ record, context })),
    ...(runner ? streamHealth(runner) : idleHealth),
    camera_events: cameraEventsWire(runner?.cameraEvents.summary() ?? null),
    camera_metadata: metadataWire(runner?.vision.camera),
    anomaly: anomalyWire(runner?.judge.knownHours ?? null),
    model: modelWire(settings, context),
    audio: audioWire(settings, runner),
    talk: { state: "unknown", codec: null, talker: null, ...runner?.talk },
    autotracking: autotrackingWire(settings.autotracking, runner?.autotracking),
    recording: recordingWire(settings, runner),
  };
}

/** Returns the indexes of the behaviors that schedule or mode suspend now; plans of policies come after them. */
function inactiveBehaviors({ resolved, nowMs }: StreamContext): number[] {
  return resolved.plans.flatMap(({ policyId, holdsAt }, index) =>
    policyId === null && holdsAt?.(nowMs) === false ? [index] : [],
  );
}

function outputsWire(settings: StreamSettings): Pick<StreamWire, "outputs" | "output"> {
  return {
    outputs: {
      delivery: settings.delivery,
      format: settings.compact ? "compact" : "full",
      webhook_url: settings.webhookUrl ?? null,
    },
    output: {
      locale: settings.locale,
      format: settings.annotated ? "annotated" : "json",
      include_diagnostics: settings.diagnostics,
    },
  };
}

function stateWire({
  state,
  sinceMs,
  error,
}: StreamSituation): Pick<StreamWire, "state" | "since" | "last_error"> {
  return { state, since: sinceMs / 1000, last_error: error };
}

function modelWire(
  settings: StreamSettings,
  { runner, installed, defaultModel }: StreamContext,
): StreamWire["model"] {
  const { used = null, problem = null } = runner?.vision.model ?? {};
  const requested = runner?.settings.resolved.model ?? settings.model ?? defaultModel;
  const name = used ?? requested;
  const known = installed.find((one) => one.name === name);
  const unsupported = unsupportedBehaviors(known?.labels);
  const note = problem ?? known?.note ?? null;
  return { name, executor: known?.executor ?? null, note, unsupported_behaviors: unsupported };
}

/** Returns the types of behaviors that need a class which is not among `labels`. */
function unsupportedBehaviors(labels: readonly string[] = []): string[] {
  return [...behaviors.values()]
    .filter(({ needsModelClass }) => needsModelClass && !labels.some(needsModelClass))
    .map(({ type }) => type);
}

/** Returns the learnt share of the week; null where no behavior uses it, and while the stream does not run. */
function anomalyWire(knownHours: number | null): StreamWire["anomaly"] {
  if (knownHours === null) return null;
  const state =
    knownHours === hoursOfWeek ? "ready" : knownHours === 0 ? "learning" : "partly_learnt";
  return { state, known_hours: knownHours };
}

function cameraEventsWire(summary: CameraEventSummary | null): StreamWire["camera_events"] {
  if (summary === null) return null;
  const { status, active, received, dropped, recent } = summary;
  const { state, sinceMs, problem } = status;
  return {
    state,
    since: sinceMs / 1000,
    problem: problem && { code: problem.code, message: problem.message },
    active,
    received,
    dropped,
    recent: recent.map(({ kind, name, active: isActive, atMs }) => ({
      kind,
      name,
      active: isActive,
      at: atMs / 1000,
    })),
  };
}

function metadataWire(camera: CameraDetector | undefined): StreamWire["camera_metadata"] {
  if (!camera) return null;
  const { documents, frames, dropped } = camera.counts();
  const state = camera.problem() ? "missing" : frames === 0 ? "waiting" : "receiving";
  const { malformed, tooLarge, tooMany } = dropped;
  const drops = { malformed, too_large: tooLarge, too_many: tooMany };
  return { state, documents, frames, dropped: drops };
}

function audioWire(
  settings: StreamSettings,
  runner: StreamRunner | undefined,
): StreamWire["audio"] {
  const enabled = settings.audio === true;
  if (!enabled) return { enabled, state: "off", codec: null };
  if ((settings.masks ?? []).length > 0) return { enabled, state: "masked", codec: null };
  if (runner && !isNetworkCamera(runner.task.source))
    return { enabled, state: "absent", codec: null };
  const sound = (runner?.input.main ?? runner?.input.watched)?.status().sound;
  if (sound === undefined) return { enabled, state: "waiting", codec: null };
  if ("lack" in sound) return { enabled, state: sound.lack, codec: null };
  return { enabled, state: "on", codec: sound.codec };
}

function recordingWire(
  settings: StreamSettings,
  runner: StreamRunner | undefined,
): StreamWire["recording"] {
  const { mode, preSec, postSec, backfill } = settings.recording ?? defaultRecording;
  const now = runner && recordingState(runner);
  return {
    mode,
    pre_seconds: preSec,
    post_seconds: postSec,
    state: now?.state ?? "off",
    problem: now?.problem ?? null,
    backfill: {
      enabled: backfill === true,
      ...(runner?.backfill ?? { state: "off", problem: null }),
    },
    transcoded: mode !== "off" && (settings.masks ?? []).length > 0,
    frames_dropped: now?.dropped ?? 0,
    bytes_written: now?.writtenBytes ?? 0,
  };
}

/** A built-in profile on the wire. */
export function profileWire({ name, description, detect, behaviors: all }: Profile): ProfileWire {
  return {
    object: "surveillance.profile",
    name,
    description,
    detect: [...detect],
    behaviors: [...all],
  };
}
