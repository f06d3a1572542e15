import { LinuxHost } from "../../adapters/linux/linux-host.ts";
import { LinuxMachine } from "../../adapters/linux/linux-machine.ts";
import type { LmdbStore } from "../../adapters/lmdb/lmdb-store.ts";
import { ModelTrial } from "../../adapters/model-trial/model-trial.ts";
import { tryWebrtc } from "../../adapters/webrtc/webrtc-trial.ts";
import { processEnvironment } from "../config/environment.ts";
import type { SiteSettings } from "../config/effective.ts";
import { checkConfig, problemLine } from "../config/load.ts";
import type { SiteConfig } from "../config/site-config.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { BoxView, DoctorSite } from "./check.ts";
import { configuredCameras, mergedCameras, watchedCameras } from "./doctor-cameras.ts";
import { Examinations } from "./examinations.ts";
import { limited } from "../../base/concurrency/limited.ts";
import { storeFacts } from "./store-facts.ts";
import { type CameraParts, cameraProbe } from "../../cameras/module.ts";

/** Cameras tried at a time: each takes an ffmpeg beside those that watch. */
const probesAtOnce = 2;

/** The parts that the doctor of the running box looks at. */
interface DoctorParts {
  config: SiteConfig;
  /** The sources of `config`. */
  settings: SiteSettings;
  clock: Clock;
  store: LmdbStore;
  running: RunningStreams;
  cameraParts: CameraParts;
  /** The description of the box for an organisation. */
  describe(org: string): BoxView;
}

/** The doctor in the running box, over the API. */
export function addDoctor(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: DoctorParts,
): Promise<Examinations> {
  const { clock } = parts;
  const siteOf = (org: string, signal: AbortSignal) => siteFor(parts, org, signal);
  return start("doctor", new Examinations({ clock, siteOf }));
}

async function siteFor(parts: DoctorParts, org: string, signal: AbortSignal): Promise<DoctorSite> {
  const { clock, store, running, cameraParts, describe } = parts;
  const config = ownConfig(parts.config, org);
  const facts = storeFacts(store, store.figures());
  const probes = cameraProbe(cameraParts);
  return {
    config,
    cameras: mergedCameras(watchedCameras(running.of(org), org), configuredCameras(config)),
    configuration: await checkAgain(parts.settings),
    host: new LinuxHost({ environment: processEnvironment() }),
    machine: await new LinuxMachine(config.dataDir).read(),
    box: describe(org),
    store: {
      ...facts,
      disabledWebhooks: facts.disabledWebhooks.filter((webhook) => webhook.org === org),
    },
    probe: limited(probesAtOnce, (camera) => probes.probe(camera, signal)),
    tryModel: (model) => new ModelTrial(clock).tryModel(model),
    tryWebrtc,
    nowMs: clock.wallMs(),
  };
}

/** As `org` sees it: without what belongs to others. */
function ownConfig(config: SiteConfig, org: string): SiteConfig {
  const isOwn = ({ organisation }: { organisation: string }): boolean => organisation === org;
  return {
    ...config,
    site: { ...config.site, organisation: org },
    cameras: config.cameras.filter(isOwn),
    robots: config.robots.filter(isOwn),
  };
}

/** The file may have been changed since the start, and keep the next one from happening. */
async function checkAgain(settings: SiteSettings): Promise<DoctorSite["configuration"]> {
  const { file, problems, warnings } = await checkConfig(settings.sources());
  return { file, problems: problems.map(problemLine), warnings };
}
