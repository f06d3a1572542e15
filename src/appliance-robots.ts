import { vda5050Driver } from "./adapters/vda5050/from-settings.ts";
import { Brokers } from "./adapters/vda5050/brokers.ts";
import { SimDriver } from "./adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "./adapters/robot-sim/sim-robot.ts";
import { auditRetention } from "./config/parts.ts";
import type { RobotConfig, SiteConfig } from "./config/site-config.ts";
import type { Clock } from "./core/clock.ts";
import type { Logger } from "./core/logger.ts";
import type { Store } from "./core/store.ts";
import { demoRobots } from "./demo/demo-site.ts";
import type { EventLog } from "./events/event-log.ts";
import type { HttpServerParts } from "./http/server.ts";
import type { Organisations } from "./keys/organisations.ts";
import { behaviors } from "./perception/behaviors/registry.ts";
import type { RobotDriver } from "./robots/driver-port.ts";
import { type RobotRecord, Robots } from "./robots/robots.ts";
import { RobotService } from "./robots/robot-service.ts";

/** What the robots of the appliance are made from. */
interface RobotOptions {
  config: SiteConfig;
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  /** Adds the demo's robot. */
  demo?: object;
  orgs: Organisations;
}

/** Robots as the doors need them. */
export type Moving = Pick<HttpServerParts, "robots" | "telemetry">;

/** Robots with their drivers, from the configuration and the store; stopped before the store is. */
export async function addRobots(
  start: (name: string, part: Robots) => Promise<Robots>,
  { config, demo, orgs, store, events, clock, log }: RobotOptions,
): Promise<Moving> {
  const { organisation } = config.site;
  const shown = demo ? demoRobots().map((each) => ({ ...each, organisation })) : [];
  const brokers = new Brokers(config.mqttBrokers, log);
  const robots = new Robots({
    store,
    events,
    clock,
    log,
    dataDir: config.dataDir,
    configured: [...config.robots, ...shown].map(configured),
    brokers: config.mqttBrokers.map(({ name }) => name),
    makeDriver: (record) => driverOf(record, { clock, brokers }),
    isBehaviorType: (type) => behaviors.has(type),
    orgs: () => orgs.list().map(({ id }) => id),
    retention: auditRetention(config),
  });
  await start("robots", robots);
  return { robots: new RobotService({ robots, store }), telemetry: robots.telemetry };
}

function configured({ organisation: org, id, request }: RobotConfig) {
  return { org, id, request };
}

function driverOf(record: RobotRecord, parts: { clock: Clock; brokers: Brokers }): RobotDriver {
  const { vda5050 } = record.request;
  const isVda = record.request.driver === "vda5050" && vda5050 !== undefined;
  return isVda ? vda5050Driver(vda5050, parts) : simulated(record, parts.clock);
}

/** A robot that is simulated in this process. */
function simulated({ request }: RobotRecord, clock: Clock): SimDriver {
  const frame = request.frames?.[0] ?? "map";
  return new SimDriver({ robot: new SimRobot(request.sim ?? {}, frame), clock });
}
