import { TimelineService } from "./timeline/timeline-service.ts";
import { resolveMediaFile } from "../cameras/media-file.ts";
import { HttpDownload } from "../adapters/model-download/http-download.ts";
import { ModelLearning } from "../adapters/model-learning/model-learning.ts";
import { ModelTrial } from "../adapters/model-trial/model-trial.ts";
import { onnxEditor } from "../adapters/inference/onnx-graph/onnx-editor.ts";
import type { ModelChoice } from "./models/model-choice.ts";
import { ModelSpeeds } from "./models/model-speeds.ts";
import type { ModelWork } from "./models/install/model-work.ts";
import { ModelService, type ModelServiceParts } from "./models/service/model-service.ts";
import { exportFootage, type FootageForm } from "./learning/footage-export.ts";
import { LearningService } from "./learning/learning-service.ts";
import { MissService } from "./learning/miss-service.ts";
import { IncidentService, type Shrink } from "./review/incident-service.ts";
import type { PolicyCache } from "./policies/policy-cache.ts";
import { PolicyReplay } from "./policies/policy-replay.ts";
import { PolicyService } from "./policies/policy-service.ts";
import { AttachedFiles } from "./evidence/attached-files.ts";
import { RecordingService } from "./evidence/recording-service.ts";
import type { Recordings } from "../cameras/recording/recordings.ts";
import { FramesOfStreams } from "./streams/frame-times.ts";
import type { RunningStreams } from "./streams/running-streams.ts";
import { streamOperation } from "./streams/stream-operation.ts";
import { type SharedParts } from "./streams/create-stream.ts";
import type { CheckSource } from "./settings/stream-source.ts";
import type { SettingsResolver } from "./settings/settings-resolver.ts";
import type { LiveTranscodes } from "./streams/live-transcodes.ts";
import { StreamService } from "./streams/stream-service.ts";
import { fail } from "../base/contract/fail.ts";
import type { ComputePool } from "../adapters/compute/compute-pool.ts";
import type { Operation } from "../base/jobs/operation.ts";
import { type ModelFolders, modelFolders } from "./models/model-folders.ts";
import { refusalOf } from "../adapters/rtsp-relay/dial.ts";
import type { PerceptionNeeds } from "./module-starts.ts";

/** The detectors as callers list, install and remove them. */
export function detectorsOf(
  parts: PerceptionNeeds & Pick<ModelServiceParts, "vision" | "models" | "running" | "work">,
): ModelService {
  const { config, live, clock, store, vision, models, running, work } = parts;
  const folders = live.view(({ mediaDirs }) => ({ mediaDirs }));
  return new ModelService({
    vision,
    folders: modelFolders(config.models.dir, config.dataDir),
    models,
    running,
    editor: onnxEditor,
    trials: new ModelTrial(clock, config.models.inferenceServers),
    speeds: new ModelSpeeds(store),
    work,
    downloads: new HttpDownload(clock),
    mediaDirs: () => folders.mediaDirs,
  });
}

/** Lessons from marks, misses, and the marked pictures as a training set. */
export function learningOf(
  { live, clock }: PerceptionNeeds,
  perception: SharedParts & {
    folders: ModelFolders;
    running: RunningStreams;
    work: ModelWork;
    choice: ModelChoice;
    recordings: Recordings;
  },
) {
  const { store, evidence, choice } = perception;
  const site = live.view((config) => ({ name: config.site.name }));
  const footageParts = { store, clock, evidence };
  return {
    lessons: new LearningService({
      ...perception,
      learner: new ModelLearning(clock),
      defaultModel: () => choice.current(),
    }),
    misses: new MissService(perception),
    footage: (org: string, form?: FootageForm) =>
      exportFootage({ ...footageParts, site: site.name }, org, form),
  };
}

/** Returns the services behind the routes; every call is bound to one organisation. */
export function servicesOf(
  { live, version, clock, events, jobs, webhooks }: PerceptionNeeds,
  perception: SharedParts & {
    policies: PolicyCache;
    pictures: ComputePool;
    checkSource: CheckSource;
    transcodes: LiveTranscodes;
  },
  running: RunningStreams,
) {
  const { store, resolver, policies, tracks, pictures } = perception;
  const shrink: Shrink = (picture, maxBytes) => pictures.thumbnail(picture, maxBytes);
  const maker = live.view((config) => ({ site: config.site.name }), { version });
  const attached = new AttachedFiles();
  return {
    streams: new StreamService({ ...perception, receivers: webhooks.forStreams }, running, jobs),
    frameTimes: new FramesOfStreams({ clock, cameras: perception.cameras, running }),
    incidents: new IncidentService({ ...perception, shrink }, running),
    policies: new PolicyService({ store, clock, resolver, policies, running }),
    replay: new PolicyReplay({ store, resolver, policies, tracks }),
    timeline: new TimelineService(perception),
    attachedFiles: attached,
    recordings: new RecordingService({ ...perception, history: events, maker, attached }, running),
  };
}

/** Returns the operation that makes a stream, with the site's check of its source. */
export function operationOf(
  { clock, jobs, webhooks }: PerceptionNeeds,
  resolver: SettingsResolver,
  checkSource: CheckSource,
): Operation {
  return streamOperation({
    resolver,
    clock,
    checkSource,
    isJobLive: (reader, org, jobId) => jobs.isLive(org, jobId, reader),
    receivers: webhooks.forStreams,
  });
}

/** Returns the check that the site allows a source. */
export function sourceCheck({ live, cameraParts }: PerceptionNeeds): CheckSource {
  const folders = live.view(({ mediaDirs }) => ({ mediaDirs }));
  return async (source) => {
    if (source.kind === "file") {
      return { ...source, url: await resolveMediaFile(source.url, folders.mediaDirs) };
    }
    if (source.kind === "robot") return source;
    const refusal = refusalOf(source, cameraParts.dial);
    if (refusal) throw fail("forbidden_address", refusal.message);
    return source;
  };
}
