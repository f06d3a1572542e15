import type { Command } from "commander";
import { FfmpegIngest } from "../../adapters/ffmpeg/ffmpeg-ingest.ts";
import { LinuxMachine } from "../../adapters/linux/linux-machine.ts";
import { LinuxRoom } from "../../adapters/linux/linux-room.ts";
import { RtspRelay } from "../../adapters/rtsp-relay/rtsp-relay.ts";
import { VisionCostTrial } from "../../adapters/vision/cost-trial.ts";
import { systemClock } from "../../base/core/clock.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { modelFolders, searchOrder } from "../../perception/models/model-folders.ts";
import { visionLimits } from "../../perception/site-parts.ts";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { CapacityMeter } from "../../system/capacity/capacity-meter.ts";
import type { CapacityLimit } from "../../system/capacity/capacity-terms.ts";
import { capacityWire } from "../../system/capacity/capacity-wire.ts";
import { clipSample } from "../../system/capacity/clip-sample.ts";
import type { CapacityWire } from "../../system/capacity/wire/capacity.ts";
import type { SiteConfig } from "../../system/config/site-config.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { note, print, printJson, table } from "../terminal/output.ts";

type Flags = SiteFlags & { json?: boolean };

const limitTexts: Readonly<Record<CapacityLimit, string>> = {
  processor: "the processor",
  detector: "the detector, which takes one frame at a time",
  memory: "the memory",
};

/**
 * `gatehouse capacity`: asks the running appliance; without one, measures by itself. Codes: `overloaded` where the
 * machine has no time for it.
 */
export function addCapacityCommand(program: Command): void {
  const command = program
    .command("capacity")
    .description("estimate how many cameras the box carries, and how many more fit now")
    .option("--json", "print JSON");
  withSiteFlags(command).action(capacity);
}

async function capacity(flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  if (!flags.json) note("This takes up to a minute.");
  const outcome = await askAppliance(site.dataDir, { method: "capacity", params: {} });
  const report = outcome.isRunning ? (outcome.result as CapacityWire) : await alone(site);
  if (flags.json) printJson(report);
  else print(...capacityLines(report));
}

/** Measures while no appliance runs. */
async function alone(site: SiteConfig): Promise<CapacityWire> {
  const log = silentLogger;
  const ingest = new FfmpegIngest({ relay: new RtspRelay({ allowedNetworks: [] }), log });
  const meter = new CapacityMeter({
    trial: new VisionCostTrial({
      ...visionLimits(site),
      model: () => site.models.default,
      isAlone: true,
      modelDirs: searchOrder(modelFolders(site.models.dir, site.dataDir)),
      clock: systemClock,
      log,
    }),
    room: new LinuxRoom(new LinuxMachine(site.dataDir)),
    samples: async () => ({ origin: "clip", samples: [await clipSample(ingest)] }),
    watched: () => ({ streams: 0, detectorShare: 0 }),
    clock: systemClock,
    log,
  });
  await meter.measure();
  return capacityWire(meter.describe());
}

/** Returns the estimate and its inputs as lines. */
export function capacityLines({ estimate, inputs }: CapacityWire): string[] {
  if (!estimate || !inputs) return ["not measured"];
  const { carries, fits } = estimate;
  const video =
    inputs.video === "cameras"
      ? "the last seconds of the box's own cameras"
      : "a clip of the demo, which costs less than most cameras";
  return [
    `carries about ${carries.cameras} cameras of 720p15 at 5 analysed frames a second, limited by ${limitTexts[carries.limit]}`,
    `room for about ${fits.cameras} more now, limited by ${limitTexts[fits.limit]}`,
    "",
    "This is an estimate, without the limits of hardware decoders, network and disks. Its inputs:",
    ...table([
      ["video", video],
      ["model", `${inputs.model}, ${inputs.frames} frames`],
      ["decoding", `${inputs.decode_ms_per_second} ms of processor time per second of video`],
      ["analysing", `${inputs.frame_ms} ms of processor time per frame`],
      [
        "detector",
        `${inputs.detector_ms} ms per frame; works ${percent(inputs.detector_share)} now`,
      ],
      ["processor", `${inputs.idle_cores} of ${inputs.cores} cores idle now`],
      ["one camera", `${estimate.cores_per_camera} of a core`],
      ["streams now", String(inputs.streams)],
    ]),
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} % of its time`;
}
