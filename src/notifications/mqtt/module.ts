import type { ApplianceContext } from "../../appliance-options.ts";
import type { BaseParts } from "../../base/module.ts";
import type { Module, Start } from "../../module.ts";
import type { PerceptionModule } from "../../perception/module.ts";
import type { RobotsModule } from "../../robots/module.ts";
import { statfsSync } from "node:fs";
import type { MqttSystemWire } from "./wire/mqtt.ts";
import { busAlarm } from "../alarms/alarm-wire.ts";
import type { Alarm } from "../alarms/alarm-store.ts";
import type { BusLink } from "./bus-port.ts";
import { CameraPictures } from "./camera-pictures.ts";
import { siteBusWire } from "./site-bus-wire.ts";
import { busCursor, SiteBus } from "./site-bus.ts";
import type { EvidenceUrls } from "../../perception/incidents/evidence-port.ts";
import type { IncidentRecord } from "../../perception/incidents/incident-record.ts";
import { modeWire } from "../../perception/policies/mode-wire.ts";
import { streamWire } from "../../perception/streams/answers/stream-wire.ts";
import { incidentWire } from "../../perception/incidents/incident-wire.ts";
import { commandOrder, commandWire } from "../../robots/commands/command-wire.ts";
import { leaseOrder, leaseWire } from "../../robots/commands/lease-wire.ts";
import { stopWire } from "../../robots/commands/stop-wire.ts";
import { statusWire } from "../../robots/fleet/robot-wire.ts";
import { commandActions, type CommandTargets } from "./command-actions-wire.ts";
import { CommandService } from "./command-service.ts";
import { HomeAssistantDiscovery } from "./home-assistant-wire.ts";
import { busCamera, robotSnapshot, type SiteView } from "./site-view-wire.ts";

/** The context of the bus. */
export type BusNeeds = ApplianceContext &
  BaseParts &
  PerceptionModule &
  RobotsModule & { alarms: { active(): Alarm[] } };

/** The bus as other modules need it. */
export interface BusModule {
  /** The state of the bus; null where the site has none. */
  bus: { describe(): MqttSystemWire | null };
}

/** The site's bus where a broker is configured; without one its place in the event log is given up. */
export async function startBus(start: Start, options: BusNeeds): Promise<Module<BusModule>> {
  const slot = await options.live.part(start, {
    name: "mqtt",
    select: ({ mqtt, mqttBrokers, site }) => ({ mqtt, mqttBrokers, site }),
    make: (settings) => makeBus({ ...options, bus: settings }),
  });
  const describe = () => (slot.current ? siteBusWire(slot.current.describe()) : null);
  return { parts: { bus: { describe } } };
}

type BusSettings = Pick<ApplianceContext["config"], "mqtt" | "mqttBrokers" | "site">;
/** The context of one bus. */
export type BusOptions = BusNeeds & { bus: BusSettings };

async function makeBus(options: BusOptions) {
  const { bus: settings, store, events } = options;
  const broker = settings.mqttBrokers.find(({ name }) => name === settings.mqtt.broker);
  if (!broker) {
    // A place that nobody moves would keep the log from being trimmed.
    if (events.cursor(busCursor) !== undefined) {
      await store.transact((tx) => events.forget(tx, busCursor));
    }
    return undefined;
  }
  const { MqttLink } = await import("../../adapters/mqtt/mqtt-link.ts");
  const { mqtt, site } = settings;
  const { clock, log, version } = options;
  const boxId = events.boxId.replaceAll("-", "").slice(-12);
  const base = `${mqtt.baseTopic}/${mqtt.box ?? boxId}`;
  const { name: brokerName, ...reached } = broker;
  const link = new MqttLink({
    ...reached,
    clientId: `gatehouse-${boxId}`,
    will: { topic: `${base}/availability`, payload: "offline" },
    clock,
    log: log.child({ mqtt_broker: brokerName }),
  });
  const org = mqtt.organisation ?? site.organisation;
  const about = { prefix: mqtt.discoveryPrefix, base, boxId, name: site.name, version };
  const commands = commandsOf(options, { org, base, link });
  const pictures = cameraPictures(org, options);
  const bus = new SiteBus({
    ...options,
    broker: brokerName,
    base,
    org,
    withLinks: mqtt.pictureLinks,
    telemetryMs: mqtt.telemetrySeconds * 1000,
    link,
    view: siteView(org, options, pictures),
    ...(mqtt.homeAssistant
      ? {
          discovery: () =>
            new HomeAssistantDiscovery({
              ...about,
              url: options.publicUrl(),
              commands: commands !== undefined,
              pictures: mqtt.pictureSeconds > 0,
            }),
        }
      : {}),
    ...(commands ? { commands } : {}),
  });
  return {
    describe: () => bus.describe(),
    start: (signal: AbortSignal) => bus.start(signal),
    async stop() {
      await bus.stop();
      await pictures.stop();
    },
  };
}

/** The commands of the bus; undefined where the site does not allow them. */
function commandsOf(
  options: BusOptions,
  at: { org: string; base: string; link: BusLink },
): CommandService | undefined {
  const { commands: isOn, commandKey: keyId } = options.bus.mqtt;
  const { evidence } = options.perception;
  if (!isOn || keyId === undefined) return undefined;
  const actions = commandActions(commandTargets({ ...options, evidence }));
  return new CommandService({ ...options, ...at, keyId, actions });
}

/** The parts of the box that commands reach, with the answers of the API. */
export function commandTargets(
  parts: Pick<BusNeeds, "robots" | "modes" | "streams"> & {
    incidents: Pick<BusNeeds["incidents"], "acknowledge" | "resolve">;
    evidence: EvidenceUrls;
  },
): CommandTargets {
  const { incidents, evidence, robots, modes, streams } = parts;
  const incident = (record: IncidentRecord | undefined) => record && incidentWire(record, evidence);
  return {
    streams: {
      async patch(...about) {
        const stream = await streams.patch(...about);
        return stream && streamWire(stream);
      },
      async switchRecording(...about) {
        const stream = await streams.switchRecording(...about);
        return stream && streamWire(stream);
      },
    },
    modes: { set: async (...about) => modeWire(await modes.set(...about)) },
    incidents: {
      acknowledge: async (...about) => incident(await incidents.acknowledge(...about)),
      resolve: async (...about) => incident(await incidents.resolve(...about)),
    },
    robots: {
      async command(caller, id, request) {
        const record = await robots.command(caller, id, { request: commandOrder(request) });
        return record && commandWire(record);
      },
      async stop(caller, id, why) {
        const outcome = await robots.stop(caller, id, why);
        return outcome && stopWire(id, outcome);
      },
      async takeLease(caller, id, request) {
        const lease = await robots.takeLease(caller, id, leaseOrder(request));
        return lease && leaseWire(id, lease);
      },
      releaseLease: (caller, id) => robots.releaseLease(caller, id),
    },
  };
}

/** The pictures of cameras on the bus. */
export function cameraPictures(
  org: string,
  { bus: settings, streams, clock, log }: BusOptions,
): CameraPictures {
  return new CameraPictures({
    periodMs: settings.mqtt.pictureSeconds * 1000,
    still: (id) => streams.snapshot(org, id, { maxWidthPx: pictureWidthPx }),
    clock,
    log,
  });
}

/** Streams shown at most, as many as a box may have. */
const maxCameras = 256;
/** Width of the pictures on the bus, in pixels: enough for a panel, and small for the broker. */
const pictureWidthPx = 640;

/** The state of the site as the bus tells it. */
export function siteView(org: string, parts: BusOptions, pictures: CameraPictures): SiteView {
  const { config, bus: settings, store, events, streams, running, robots, modes, clock } = parts;
  return {
    box: () => ({
      box_id: events.boxId,
      name: settings.site.name,
      version: parts.version,
      started_at: Math.floor(parts.startedAtMs / 1000),
      ready: parts.isReady(),
      disk_full: store.isFull(),
      disk_free_gigabytes: freeGigabytes(config.dataDir),
      incidents: { open: store.count([org, "incident-open"]) },
    }),
    mode: () => modes.at(org, clock.wallMs()),
    cameras: () =>
      streams
        .list(org, { limit: maxCameras, offset: 0 })
        .items.map(streamWire)
        .filter(({ state }) => state !== "ended")
        .map((stream) => busCamera(stream, running.get(org, stream.stream_id)?.judge.tracks ?? [])),
    pictures: (cameras) =>
      pictures.refreshed(
        cameras.map(({ stream_id: streamId, online: isOnline, open_incidents: openIncidents }) => ({
          streamId,
          isOnline,
          openIncidents,
        })),
      ),
    robots: () => robots.list(org).map(({ unit }) => robotSnapshot(statusWire(unit))),
    alarms: () => (org === settings.site.organisation ? parts.alarms.active().map(busAlarm) : []),
  };
}

/** To a tenth, so that it is told when it matters; null where the disk does not say. */
function freeGigabytes(dir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return Math.round((bavail * bsize) / 1e8) / 10;
  } catch {
    return null;
  }
}
