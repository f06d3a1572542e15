import { FfmpegPcmDecoder } from "../adapters/ffmpeg/pcm-decoder.ts";
import { join } from "node:path";
import { FfmpegMaskTranscoder } from "../adapters/ffmpeg/mask-transcoder.ts";
import { TimelineService } from "./timeline/timeline-service.ts";
import { TrackFiles } from "../adapters/track-files/track-files.ts";
import { resolveMediaFile } from "../cameras/media-file.ts";
import {
  configuredStreams,
  coverageRetention,
  followDefaultModel,
  liveMinScore,
  liveModelChoice,
  trackFiles,
  streamDefaults,
  visionLimits,
} from "./site-parts.ts";
import { recordingOptions } from "../cameras/site-parts.ts";
import { installDir } from "../base/settings/install-dir.ts";
import { HttpDownload } from "../adapters/model-download/http-download.ts";
import { ModelLearning } from "../adapters/model-learning/model-learning.ts";
import { ModelTrial } from "../adapters/model-trial/model-trial.ts";
import { onnxEditor } from "../adapters/inference/onnx-graph/onnx-editor.ts";
import type { ModelChoice } from "./models/model-choice.ts";
import { ModelSpeeds } from "./models/model-speeds.ts";
import { ModelWork } from "./models/install/model-work.ts";
import { ModelService, type ModelServiceParts } from "./models/service/model-service.ts";
import { exportFootage, type FootageForm } from "./learning/footage-export.ts";
import { LearningService } from "./learning/learning-service.ts";
import { lessonOf } from "./learning/learnt-record.ts";
import { MissService } from "./learning/miss-service.ts";
import { CoverageLedger } from "./coverage/coverage-ledger.ts";
import { BoxIncidents } from "./incidents/box-incidents.ts";
import { BoxModels } from "./models/service/box-models.ts";
import { evidenceOf } from "./evidence/box-evidence.ts";
import { IncidentHub } from "./incidents/incident-hub.ts";
import { IncidentService, type Shrink } from "./review/incident-service.ts";
import { PolicyCache } from "./policies/policy-cache.ts";
import { PolicyReplay } from "./policies/policy-replay.ts";
import { PolicyService } from "./policies/policy-service.ts";
import { SiteSchedules } from "./policies/site-schedules.ts";
import { SiteModes } from "./policies/site-mode.ts";
import { loadProfiles } from "./profiles/profiles.ts";
import { ClipAddresses, RecordingService } from "./evidence/recording-service.ts";
import { Recordings } from "../cameras/recording/recordings.ts";
import { FramesOfStreams } from "./streams/frame-times.ts";
import { RunningStreams } from "./streams/running-streams.ts";
import { streamHandler } from "./streams/stream-handler.ts";
import { streamOperation } from "./streams/stream-operation.ts";
import { createStream, type CreateStream, type SharedParts } from "./streams/create-stream.ts";
import type { PictureSeriesParts } from "./pictures/picture-series.ts";
import type { CheckSource } from "./settings/stream-source.ts";
import { nameOfStream } from "./settings/stream-record.ts";
import { SettingsResolver } from "./settings/settings-resolver.ts";
import type { SettingsContext } from "./settings/resolve-settings.ts";
import { LiveTranscodes } from "./streams/live-transcodes.ts";
import { StreamService } from "./streams/stream-service.ts";
import { fail } from "../base/contract/fail.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";
import type { ApplianceContext } from "../appliance-options.ts";
import { ComputePool } from "../adapters/compute/compute-pool.ts";
import { assetRoutes } from "../base/assets/routes/assets.ts";
import type { BaseParts } from "../base/module.ts";
import {
  archiveOf,
  cameraProbe,
  type CamerasModule,
  loudspeakersOf,
  onvifOf,
} from "../cameras/module.ts";
import type { Operation } from "../base/jobs/operation.ts";
import type { DemoModule } from "../system/demo/module.ts";
import type { Module, Start } from "../module.ts";
import { type ModelFolders, modelFolders, searchOrder } from "./models/model-folders.ts";
import { FieldCameras } from "./ptz/field-cameras.ts";
import { TalkService } from "./talk/talk-service.ts";
import { BackfillService, type BackfillServiceParts } from "./backfill/backfill-service.ts";
import { withBackfill } from "./backfill/backfilled-coverage.ts";
import { AutotrackService } from "./ptz/autotrack-service.ts";
import { PtzService } from "./ptz/ptz-service.ts";
import { perceptionRoutes } from "./routes/perception-routes.ts";
import { signedFiles } from "./evidence/box-evidence.ts";
import { perceptionAlarms, troublesOf } from "./alarms.ts";
import { streamReadings, visionReadings } from "./metrics.ts";
import { ConfiguredStreams, streamJobs } from "./streams/configured-streams.ts";
import { VisionHost } from "../adapters/vision/vision-host.ts";
import { refusalOf } from "../adapters/rtsp-relay/dial.ts";
import type { BoxAlarm } from "../base/contract/box-alarms.ts";

/** Parts of other modules that perception works with. */
type PerceptionNeeds = ApplianceContext & BaseParts & CamerasModule & { webhooks: Webhooks };

/** Perception as other modules need it. */
export type PerceptionModule = Omit<Awaited<ReturnType<typeof startParts>>, "operations">;

/** The vision process, and stream jobs, which turn what it sees into tracks and incidents. */
export async function startPerception(
  start: Start,
  needs: PerceptionNeeds,
): Promise<Module<PerceptionModule>> {
  const { operations, ...parts } = await startParts(start, needs);
  const detectors = detectorsOf({ ...needs, ...parts });
  const { clock, keys, assets, sealed } = needs;
  const files = signedFiles(assets, sealed, parts.clips);
  const { evidence, recordings } = parts.perception;
  const coverage = withBackfill(parts.coverage, recordings);
  return {
    parts,
    operations,
    routes: (http) => [
      ...perceptionRoutes({ ...parts, evidence, detectors, clock, keys, coverage }, http),
      ...assetRoutes(files),
    ],
    metrics: async () => [
      ...(await visionReadings(parts.vision)),
      { name: "gatehouse_live_transcodes", value: parts.perception.transcodes.running },
      ...parts.running.all().flatMap(streamReadings),
    ],
    alarms: (organisation) => alarmsOf(parts, organisation),
  };
}

function alarmsOf(
  { vision, models, configured, running }: PerceptionModule,
  organisation: string,
): BoxAlarm[] {
  const runners = running.of(organisation);
  return perceptionAlarms({
    visionState: vision.status().state,
    damagedModels: models.state().damaged.map(({ name }) => name),
    refusedCameras: configured.refused(organisation),
    decodeTroubles: troublesOf(runners, ({ condition }) => condition.decodeTrouble()),
    eventTroubles: troublesOf(runners, ({ cameraEvents, condition }) =>
      // Without video, `cameras_offline` says it.
      condition.get().state === "offline" ? null : cameraEvents.trouble(),
    ),
  });
}

/** The process that looks at pictures, and the workers that decode single ones. */
async function startVision(
  start: Start,
  { config, log, clock, visionChild, folders }: ApplianceContext & { folders: ModelFolders },
  models: { readonly current?: BoxModels },
): Promise<{ vision: VisionHost; pictures: ComputePool }> {
  const pictures = await start("compute", new ComputePool({ clock }));
  const vision = await start(
    "vision",
    new VisionHost({
      log,
      clock,
      ...(visionChild ? { firstChild: visionChild } : {}),
      modelDirs: searchOrder(folders),
      pictures,
      onRefused: (names) => models.current?.noteRefused(names),
      onFirstUp: () => models.current?.noteUp(),
      ...visionLimits(config),
    }),
  );
  return { vision, pictures };
}

/** Starts the recordings, the addresses of clips, and the encoders of live video; reports trouble with the disk. */
async function startRecordings(
  start: Start,
  { config, live, log, clock, store, events, assets, cameras }: PerceptionNeeds,
) {
  const { organisation } = config.site;
  const transcoder = new FfmpegMaskTranscoder();
  const bound = live.view(({ perception }) => ({ max: perception.liveTranscodes }));
  const transcodes = await start(
    "live transcodes",
    new LiveTranscodes({ cameras, transcoder, clock, max: () => bound.max }),
  );
  const site = live.view(({ site: { locale } }) => ({ locale }));
  const troubles = new BoxIncidents({ store, events, clock, log }, organisation, () => site.locale);
  const options = live.view(recordingOptions, { transcoder });
  const recordings = await start(
    "recordings",
    new Recordings({
      ...options,
      store,
      clock,
      log,
      troubles,
      nameOf: ({ org, streamId }) => nameOfStream(store, org, streamId),
    }),
  );
  const clips = new ClipAddresses(recordings, assets, () => options.retention.incidentMs);
  return { troubles, recordings, clips, transcodes };
}

/** Starts the policies, site modes and coverage of streams. */
async function startPolicies(
  start: Start,
  parts: PerceptionNeeds & { vision: VisionHost; choice: ModelChoice },
) {
  const { live, log, clock, store, vision, choice } = parts;
  const coverage = await startCoverage(start, parts);
  const tracks = await start("tracks", new TrackFiles(live.view(trackFiles, { clock, log })));
  const settings: SettingsContext = {
    profiles: await loadProfiles(join(installDir, "config/profiles")),
    vision,
    defaults: live.view(streamDefaults, {
      get model() {
        return choice.current();
      },
    }),
  };
  const modes = new SiteModes({ store, clock });
  const policies = new PolicyCache({ store, settings, times: new SiteSchedules(modes) });
  return {
    settings,
    resolver: new SettingsResolver(settings, policies),
    policies,
    modes,
    tracks,
    coverage,
  };
}

async function startParts(start: Start, parts: PerceptionNeeds) {
  const { config, live, log, clock, store, events, assets, jobs, cameras, cameraEvents } = parts;
  const folders = modelFolders(config.models.dir, config.dataDir);
  const modelLink: { current?: BoxModels } = {};
  const running = new RunningStreams();
  const { vision, pictures } = await startVision(start, { ...parts, folders }, modelLink);
  const choice = liveModelChoice(parts);
  const stored = await startPolicies(start, { ...parts, vision, choice });
  const { settings, resolver, policies, modes, tracks, coverage } = stored;
  const { troubles, recordings, clips, transcodes } = await startRecordings(start, parts);
  const evidence = evidenceOf(assets, clips);
  const hub = await start("incident hub", new IncidentHub({ clock, events }));
  const perception: SharedParts & PictureSeriesParts & { transcodes: LiveTranscodes } = {
    cameras,
    cameraEvents,
    transcodes,
    pcm: new FfmpegPcmDecoder(),
    vision,
    moves: parts.moves,
    store,
    events,
    clock,
    log,
    coverage,
    evidence,
    recordings,
    minScore: liveMinScore(live, running),
    lessonOf: (owner: string, streamId: string) => lessonOf(store, owner, streamId),
    settings,
    resolver,
    tracks,
    hub,
    meter: parts.meter,
  };
  const checkSource = sourceCheck(parts);
  const operation = operationOf(parts, resolver, checkSource);
  const looking = { vision, folders, choice, running, incidents: troubles };
  const models = await start("models", new BoxModels({ ...perception, ...looking }));
  modelLink.current = models;
  followDefaultModel(live, models);
  const gate = parts.safeMode.gate(({ inputEcho }) => inputEcho["source"] !== undefined);
  const create: CreateStream = (task, onChange) => createStream(perception, task, onChange);
  const handler = { ...streamHandler({ ...perception, createStream: create }, running), gate };
  const configured = new ConfiguredStreams({
    store,
    log,
    clock,
    jobs: streamJobs(jobs, operation),
  });
  const fieldCameras = await startFieldCameras(start, { ...parts, running });
  await startBackfill(start, parts, { recordings, coverage, running });
  const core = { vision, models, running, configured, perception, hub, clips, coverage, modes };
  const services = servicesOf(parts, { ...perception, policies, pictures, checkSource }, running);
  const work = await start("model work", new ModelWork());
  const learning = learningOf(parts, { ...perception, folders, running, work, choice });
  const operations = [{ operation, handler }];
  return { ...core, ...fieldCameras, ...services, work, learning, operations };
}

/** The detectors as callers list, install and remove them. */
function detectorsOf(
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
function learningOf(
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
function servicesOf(
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
  return {
    streams: new StreamService({ ...perception, receivers: webhooks.forStreams }, running, jobs),
    frameTimes: new FramesOfStreams({ clock, cameras: perception.cameras, running }),
    incidents: new IncidentService({ ...perception, shrink }, running),
    policies: new PolicyService({ store, clock, resolver, policies, running }),
    replay: new PolicyReplay({ store, resolver, policies, tracks }),
    timeline: new TimelineService(perception),
    recordings: new RecordingService({ ...perception, history: events, maker }, running),
  };
}

function operationOf(
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
function sourceCheck({ live, cameraParts }: PerceptionNeeds): CheckSource {
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

/** Trying, finding and moving cameras and talking to them, each over a connection of its own. */
async function startFieldCameras(
  start: Start,
  { cameraParts, store, running, moves, audit }: PerceptionNeeds & { running: RunningStreams },
): Promise<{ fieldCameras: FieldCameras; talks: TalkService }> {
  const { log, clock } = cameraParts;
  const onvif = onvifOf(cameraParts);
  const ptz = await start("ptz", new PtzService({ store, running, moves, onvif, clock, log }));
  await start("autotracking", new AutotrackService({ running, ptz, moves, audit, clock, log }));
  const loudspeakers = loudspeakersOf(cameraParts);
  const talks = await start("talks", new TalkService({ loudspeakers, running, store, clock }));
  const probe = cameraProbe(cameraParts);
  return { fieldCameras: new FieldCameras({ probe, onvif, ptz, store, running }), talks };
}

/** Fetches what cameras kept of an outage. */
async function startBackfill(
  start: Start,
  { cameraParts }: PerceptionNeeds,
  parts: Pick<BackfillServiceParts, "recordings" | "coverage" | "running">,
): Promise<void> {
  const { clock, log } = cameraParts;
  const archive = archiveOf(cameraParts);
  await start("backfill", new BackfillService({ ...parts, archive, clock, log }));
}

/** The account of what was observed. */
function startCoverage(
  start: Start,
  { live, log, clock, store, orgs }: PerceptionNeeds,
): Promise<CoverageLedger> {
  const parts = live.view(coverageRetention, { store, clock, log, orgs: () => orgs.ids() });
  return start("coverage", new CoverageLedger(parts));
}

/** The streams of the configuration and of the demo; asked for once everything else has started. */
export async function startConfiguredStreams(
  start: Start,
  { config, live, configured, demoStreams }: ApplianceContext & PerceptionModule & DemoModule,
): Promise<Module> {
  await start("configured streams", configured);
  await configured.reconcile([...configuredStreams(config), ...demoStreams]);
  live.follow(configuredStreams, (now) =>
    configured.reconcile([...configuredStreams(now), ...demoStreams]),
  );
  return { parts: {} };
}
