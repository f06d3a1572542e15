import { FfmpegPcmDecoder } from "../adapters/ffmpeg/pcm-decoder.ts";
import {
  configuredStreams,
  followDefaultModel,
  liveMinScore,
  liveModelChoice,
} from "./site-parts.ts";
import { ModelWork } from "./models/install/model-work.ts";
import { lessonOf } from "./learning/learnt-record.ts";
import { BoxModels } from "./models/service/box-models.ts";
import { evidenceOf } from "./evidence/box-evidence.ts";
import { IncidentHub } from "./incidents/incident-hub.ts";
import { RunningStreams } from "./streams/running-streams.ts";
import { streamHandler } from "./streams/stream-handler.ts";
import { createStream, type CreateStream, type SharedParts } from "./streams/create-stream.ts";
import type { PictureSeriesParts } from "./pictures/picture-series.ts";
import type { LiveTranscodes } from "./streams/live-transcodes.ts";
import type { ApplianceContext } from "../appliance-options.ts";
import { assetRoutes } from "../base/assets/routes/assets.ts";
import type { DemoModule } from "../system/demo/module.ts";
import type { Module, Start } from "../module.ts";
import { modelFolders } from "./models/model-folders.ts";
import { withBackfill } from "./backfill/backfilled-coverage.ts";
import { perceptionRoutes } from "./routes/perception-routes.ts";
import { signedFiles } from "./evidence/box-evidence.ts";
import { perceptionAlarms, troublesOf } from "./alarms.ts";
import { streamReadings, visionReadings } from "./metrics.ts";
import type { FleetModule } from "../fleet/module.ts";
import type { StreamPlacement } from "../fleet/placement/stream-placement.ts";
import { ConfiguredStreams, streamJobs } from "./streams/configured-streams.ts";
import type { BoxAlarm } from "../base/contract/box-alarms.ts";
import {
  detectorsOf,
  learningOf,
  operationOf,
  servicesOf,
  sourceCheck,
} from "./module-services.ts";
import {
  type PerceptionNeeds,
  startBackfill,
  startFieldCameras,
  startPolicies,
  startRecordings,
  startVision,
} from "./module-starts.ts";

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
  const { frameTimes } = services;
  const lessons = learningOf(parts, { ...perception, folders, running, work, choice });
  const learning = { ...lessons, frameTimes };
  const operations = [{ operation, handler }];
  return { ...core, ...fieldCameras, ...services, work, learning, operations };
}

type ConfiguredNeeds = ApplianceContext & PerceptionModule & DemoModule & FleetModule;

/** The streams of the configuration and of the demo; asked for once everything else has started. */
export async function startConfiguredStreams(
  start: Start,
  needs: ConfiguredNeeds,
): Promise<Module> {
  const { config, live, configured, demoStreams, fleet } = needs;
  await start("configured streams", configured);
  if (fleet.placement) {
    await startPlacedStreams(start, needs, fleet.placement);
    return { parts: {} };
  }
  await configured.reconcile([...configuredStreams(config), ...demoStreams]);
  live.follow(configuredStreams, (now) =>
    configured.reconcile([...configuredStreams(now), ...demoStreams]),
  );
  return { parts: {} };
}

/** The box's part of the streams of its fleet; until it has contact, those that it had before. */
async function startPlacedStreams(
  start: Start,
  { config, live, configured, demoStreams, coverage }: ConfiguredNeeds,
  placement: StreamPlacement,
): Promise<void> {
  let streams = [...configuredStreams(config), ...demoStreams];
  await configured.reconcile(configured.known(streams));
  live.follow(configuredStreams, (now) => {
    streams = [...configuredStreams(now), ...demoStreams];
    placement.refresh();
  });
  placement.place({
    wanted: () => streams.map(({ org, request }) => ({ org, id: request.stream_id! })),
    async watch(held, gaps) {
      for (const { org, id: streamId, gapMs } of gaps)
        await coverage.takeOver({ org, streamId }, gapMs);
      const isHeld = ({ org, request }: (typeof streams)[number]) =>
        held.some((each) => each.org === org && each.id === request.stream_id);
      await configured.reconcile(streams.filter(isHeld));
    },
  });
  await start("stream placement", placement);
}
