import { join } from "node:path";
import { FfmpegMaskTranscoder } from "../adapters/ffmpeg/mask-transcoder.ts";
import { TrackFiles } from "../adapters/track-files/track-files.ts";
import { coverageRetention, trackFiles, streamDefaults, visionLimits } from "./site-parts.ts";
import { recordingOptions } from "../cameras/site-parts.ts";
import { installDir } from "../base/settings/install-dir.ts";
import type { ModelChoice } from "./models/model-choice.ts";
import { CoverageLedger } from "./coverage/coverage-ledger.ts";
import { BoxIncidents } from "./incidents/box-incidents.ts";
import type { BoxModels } from "./models/service/box-models.ts";
import { PolicyCache } from "./policies/policy-cache.ts";
import { SiteSchedules } from "./policies/site-schedules.ts";
import { SiteModes } from "./policies/site-mode.ts";
import { loadProfiles } from "./profiles/profiles.ts";
import { ClipAddresses } from "./evidence/recording-service.ts";
import { Recordings } from "../cameras/recording/recordings.ts";
import type { RunningStreams } from "./streams/running-streams.ts";
import { nameOfStream } from "./settings/stream-record.ts";
import { SettingsResolver } from "./settings/settings-resolver.ts";
import type { SettingsContext } from "./settings/resolve-settings.ts";
import { LiveTranscodes } from "./streams/live-transcodes.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";
import type { ApplianceContext } from "../appliance-options.ts";
import { ComputePool } from "../adapters/compute/compute-pool.ts";
import type { BaseParts } from "../base/module.ts";
import {
  archiveOf,
  cameraProbe,
  type CamerasModule,
  loudspeakersOf,
  onvifOf,
} from "../cameras/module.ts";
import type { Start } from "../module.ts";
import { type ModelFolders, searchOrder } from "./models/model-folders.ts";
import { FieldCameras } from "./ptz/field-cameras.ts";
import { TalkService } from "./talk/talk-service.ts";
import { BackfillService, type BackfillServiceParts } from "./backfill/backfill-service.ts";
import { AutotrackService } from "./ptz/autotrack-service.ts";
import { PtzService } from "./ptz/ptz-service.ts";
import { VisionHost } from "../adapters/vision/vision-host.ts";

/** Parts of other modules that perception works with. */
export type PerceptionNeeds = ApplianceContext & BaseParts & CamerasModule & { webhooks: Webhooks };

/** The process that looks at pictures, and the workers that decode single ones. */
export async function startVision(
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
export async function startRecordings(
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
export async function startPolicies(
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

/** Trying, finding and moving cameras and talking to them, each over a connection of its own. */
export async function startFieldCameras(
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
export async function startBackfill(
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
