import { fail } from "../../base/contract/fail.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { FfmpegIngest } from "../../adapters/ffmpeg/ffmpeg-ingest.ts";
import { LinuxHost } from "../../adapters/linux/linux-host.ts";
import { LinuxMachine } from "../../adapters/linux/linux-machine.ts";
import { ModelTrial } from "../../adapters/model-trial/model-trial.ts";
import { OnvifAdapter } from "../../adapters/onvif/onvif-cameras.ts";
import { RtspRelay } from "../../adapters/rtsp-relay/rtsp-relay.ts";
import { tryWebrtc } from "../../adapters/webrtc/webrtc-trial.ts";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { CameraProbe } from "../../cameras/probe/camera-probe.ts";
import { processEnvironment } from "../../system/config/environment.ts";
import { checkConfig, problemLine } from "../../system/config/load.ts";
import { cameraNetworks } from "../../cameras/site-parts.ts";
import { systemClock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { silentLogger } from "../../base/core/logger.ts";
import type { BoxView, DoctorCamera, DoctorSite } from "../../system/doctor/check.ts";
import { configuredCameras, mergedCameras } from "../../system/doctor/doctor-cameras.ts";
import { limited } from "../../base/concurrency/limited.ts";
import { type StoreFacts, storeFacts } from "../../system/doctor/store-facts.ts";
import { askBox, withOwnerRights } from "./box-access.ts";
import { overridesOf, type SiteFlags } from "./site.ts";

/** Concurrent trials of cameras: each takes a connection and an ffmpeg. */
const probesAtOnce = 4;

/** The cameras of the running appliance, and the networks that it allows. */
interface RunningCameras {
  cameras: readonly DoctorCamera[];
  networks?: readonly string[];
}

/** Collects everything that the doctor checks, even with a broken configuration. */
export async function doctorSite(flags: SiteFlags): Promise<DoctorSite> {
  const { config, configuration } = await readConfiguration(flags);
  const { dataDir } = config;
  const host = new LinuxHost({ environment: processEnvironment() });
  const { box, store, watched } = await withOwnerRights(dataDir, () => askAbout(dataDir));
  return {
    config,
    cameras: mergedCameras(watched.cameras, configuredCameras(config)),
    configuration,
    host,
    machine: await new LinuxMachine(dataDir).read(),
    box,
    store,
    probe: proberOf(watched.networks ?? cameraNetworks(config, false)),
    tryModel: (model) => new ModelTrial(systemClock).tryModel(model),
    tryWebrtc,
    nowMs: systemClock.wallMs(),
  };
}

async function readConfiguration(
  flags: SiteFlags,
): Promise<Pick<DoctorSite, "config" | "configuration">> {
  const environment = processEnvironment();
  const overrides = overridesOf(flags);
  const checked = await checkConfig({ file: flags.config, environment, overrides });
  const { file, warnings } = checked;
  const problems = checked.problems.map(problemLine);
  const usual = checked.config ?? (await checkConfig({ file: null, overrides })).config;
  if (!usual) throw fail("config_invalid", problems[0] ?? "The flags are wrong");
  return { config: usual, configuration: { file, problems, warnings } };
}

/**
 * Asks the running appliance for its state and its store's facts; of a stopped one reads the store
 * alone.
 */
async function askAbout(
  dataDir: string,
): Promise<Pick<DoctorSite, "box" | "store"> & { watched: RunningCameras }> {
  const watched: RunningCameras = { cameras: [] };
  try {
    const status = await askAppliance(dataDir, { method: "status", params: {} });
    const box = status.isRunning ? (status.result as BoxView) : null;
    if (box) Object.assign(watched, await askWatched(dataDir));
    const hasStore = await stat(join(dataDir, "store")).catch(() => undefined);
    if (!hasStore) {
      return { box, store: "there is no store yet; the first start makes it", watched };
    }
    const request = { method: "doctor.facts", params: {} };
    const facts = await askBox(dataDir, request, async (store) =>
      storeFacts(store, store.figures()),
    );
    return { box, store: facts as StoreFacts, watched };
  } catch (error) {
    return { box: null, store: describeError(error), watched };
  }
}

/** Empty for an appliance that stops at this moment. */
async function askWatched(dataDir: string): Promise<Partial<RunningCameras>> {
  const outcome = await askAppliance(dataDir, { method: "doctor.cameras", params: {} });
  return outcome.isRunning ? (outcome.result as RunningCameras) : {};
}

function proberOf(allowedNetworks: readonly string[]): DoctorSite["probe"] {
  const log = silentLogger;
  const probes = new CameraProbe({
    onvif: new OnvifAdapter({ allowedNetworks, log, wallMs: () => systemClock.wallMs() }),
    ingest: (onCameraClock) =>
      new FfmpegIngest({ relay: new RtspRelay({ allowedNetworks, onCameraClock }), log }),
    clock: systemClock,
    keepSecret: () => {},
  });
  return limited(probesAtOnce, (camera) => probes.probe(camera, new AbortController().signal));
}
