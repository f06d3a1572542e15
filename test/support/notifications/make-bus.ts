import type { TestContext } from "node:test";
import { MqttLink, type MqttLinkOptions } from "../../../src/adapters/mqtt/mqtt-link.ts";
import type { BusAlarm, BusBox, BusCamera } from "../../../src/notifications/mqtt/wire/mqtt.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import { TelemetryHub } from "../../../src/robots/fleet/telemetry-wire.ts";
import type { BusLink } from "../../../src/notifications/mqtt/bus-port.ts";
import {
  CommandService,
  type CommandServiceParts,
} from "../../../src/notifications/mqtt/command-service.ts";
import { HomeAssistantDiscovery } from "../../../src/notifications/mqtt/home-assistant-wire.ts";
import { SiteBus, type SiteBusParts } from "../../../src/notifications/mqtt/site-bus.ts";
import type { RobotSnapshot, SiteView } from "../../../src/notifications/mqtt/site-view-wire.ts";
import type { SiteMode } from "../../../src/perception/core/schedule-terms.ts";

export const base = "gatehouse/box1";

/** A site that a test changes at will. */
export class ScriptedSite implements SiteView {
  cameraList: BusCamera[] = [];
  robotList: RobotSnapshot[] = [];
  current: SiteMode = "armed";

  box(): Omit<BusBox, "cameras" | "robots"> {
    return {
      box_id: "0192-box1",
      name: "Hall 3",
      version: "1.2.3",
      started_at: 1,
      ready: true,
      disk_full: false,
      disk_free_gigabytes: 12.5,
      incidents: { open: 2 },
    };
  }

  mode(): SiteMode {
    return this.current;
  }

  cameras(): BusCamera[] {
    return this.cameraList;
  }

  pictureMap = new Map<string, Uint8Array>();

  pictures(): Map<string, Uint8Array> {
    return this.pictureMap;
  }

  alarmList: BusAlarm[] = [];

  alarms(): BusAlarm[] {
    return this.alarmList;
  }

  robots(): RobotSnapshot[] {
    return this.robotList;
  }
}

/** What `makeBus` needs; the rest has defaults. */
export interface MakeBus extends Partial<Omit<SiteBusParts, "commands">> {
  store: Store;
  events: EventLog;
  url: string;
  reached?: Partial<MqttLinkOptions>;
  isDiscovered?: boolean;
  commands?: Pick<CommandServiceParts, "keyId" | "keys" | "audit" | "actions"> & { clock?: Clock };
}

/** The site's bus over real MQTT, on the topics below `base`. */
export function makeBus(parts: MakeBus): SiteBus {
  const { url, reached, isDiscovered = false, commands, org = "default", ...rest } = parts;
  const link: BusLink = new MqttLink({
    url,
    clientId: "gatehouse-box1",
    will: { topic: `${base}/availability`, payload: "offline" },
    clock: systemClock,
    log: silentLogger,
    maxPauseMs: 50,
    ...reached,
  });
  const about = { prefix: "homeassistant", base, boxId: "box1", name: "Hall 3", version: "1.2.3" };
  const discovery = (): HomeAssistantDiscovery =>
    new HomeAssistantDiscovery({
      ...about,
      url: "http://10.0.0.5:8480",
      commands: commands !== undefined,
      pictures: true,
    });
  const shared = { clock: systemClock, log: silentLogger, org, base, link };
  return new SiteBus({
    ...shared,
    broker: "site",
    withLinks: false,
    telemetryMs: 20,
    view: new ScriptedSite(),
    jobs: { get: () => undefined },
    telemetry: new TelemetryHub(),
    ...(isDiscovered ? { discovery } : {}),
    ...(commands ? { commands: new CommandService({ ...shared, ...commands }) } : {}),
    ...rest,
  });
}

/** Starts it; stopped when the test has ended. */
export async function startBus(t: Pick<TestContext, "after">, parts: MakeBus): Promise<SiteBus> {
  const bus = makeBus(parts);
  await bus.start(new AbortController().signal);
  t.after(() => bus.stop());
  return bus;
}
