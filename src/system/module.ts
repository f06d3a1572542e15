import { LinuxMachine } from "../adapters/linux/linux-machine.ts";
import type { VisionHost } from "../adapters/vision/vision-host.ts";
import type { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import type { CameraRegistry } from "../cameras/camera-registry.ts";
import { recordingOptions } from "./config/parts.ts";
import type { SiteConfig } from "./config/site-config.ts";
import type { AlarmOutletsWire } from "../notifications/alarms/wire/alarm-outlets.ts";
import type { MqttSystemWire } from "../notifications/mqtt/wire/mqtt.ts";
import { systemWire } from "./system-wire.ts";
import type { Clock } from "../base/core/clock.ts";
import type { Part } from "../base/core/parts.ts";
import type { Assets } from "../base/assets/assets.ts";
import { boxAlarms } from "./machine/box-alarms.ts";
import { machineWire } from "./machine/machine-wire.ts";
import { MachineWatch } from "./machine/machine-watch.ts";
import type { HttpServices } from "../http/services.ts";
import type { StreamSlots } from "../http/streaming/stream-slots.ts";
import type { TlsIdentity } from "../http/connections/tls-port.ts";
import type { Jobs } from "../base/jobs/jobs.ts";
import type { SafeMode } from "./selfcare/safe-mode.ts";
import type { AuditLog } from "../base/keys/audit-log.ts";
import type { BoxModels } from "../perception/streams/box-models.ts";
import type { RefusedStream } from "../perception/streams/configured-streams.ts";
import type { RunningStreams } from "../perception/streams/running-streams.ts";
import type { ModelUplink } from "../uplink/model-uplink.ts";
import type { BoxVoice } from "../voice/box-voice.ts";
import type { StoreCopy } from "./store/store-copy.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";

/** The watch over the machine that the appliance runs on. */
export async function addMachine(
  start: <P extends Part>(name: string, part: P) => Promise<P>,
  parts: { config: SiteConfig; clock: Clock; cameras: CameraRegistry; jobs: Jobs },
): Promise<MachineWatch> {
  const { config, clock, cameras, jobs } = parts;
  const machine = new LinuxMachine(config.dataDir);
  const work = () => ({ camerasOnline: cameras.totals().online, jobsQueued: jobs.counts().queued });
  return await start("machine", new MachineWatch({ machine, clock, work }));
}

/** The parts that the box tells of. */
interface SystemParts {
  config: SiteConfig;
  clock: Clock;
  version: string;
  startedAtMs: number;
  isReady: boolean;
  store: LmdbStore;
  storeCopy: StoreCopy;
  assets: Pick<Assets, "unnamed">;
  vision: VisionHost;
  models: BoxModels;
  cameras: CameraRegistry;
  /** Of the organisation that asks. */
  refusedCameras: readonly RefusedStream[];
  running: RunningStreams;
  jobs: Jobs;
  webhooks: Webhooks;
  uplink: ModelUplink;
  bus: { describe(): MqttSystemWire } | undefined;
  boxVoice: BoxVoice;
  alarms: { describe(org: string): AlarmOutletsWire };
  audit: AuditLog;
  http: HttpServices;
  teleopSlots: StreamSlots;
  tls: TlsIdentity | undefined;
  safeMode: SafeMode;
  /** The name on the local network; undefined where there is none. */
  local: { state(): { host: string | null; problem: string | null } } | undefined;
  machine: MachineWatch;
}

/** `data` of `GET /api/v1/system`, for `org`. */
export function describeSystem(parts: SystemParts, org: string): ReturnType<typeof systemWire> {
  const { config, clock, version, startedAtMs, isReady, store, audit, tls } = parts;
  const uplink = parts.uplink.describe(org);
  const vision = parts.vision.status();
  const models = parts.models.state();
  const cameras = parts.cameras.totals();
  const { refusedCameras } = parts;
  const certificate = tls?.describe() ?? null;
  return systemWire({
    name: config.site.name,
    version,
    startedAtMs,
    nowMs: clock.wallMs(),
    isReady,
    safeMode: parts.safeMode.describe(),
    store: { isFull: store.isFull(), refused: store.refused, copy: parts.storeCopy.describe() },
    vision,
    models,
    cameras: { ...cameras, refused: refusedCameras },
    jobs: parts.jobs.counts(),
    webhooks: parts.webhooks.counts(),
    readers: parts.http.counts(),
    voice: parts.boxVoice.describe(),
    teleopSessions: parts.teleopSlots.total,
    auditLost: audit.lost,
    tls: certificate,
    uplink,
    alarmOutlets: parts.alarms.describe(org),
    mdns: parts.local?.state() ?? null,
    mqtt: parts.bus?.describe() ?? null,
    rssBytes: process.memoryUsage.rss(),
    machine: machineWire(parts.machine.latest()),
    alarms: boxAlarms({
      safeModeReason: parts.safeMode.describe().reason,
      storeTrouble: store.trouble(),
      storeCopy: parts.storeCopy.describe(),
      storeRepair: store.repair,
      unnamedFiles: parts.assets.unnamed,
      machine: parts.machine.latest(),
      keptFreeBytes: recordingOptions(config).retention.freeBytes,
      visionState: vision.state,
      damagedModels: models.damaged.map(({ name }) => name),
      cameras,
      refusedCameras,
      decodeTroubles: parts.running.of(org).flatMap((runner) => {
        const reason = runner.decodeTrouble();
        return reason === null ? [] : [{ streamId: runner.task.streamId, reason }];
      }),
      refusedEndpoints: uplink.endpoints.flatMap(({ name, state }) =>
        state === "refused" ? [name] : [],
      ),
      certificateEndsInMs: certificate ? certificate.not_after * 1000 - clock.wallMs() : null,
      auditLost: audit.lost,
    }),
  });
}
