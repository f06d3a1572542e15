import { LinuxMachine } from "../../adapters/linux/linux-machine.ts";
import { LinuxRoom } from "../../adapters/linux/linux-room.ts";
import { VisionCostTrial } from "../../adapters/vision/cost-trial.ts";
import type { VisionHost } from "../../adapters/vision/vision-host.ts";
import type { Clock } from "../../base/core/clock.ts";
import { type Logger, silentLogger } from "../../base/core/logger.ts";
import { type CameraParts, cameraIngest } from "../../cameras/module.ts";
import { modelFolders, searchOrder } from "../../perception/models/model-folders.ts";
import type { SettingsContext } from "../../perception/settings/resolve-settings.ts";
import { visionLimits } from "../../perception/site-parts.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { Start } from "../../module.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { cameraSamples } from "./camera-samples.ts";
import { CapacityMeter } from "./capacity-meter.ts";
import type { VideoSamples } from "./capacity-port.ts";
import { clipSample } from "./clip-sample.ts";

/** The parts that the capacity is measured with. */
interface CapacityNeeds {
  config: SiteConfig;
  clock: Clock;
  log: Logger;
  cameraParts: CameraParts;
  running: RunningStreams;
  vision: VisionHost;
  perception: { settings: SettingsContext };
}

/** Measures ten minutes after the start, and on demand, how many cameras the box carries. */
export function addCapacity(start: Start, needs: CapacityNeeds): Promise<CapacityMeter> {
  const { config, clock, log, running, vision } = needs;
  const trial = new VisionCostTrial({
    ...visionLimits(config),
    model: () => needs.perception.settings.defaults.model,
    modelDirs: searchOrder(modelFolders(config.models.dir, config.dataDir)),
    clock,
    log: silentLogger,
  });
  return start(
    "capacity",
    new CapacityMeter({
      trial,
      room: new LinuxRoom(new LinuxMachine(config.dataDir)),
      samples: () => samplesOf(needs),
      watched: () => ({ streams: running.all().length, detectorShare: vision.netShare }),
      clock,
      log,
    }),
  );
}

async function samplesOf({ running, cameraParts }: CapacityNeeds): Promise<VideoSamples> {
  const leases = running.all().map(({ input }) => input.watched);
  const samples = cameraSamples(leases.filter((lease) => lease !== undefined));
  if (samples.length > 0) return { origin: "cameras", samples };
  return { origin: "clip", samples: [await clipSample(cameraIngest(cameraParts))] };
}
