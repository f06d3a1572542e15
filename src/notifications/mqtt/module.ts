import { statfsSync } from "node:fs";
import type { SiteConfig } from "../../system/config/site-config.ts";
import type { BusAlarm, MqttSystemWire } from "./wire/mqtt.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import type { IncidentService } from "../../perception/review/incident-service.ts";
import type { SiteModes } from "../../perception/policies/site-mode.ts";
import type { RunningStreams } from "../../perception/streams/running-streams.ts";
import type { StreamService } from "../../perception/streams/stream-service.ts";
import type { RobotService } from "../../robots/fleet/robot-service.ts";
import type { TelemetryHub } from "../../robots/fleet/telemetry.ts";
import { busCursor, SiteBus } from "./site-bus.ts";
import { CommandService } from "./command-service.ts";
import { HomeAssistantDiscovery } from "./home-assistant.ts";
import { busCamera, robotSnapshot, type SiteView } from "./site-view.ts";

/** What the site's bus is made from. */
interface BusOptions {
  config: SiteConfig;
  store: Store;
  events: EventLog;
  jobs: Jobs;
  keys: ApiKeys;
  audit: AuditLog;
  streams: StreamService;
  running: RunningStreams;
  incidents: IncidentService;
  modes: SiteModes;
  robots: RobotService;
  telemetry: TelemetryHub;
  alarms: { active(): BusAlarm[] };
  clock: Clock;
  log: Logger;
  version: string;
  startedAtMs: number;
  isReady(): boolean;
  /** Address of the box; asked once the server listens. */
  publicUrl(): string;
}

/** The bus as the other parts need it. */
export interface Telling {
  bus: { describe(): MqttSystemWire } | undefined;
}

type Start = <P extends Part>(name: string, part: P) => Promise<P>;

/** The site's bus where a broker is configured; without one its place in the event log is given up. */
export async function addBus(start: Start, options: BusOptions): Promise<Telling> {
  const { config, store, events } = options;
  const broker = config.mqttBrokers.find(({ name }) => name === config.mqtt.broker);
  if (!broker) {
    // A place that nobody moves would keep the log from being trimmed.
    if (events.cursor(busCursor) !== undefined) {
      await store.transact((tx) => events.forget(tx, busCursor));
    }
    return { bus: undefined };
  }
  const { MqttLink } = await import("../../adapters/mqtt/mqtt-link.ts");
  const { mqtt, site } = config;
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
  const { commandKey: keyId } = mqtt;
  const desk =
    mqtt.commands && keyId !== undefined
      ? new CommandService({ ...options, org, keyId, base, link })
      : undefined;
  const bus = await start(
    "mqtt",
    new SiteBus({
      ...options,
      broker: brokerName,
      base,
      org,
      withLinks: mqtt.pictureLinks,
      telemetryMs: mqtt.telemetrySeconds * 1000,
      link,
      view: siteView(org, options),
      ...(mqtt.homeAssistant
        ? {
            discovery: () =>
              new HomeAssistantDiscovery({
                ...about,
                url: options.publicUrl(),
                commands: desk !== undefined,
              }),
          }
        : {}),
      ...(desk ? { commands: desk } : {}),
    }),
  );
  return { bus };
}

/** Streams shown at most, as many as a box may have. */
const maxCameras = 256;

function siteView(org: string, parts: BusOptions): SiteView {
  const { config, store, events, streams, running, robots, modes, clock } = parts;
  return {
    box: () => ({
      box_id: events.boxId,
      name: config.site.name,
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
        .items.filter(({ state }) => state !== "ended")
        .map((stream) => busCamera(stream, running.get(org, stream.stream_id)?.tracks ?? [])),
    robots: () => robots.list(org).map(robotSnapshot),
    alarms: () => (org === config.site.organisation ? parts.alarms.active() : []),
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
