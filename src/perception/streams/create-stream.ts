import type { CameraEventFeed } from "../../cameras/events/camera-events.ts";
import type { Cameras } from "../../cameras/camera.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { PcmDecoder } from "../../cameras/sound/pcm-port.ts";
import type { Meter } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store } from "../../base/core/store.ts";
import { LatencyMeter } from "../core/latency-meter.ts";
import { ConditionTracker, type StreamCondition } from "../core/stream-condition.ts";
import type { LearntCamera } from "../core/learnt.ts";
import type { Vision } from "../core/vision-port.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import { StreamCoverage } from "../coverage/stream-coverage.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import type { IncidentHub } from "../incidents/incident-hub.ts";
import { type IncidentRecord, picturedObjects } from "../incidents/incident-record.ts";
import { getIncident } from "../incidents/incident-store.ts";
import type { EventAppender } from "../incidents/incident-writer.ts";
import { type IncidentPorts, StreamIncidents } from "../incidents/incidents.ts";
import { findPriorIncidents } from "../incidents/prior-incidents.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";
import type { SettingsResolver } from "../settings/settings-resolver.ts";
import { recorderSettings } from "../settings/stream-settings.ts";
import { SoundWatch } from "../sound/sound-watch.ts";
import type { TrackLog } from "../tracks/track-log.ts";
import { blindMs, StreamActivity } from "./stream-activity.ts";
import { StreamEvidence } from "./stream-evidence.ts";
import { StreamInput } from "./stream-input.ts";
import { StreamJudge } from "./stream-judge.ts";
import { StreamMemory, type StreamMemoryParts } from "./stream-memory.ts";
import { StreamRunner } from "./stream-runner.ts";
import type { CurrentSettings, StreamTask } from "./stream-task.ts";
import { type CameraEventPorts, CameraEventWatch } from "./camera-event-watch.ts";
import { StreamVision } from "./stream-vision.ts";
import { type VideoLossPorts, VideoLossWatch } from "./video-loss-watch.ts";

/** The parts that running streams share. */
export interface SharedParts extends StreamMemoryParts {
  cameras: Cameras;
  /** The cameras' own events. */
  cameraEvents: CameraEventFeed;
  vision: Vision;
  /** Decodes the sound of cameras. */
  pcm: PcmDecoder;
  recordings: Recordings;
  tracks: TrackLog;
  coverage: CoverageLedger;
  evidence: Evidence;
  resolver: SettingsResolver;
  store: Store;
  events: EventAppender;
  clock: Clock;
  log: Logger;
  /** Receives each incident as it opens. */
  hub?: Pick<IncidentHub, "opened">;
  /** Detections of this score and more start a track, 0–1. Read for each frame. */
  minScore: () => number;
  /** The lesson of a camera that is in force; absent where nothing is learnt. */
  lessonOf?: (org: string, streamId: string) => LearntCamera | null;
  meter?: Meter;
}

/** Makes the runner of a stream; `onChange` receives changes of its condition. */
export type CreateStream = (
  task: StreamTask,
  onChange: (condition: StreamCondition) => void,
) => StreamRunner;

/** Builds a stream from its parts and its stored state. `start` runs it. */
export function createStream(
  parts: SharedParts,
  task: StreamTask,
  onChange: (condition: StreamCondition) => void,
): StreamRunner {
  const { clock, cameras, resolver, minScore } = parts;
  const { org, streamId, jobId, source } = task;
  const log = parts.log.child({ streamId, jobId });
  const resolved = resolver.effective(task, task.settings);
  const settings: CurrentSettings = { requested: task.settings, resolved };
  const latency = new LatencyMeter(parts, task);
  const video = parts.recordings.open({ org: org, streamId }, recorderSettings(task.settings));
  const evidence = new StreamEvidence({ ...parts, log }, task, { latency, video });
  const sound = new SoundWatch(parts.pcm, () => isAboutSound(settings));
  const input = new StreamInput(cameras, task, { recorder: evidence.video, sound });
  const activity = new StreamActivity(clock, latency);
  const coverage = new StreamCoverage();
  const isLive = source.kind !== "file";
  const memory = isLive ? new StreamMemory(parts, task) : undefined;
  const { prior, strays } = findPriorIncidents(parts.store, task, sinceMs(clock, resolved));
  const onOpened = (record: IncidentRecord): void => {
    const { frame } = judge;
    activity.onIncident(record);
    parts.hub?.opened(record, frame);
    const ring = input.watched?.ring;
    if (!ring || frame === null) return;
    // After this frame's other incidents are open too, so that one picture shows them all.
    queueMicrotask(() => {
      record.pictured = picturedObjects(record.trackIds, judge.tracks);
      const look = { overlay: judge.overlay(), masks: settings.requested.masks ?? [] };
      void evidence.picture(record, { ring, frame, look, incidents });
    });
  };
  const ports: IncidentPorts = {
    write: (record, change) => evidence.write(record, change),
    find: (id) => getIncident(parts.store, org, id),
    onOpened,
  };
  const owner = { org, streamId, jobId };
  const incidents = new StreamIncidents(owner, ports, { alerts: resolved.alerts, prior });
  const recorder = parts.tracks.record(task);
  const heard = { heard: () => sound.heard() };
  const judgeParts = { incidents, recorder, minScore, ...heard, ...memory?.ofJudge() };
  const judge = new StreamJudge(streamId, judgeParts, resolved);
  const blindPorts: VideoLossPorts = {
    clock,
    plans: () => settings.resolved.plans,
    lastSec: () => judge.lastSec,
    take: (results, moment) => incidents.stepBlind(results, moment),
  };
  const condition = new ConditionTracker({ clock, isLive }, (changed) => {
    coverage.onCondition(changed);
    onChange(changed);
  });
  const vision = new StreamVision(parts, task, settings);
  const onActive = (): void => vision.detector?.wake();
  const watches = watchesOf(blindPorts, { feed: parts.cameraEvents, source, onActive });
  const watchParts = { input, sound, vision, judge, evidence, condition, activity, ...watches };
  const accounts = { coverage, ledger: parts.coverage, recorder, memory, strays };
  return new StreamRunner({ task, settings, ...watchParts, ...accounts, resolver, clock });
}

/** What a stream finds without frames. */
function watchesOf(
  ports: VideoLossPorts,
  camera: Pick<CameraEventPorts, "feed" | "source" | "onActive">,
) {
  return {
    videoLoss: new VideoLossWatch(ports),
    cameraEvents: new CameraEventWatch({ ...ports, ...camera }),
  };
}

/** Incidents last seen before this, in Unix milliseconds, have ended, and so have their cooldowns. */
function sinceMs(clock: Clock, { alerts }: ResolvedSettings): number {
  const longestSec = Math.max(alerts.cooldownSec, ...(alerts.cooldowns?.values() ?? []));
  return clock.wallMs() - Math.max(blindMs, longestSec * 1000);
}

function isAboutSound({ resolved }: CurrentSettings): boolean {
  return resolved.plans.some(({ behavior }) => behavior.needsSound);
}
