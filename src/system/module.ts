import { modelsWire } from "../perception/models/service/models-wire.ts";
import { alarmOutletsWire } from "../notifications/alarms/alarm-wire.ts";
import { statfs } from "node:fs/promises";
import type { ApplianceContext } from "../appliance-options.ts";
import { flag, type Reading } from "../base/contract/metrics.ts";
import type { BaseParts } from "../base/module.ts";
import type { CamerasModule } from "../cameras/module.ts";
import type { Module, Start } from "../module.ts";
import type { Alarms } from "../notifications/alarms/alarms.ts";
import type { FleetModule } from "../fleet/module.ts";
import type { BusModule } from "../notifications/mqtt/module.ts";
import type { PerceptionModule } from "../perception/module.ts";
import type { RobotsModule } from "../robots/module.ts";
import { recordingProblemsWire } from "../robots/recordings/recording-wire.ts";
import { camerasWithoutEvents } from "../perception/alarms.ts";
import type { UplinkModule } from "../uplink/module.ts";
import type { VoiceModule } from "../voice/module.ts";
import { addCapacity } from "./capacity/module.ts";
import { capacityWire } from "./capacity/capacity-wire.ts";
import type { CapacityWire } from "./capacity/wire/capacity.ts";
import { addBackups } from "./backup/module.ts";
import { SiteFile } from "./config/site-file.ts";
import { SettingsInForce } from "./config/settings-in-force.ts";
import { addDoctor } from "./doctor/module.ts";
import { allSystemRoutes } from "./routes/all-system-routes.ts";
import { pulseOf } from "./selfcare/module.ts";
import type { Pulse } from "./selfcare/pulse.ts";
import { LinuxMachine } from "../adapters/linux/linux-machine.ts";
import type { LmdbStore } from "../adapters/lmdb/lmdb-store.ts";
import { recordingOptions } from "../cameras/site-parts.ts";
import { systemWire } from "./system-wire.ts";
import { machineAlarms } from "./machine/machine-alarms.ts";
import { safeModeAlarm } from "./selfcare/safe-mode-alarm.ts";
import { historyWire, machineWire } from "./machine/machine-wire.ts";
import { MachineWatch } from "./machine/machine-watch.ts";
import { addUpgrade } from "./upgrade/module.ts";
import type { HttpServices } from "../http/services.ts";
import type { TlsIdentity } from "../http/connections/tls-port.ts";
import type { Webhooks } from "../notifications/webhooks/webhooks.ts";
import { safeModeWire } from "./selfcare/safe-mode-wire.ts";

type SystemNeeds = ApplianceContext &
  BaseParts &
  CamerasModule &
  PerceptionModule &
  UplinkModule &
  VoiceModule &
  RobotsModule &
  FleetModule &
  BusModule & {
    http: HttpServices;
    tls: TlsIdentity | undefined;
    webhooks: Webhooks;
    alarms: Alarms;
  };

/** The box itself as other modules need it. */
export interface SystemModule {
  /** `data` of `GET /api/v1/system` for an organisation, with the address. */
  describe(org: string): { url: string } & ReturnType<typeof systemWire>;
  inForce: SettingsInForce;
  /** Measures how many cameras the box carries. Rejects as `CapacityMeter.measure` does. */
  measureCapacity(): Promise<CapacityWire>;
  /** The sign of life of the parts that all others depend on. */
  pulse: Pulse;
}

/** The machine, the box's description of itself, and its doctor. */
export async function startSystem(start: Start, needs: SystemNeeds): Promise<Module<SystemModule>> {
  const { config, live, isReady, store, metrics, settings, safeMode, address, audit } = needs;
  const room = live.view((now) => ({ freeBytes: recordingOptions(now).retention.freeBytes }));
  const machine = await startMachine(start, needs);
  const liveFacts = live.view((now) => ({ name: now.site.name, hasTriage: now.health.triage }));
  const parts = { ...needs, machine, liveFacts };
  const describe = (org: string, streamIds?: readonly string[]) =>
    describeSystem(parts, org, streamIds);
  const located = (org: string) => ({ url: address.url(), ...describe(org) });
  const doctor = await addDoctor(start, { ...needs, describe: located });
  const { clock, log, restart } = needs;
  const org = config.site.organisation;
  const inForce = new SettingsInForce({ settings, live, keepSecret: needs.keepSecret });
  const file = new SiteFile({ settings, inForce, audit, clock, log, org, restart });
  const siteFile = await start("site file", file);
  const capacity = await addCapacity(start, needs);
  const backups = await addBackups(start, needs);
  const upgrade = await addUpgrade(start, needs);
  return {
    parts: {
      describe: located,
      measureCapacity: async () => {
        await capacity.measure();
        return capacityWire(capacity.describe());
      },
      pulse: pulseOf(needs),
      inForce,
    },
    routes: () =>
      allSystemRoutes({
        readiness: () => readiness(isReady(), store),
        configuration: settings,
        siteFile,
        backups,
        upgrade,
        doctor,
        capacity,
        safeMode,
        system: { describe, history: () => historyWire(machine.history()) },
        metrics,
        metricsOnLoopback: config.metrics.loopbackWithoutKey,
      }),
    metrics: () => boxReadings(needs),
    alarms: () => [
      ...safeModeAlarm(safeMode.describe().reason),
      ...machineAlarms({
        machine: machine.latest(),
        isStoreFull: store.trouble()?.state === "full",
        keptFreeBytes: room.freeBytes,
      }),
    ],
  };
}

/** The watch over the machine that the appliance runs on. */
async function startMachine(
  start: Start,
  { config, clock, cameras, jobs }: SystemNeeds,
): Promise<MachineWatch> {
  const machine = new LinuxMachine(config.dataDir);
  const work = () => ({ camerasOnline: cameras.totals().online, jobsQueued: jobs.counts().queued });
  return await start("machine", new MachineWatch({ machine, clock, work }));
}

/** The parts that keep the appliance from being ready; empty when it is. */
function readiness(isReady: boolean, store: LmdbStore): { part: string; reason: string }[] {
  if (!isReady) return [{ part: "appliance", reason: "it is starting or stopping" }];
  const trouble = store.trouble();
  return trouble ? [{ part: "store", reason: trouble.reason }] : [];
}

type SystemParts = SystemNeeds & {
  machine: MachineWatch;
  liveFacts: { name: string; hasTriage: boolean };
};

/** `data` of `GET /api/v1/system`, for `org`; `streamIds` are those that the caller is restricted to. */
function describeSystem(
  parts: SystemParts,
  org: string,
  streamIds: readonly string[] | undefined,
): ReturnType<typeof systemWire> {
  const { clock, version, startedAtMs, store } = parts;
  const cameras = {
    ...parts.cameras.totals(),
    ...(streamIds && parts.running.sourceCounts(org, streamIds)),
    refused: parts.configured.refused(org),
    withoutEvents: camerasWithoutEvents(parts.running.of(org)),
  };
  return systemWire({
    name: parts.liveFacts.name,
    version,
    startedAtMs,
    nowMs: clock.wallMs(),
    isReady: parts.isReady(),
    safeMode: safeModeWire(parts.safeMode.describe()),
    store: { isFull: store.isFull(), refused: store.refused, copy: parts.storeCopy.describe() },
    vision: parts.vision.status(),
    models: modelsWire(parts.models.state()),
    cameras,
    jobs: parts.jobs.counts(),
    webhooks: parts.webhooks.counts(),
    readers: parts.http.counts(),
    voice: parts.boxVoice.describe(),
    teleopSessions: parts.teleopSlots.total,
    robots: { recording_problems: recordingProblemsWire(parts.recordingProblems(org)) },
    hasTriage: parts.liveFacts.hasTriage,
    auditLost: parts.audit.lost,
    tls: parts.tls?.describe() ?? null,
    uplink: parts.uplink.describe(org),
    alarmOutlets: alarmOutletsWire(parts.alarms.describe(org)),
    mdns: parts.address.localName(),
    mqtt: parts.bus.describe(),
    fleet: parts.fleet.describe(),
    rssBytes: process.memoryUsage.rss(),
    machine: machineWire(parts.machine.latest()),
    alarms: parts.modules.alarms(org),
  });
}

async function boxReadings(parts: SystemNeeds): Promise<Reading[]> {
  const { config, version, store, safeMode, clockWatch } = parts;
  return [
    { name: "gatehouse_build_info", value: 1, labels: { version } },
    { name: "gatehouse_ready", value: flag(parts.isReady() && store.trouble() === null) },
    { name: "gatehouse_safe_mode", value: flag(safeMode.isActive) },
    { name: "gatehouse_clock_jumps_total", value: clockWatch.jumps },
    ...(await diskReadings(config.dataDir)),
  ];
}

async function diskReadings(dir: string): Promise<Reading[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(dir);
    return [
      { name: "gatehouse_disk_free_bytes", value: bavail * bsize },
      { name: "gatehouse_disk_size_bytes", value: blocks * bsize },
    ];
  } catch {
    return [];
  }
}
