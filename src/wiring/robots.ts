import type { RosSite } from "../adapters/ros/from-settings.ts";
import type { Brokers } from "../adapters/vda5050/brokers.ts";
import { SimCamera } from "../adapters/robot-sim/sim-camera.ts";
import type { SafeMode } from "../selfcare/safe-mode.ts";
import { SimDriver } from "../adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../adapters/robot-sim/sim-robot.ts";
import { auditRetention } from "../config/parts.ts";
import type { RobotConfig, SiteConfig } from "../config/site-config.ts";
import type { Vda5050Settings } from "../contract/robot-settings.ts";
import type { Meter } from "../contract/metrics.ts";
import type { Clock } from "../core/clock.ts";
import type { Logger } from "../core/logger.ts";
import type { Store } from "../core/store.ts";
import { demoRobots } from "../demo/demo-site.ts";
import type { EventLog } from "../events/event-log.ts";
import type { HttpServerParts } from "../http/server.ts";
import type { Organisations } from "../keys/organisations.ts";
import { behaviors } from "../perception/behaviors/registry.ts";
import { type BoxSpeaker, speakingThroughBox } from "../robots/box-speech.ts";
import type { RobotDriver } from "../robots/driver-port.ts";
import { type RobotRecord, Robots } from "../robots/robots.ts";
import { RobotService } from "../robots/robot-service.ts";

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
  /** The box's loudspeaker for a robot, by its name. */
  speakerOf(name: string | undefined): BoxSpeaker;
  meter: Meter;
  safeMode: SafeMode;
}

/** Robots as the doors need them. */
export type Moving = Pick<HttpServerParts, "robots" | "telemetry"> & { robotUnits: Robots };

/** Robots with their drivers, from the configuration and the store; stopped before the store is. */
export async function addRobots(
  start: (name: string, part: Robots) => Promise<Robots>,
  { config, demo, orgs, store, events, clock, log, speakerOf, meter, safeMode }: RobotOptions,
): Promise<Moving> {
  const { organisation } = config.site;
  const shown = demo ? demoRobots().map((each) => ({ ...each, organisation })) : [];
  const vda5050 = lazyVda5050({ config, clock, log });
  const ros = { setup: config.ros.setup, clock, log };
  const robots = new Robots({
    store,
    events,
    clock,
    log,
    dataDir: config.dataDir,
    configured: [...config.robots, ...shown].map(configured),
    brokers: config.mqttBrokers.map(({ name }) => name),
    makeDriver: async (record) =>
      speakingThroughBox(
        await driverOf(record, { clock, vda5050, ros }),
        speakerOf(record.request.speaker),
      ),
    isBehaviorType: (type) => behaviors.has(type),
    orgs: () => orgs.list().map(({ id }) => id),
    retention: auditRetention(config),
    meter,
    whenAllowed: (run) => safeMode.whenOver(run),
  });
  await start("robots", robots);
  return {
    robots: new RobotService({ robots, store }),
    telemetry: robots.telemetry,
    robotUnits: robots,
  };
}

function configured({ organisation: org, id, request }: RobotConfig) {
  return { org, id, request };
}

type MakeVda5050 = (settings: Vda5050Settings) => Promise<RobotDriver>;

/** Makes robots of VDA 5050; with the first one the adapter is loaded, with its MQTT client. */
function lazyVda5050(parts: Pick<RobotOptions, "config" | "clock" | "log">): MakeVda5050 {
  let brokers: Brokers | undefined;
  return async (settings) => {
    const [{ Brokers: Known }, { vda5050Driver }] = await Promise.all([
      import("../adapters/vda5050/brokers.ts"),
      import("../adapters/vda5050/from-settings.ts"),
    ]);
    brokers ??= new Known(parts.config.mqttBrokers, parts.log);
    return vda5050Driver(settings, { clock: parts.clock, brokers });
  };
}

async function driverOf(
  record: RobotRecord,
  parts: { clock: Clock; vda5050: MakeVda5050; ros: RosSite },
): Promise<RobotDriver> {
  const { driver, vda5050, ros2, rosbridge } = record.request;
  if (driver === "vda5050" && vda5050) return await parts.vda5050(vda5050);
  if ((driver === "ros2" && ros2) || (driver === "rosbridge" && rosbridge)) {
    return await onRos(record, parts.ros);
  }
  return simulated(record, parts.clock);
}

/** The adapter is loaded with the first of its robots. */
async function onRos({ id, request }: RobotRecord, site: RosSite): Promise<RobotDriver> {
  const { ros2Driver, rosbridgeDriver } = await import("../adapters/ros/from-settings.ts");
  const robot = { id, mapFrame: request.frames?.[0] ?? "map" };
  return request.driver === "ros2"
    ? ros2Driver(request.ros2!, robot, site)
    : rosbridgeDriver(request.rosbridge!, robot, site);
}

/** A robot that is simulated in this process. */
function simulated({ request }: RobotRecord, clock: Clock): SimDriver {
  const frame = request.frames?.[0] ?? "map";
  const settings = request.sim ?? {};
  const robot = new SimRobot(settings, frame);
  const camera = settings.camera && new SimCamera(robot, settings.camera);
  return new SimDriver({ robot, clock, camera });
}
