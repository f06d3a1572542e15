import { SimCamera } from "../../../src/adapters/robot-sim/sim-camera.ts";
import { SimScanner } from "../../../src/adapters/robot-sim/sim-scanner.ts";
import { SimDriver } from "../../../src/adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import type { Clock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { fencedDriver } from "../../../src/robots/driver/fenced-driver.ts";
import { Robots, type RobotsParts } from "../../../src/robots/fleet/robots.ts";
import type { Traffic } from "../../../src/robots/traffic/traffic.ts";
import type { RobotRecord } from "../../../src/robots/fleet/robot-record.ts";

/** What `makeRobots` needs; the rest has defaults. */
export interface MakeRobots extends Partial<Omit<RobotsParts, "store" | "events" | "clock">> {
  store: Store;
  events: EventLog;
  clock: Clock;
  dataDir: string;
  /** Simulated robots by id: they outlive the part, as real ones do. */
  bodies?: Map<string, SimRobot>;
  /** Puts something between the part and the driver. */
  wrap?: (driver: RobotDriver, record: RobotRecord) => RobotDriver;
  /** Makes the traffic of the part; without it every way is free. */
  trafficOf?: (parts: Pick<MakeRobots, "store" | "events" | "clock">) => Traffic;
}

/** The part with simulated robots. */
export function makeRobots(parts: MakeRobots): Robots {
  const {
    bodies = new Map<string, SimRobot>(),
    wrap = (driver) => driver,
    trafficOf,
    ...rest
  } = parts;
  const traffic = trafficOf?.(parts);
  return new Robots({
    log: silentLogger,
    configured: [],
    brokers: [],
    networks: {},
    rosDomainId: 0,
    isBehaviorType: (type) => ["intrusion", "loitering"].includes(type),
    orgs: () => ["default"],
    retention: { maxAgeMs: 1e12, maxCount: 100_000 },
    makeDriver(record, fence) {
      const { id, request } = record;
      const robot = bodies.get(id) ?? new SimRobot(request.sim ?? {}, request.frames?.[0] ?? "map");
      bodies.set(id, robot);
      const settings = request.sim?.camera;
      const camera = settings && new SimCamera(robot, settings);
      const scanner = request.sim?.scanner && new SimScanner(robot, request.sim.scanner);
      const inner = wrap(new SimDriver({ robot, clock: parts.clock, camera, scanner }), record);
      const driver = fence ? fencedDriver(inner, fence) : inner;
      return traffic?.driverOf(record, driver) ?? driver;
    },
    ...rest,
  });
}

/** A square of 20 m around the origin. */
export const yard: [number, number][] = [
  [-10, -10],
  [10, -10],
  [10, 10],
  [-10, 10],
];

/** A simulated robot in the yard, at its middle. */
export const rover: RobotRequest = {
  driver: "sim",
  geofence: { frame: "map", polygon: yard },
  sim: { dock: { frame: "map", x: -8, y: 0 } },
};
