import { join } from "node:path";
import { FfmpegMaskTranscoder } from "../adapters/ffmpeg/mask-transcoder.ts";
import { TrackFiles } from "../adapters/track-files/track-files.ts";
import { resolveMediaFile } from "../cameras/media-file.ts";
import {
  coverageRetention,
  trackFiles,
  recordingOptions,
  streamDefaults,
} from "../system/config/parts.ts";
import { installDir } from "../base/settings/install-dir.ts";
import { ModelChoice } from "./models/model-choice.ts";
import { CoverageLedger } from "./coverage/coverage-ledger.ts";
import { BoxIncidents } from "./incidents/box-incidents.ts";
import { BoxModels } from "./streams/box-models.ts";
import { evidenceOf } from "./evidence/box-evidence.ts";
import { IncidentHub } from "./incidents/incident-hub.ts";
import { IncidentService } from "./review/incident-service.ts";
import { Policies } from "./policies/policies.ts";
import { PolicyReplay } from "./policies/policy-replay.ts";
import { PolicyService } from "./policies/policy-service.ts";
import { SiteModes } from "./policies/site-mode.ts";
import { loadProfiles } from "./profiles/profiles.ts";
import { ClipAddresses, RecordingService } from "./evidence/recording-service.ts";
import { Recordings } from "../cameras/recording/recordings.ts";
import { RunningStreams } from "./streams/running-streams.ts";
import { streamHandler } from "./streams/stream-handler.ts";
import { streamOperation } from "./streams/stream-operation.ts";
import type { PerceptionParts } from "./streams/perception-parts.ts";
import type { SettingsContext } from "./settings/resolve-settings.ts";
import { StreamService } from "./streams/stream-service.ts";
import type { SafeMode } from "../system/selfcare/safe-mode.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import { fail } from "../base/contract/fail.ts";
import type { Meter } from "../base/contract/metrics.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Logger } from "../base/core/logger.ts";
import type { Store } from "../base/core/store.ts";
import type { ModelFolders } from "./models/model-folders.ts";
import type { Part } from "../base/core/parts.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import type { Organisations } from "../base/keys/organisations.ts";
import type { VisionHost } from "../adapters/vision/vision-host.ts";
import type { CameraMoves } from "../cameras/camera-moves.ts";
import type { CameraRegistry } from "../cameras/camera-registry.ts";
import { type DialOptions, refusalOf } from "../adapters/rtsp-relay/dial.ts";
import type { Assets } from "../base/assets/assets.ts";
import type { EventLog } from "../base/events/event-log.ts";

type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** What watching is made from. */
export interface WatchingOptions {
  config: SiteConfig;
  log: Logger;
  clock: Clock;
  store: Store;
  events: EventLog;
  assets: Assets;
  jobs: Jobs;
  webhooks: Webhooks;
  orgs: Organisations;
  cameras: CameraRegistry;
  vision: VisionHost;
  moves: CameraMoves;
  /** How cameras may be reached. */
  dial: DialOptions;
  /** Where models lie. */
  folders: ModelFolders;
  /** Address of the box, without a slash at the end; known once the server listens. */
  publicUrl(): string;
  version: string;
  meter: Meter;
  safeMode: SafeMode;
}

/** Watching as the other parts need it. */
export type Watching = Awaited<ReturnType<typeof addWatching>>;

/** What is recorded, and the addresses of clips; tells of trouble with the disk. */
async function startRecordings(
  start: Start,
  { config, log, clock, store, events, assets }: WatchingOptions,
) {
  const { organisation, locale } = config.site;
  const troubles = new BoxIncidents({ store, events, clock, log }, organisation, locale);
  const options = { ...recordingOptions(config), transcoder: new FfmpegMaskTranscoder() };
  const recordings = await start(
    "recordings",
    new Recordings({ ...options, store, clock, log, troubles }),
  );
  const clips = new ClipAddresses(recordings, assets, options.retention.incidentMs);
  return { troubles, recordings, clips };
}

/** What streams are judged by beside their own requests, and what is written down of them. */
async function startRules(start: Start, parts: WatchingOptions & { choice: ModelChoice }) {
  const { config, log, clock, store, vision, choice } = parts;
  const coverage = await startCoverage(start, parts);
  const tracks = await start("tracks", new TrackFiles({ ...trackFiles(config), clock, log }));
  const settings: SettingsContext = {
    profiles: await loadProfiles(join(installDir, "config/profiles")),
    vision,
    defaults: {
      ...streamDefaults(config),
      get model() {
        return choice.current();
      },
    },
  };
  const modes = new SiteModes({ store, clock });
  return {
    settings,
    policies: new Policies({ store, settings, modes }),
    modes,
    tracks,
    coverage,
  };
}

/** Stream jobs: what is seen becomes tracks, rules and incidents. */
export async function addWatching(start: Start, parts: WatchingOptions) {
  const { config, log, clock, store, events, assets, jobs, webhooks } = parts;
  const { cameras, vision, moves, publicUrl, folders } = parts;
  const eyes = { cameras, vision, moves };
  const choice = new ModelChoice({ store, configured: config.models.default });
  const rules = await startRules(start, { ...parts, choice });
  const { settings, policies, modes, tracks, coverage } = rules;
  const { troubles, recordings, clips } = await startRecordings(start, parts);
  const hub = new IncidentHub({ clock, events, urls: evidenceOf(assets, clips) });
  const perception: PerceptionParts = {
    ...eyes,
    store,
    events,
    clock,
    log,
    publicUrl,
    coverage,
    evidence: evidenceOf(assets, clips),
    recordings,
    minScore: config.perception.minScore,
    settings,
    policies,
    receivers: webhooks.forStreams,
    tracks,
    hub,
    meter: parts.meter,
  };
  const operation = streamOperation({
    settings: perception.settings,
    clock,
    checkSource: async (source) => {
      if (source.kind === "file") {
        return { ...source, url: await resolveMediaFile(source.url, config.mediaDirs) };
      }
      const refusal = refusalOf(source, parts.dial);
      if (refusal) throw fail("forbidden_address", refusal.message);
      return source;
    },
    isJobLive: (reader, org, jobId) => jobs.isLive(org, jobId, reader),
    receivers: webhooks.forStreams,
  });
  const running = new RunningStreams();
  const looking = { vision, folders, choice, running };
  const models = await start(
    "models",
    new BoxModels({ ...perception, ...looking, incidents: troubles }),
  );
  jobs.operations.register(operation);
  const gate = parts.safeMode.gate(({ inputEcho }) => inputEcho["source"] !== undefined);
  jobs.register({ ...streamHandler(perception, running), gate });
  const streams = new StreamService(perception, running, jobs);
  const incidents = new IncidentService(perception, running);
  const policyService = new PolicyService({ store, clock, settings, policies, running });
  const replay = new PolicyReplay({ store, settings, policies, tracks });
  const maker = { site: config.site.name, version: parts.version };
  const recorded = new RecordingService({ ...perception, history: events, maker }, running);
  const services = { streams, coverage, incidents, policies: policyService, modes, replay };
  return { operation, models, running, perception, hub, ...services, recordings: recorded, clips };
}

/** The account of what was observed. */
function startCoverage(
  start: Start,
  { config, log, clock, store, orgs }: WatchingOptions,
): Promise<CoverageLedger> {
  const parts = { store, clock, log, orgs: () => orgs.ids(), ...coverageRetention(config) };
  return start("coverage", new CoverageLedger(parts));
}
