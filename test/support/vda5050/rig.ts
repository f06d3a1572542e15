import type { TestContext } from "node:test";
import { Broker } from "../../../src/adapters/mqtt-broker/broker.ts";
import {
  Vda5050Driver,
  type Vda5050Options,
} from "../../../src/adapters/vda5050/vda5050-driver.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import { startBroker, type TestBroker } from "../notifications/mosquitto.ts";
import type { RobotVersion } from "./faces.ts";
import { StrictRobot } from "./robot.ts";
import type { StrictRobotOptions } from "./robot-options.ts";
import { HeardRobot } from "../robots/heard-robot.ts";
import { until } from "../box/wait.ts";

/** A driver, its broker and a strict robot. */
export interface VdaRig {
  broker: TestBroker;
  link: Broker;
  driver: Vda5050Driver;
  heard: HeardRobot;
  robot: StrictRobot;
  /** Sends a command; resolves with its id when the robot has taken it. */
  send(command: RobotCommand, maxSpeedMps?: number): Promise<string>;
}

/** Why the robot lacks the capability: null when it has it, undefined when it is not in the list. */
export function reasonOf(driver: Vda5050Driver, name: string): string | null | undefined {
  return driver.capabilities().find((each) => each.name === name)?.reason;
}

/** Options of a driver for the strict robot. */
export function driverOptions(
  link: Broker,
  more: Partial<Vda5050Options> & { version?: RobotVersion } = {},
): Vda5050Options {
  const { version = "2.1", ...options } = more;
  return {
    broker: link,
    identity: {
      interfaceName: null,
      majorVersion: null,
      version,
      manufacturer: "acme",
      serialNumber: "0001",
    },
    profile: "standard",
    maxUncontrolledM: null,
    dock: null,
    corridor: null,
    clock: systemClock,
    ...options,
  };
}

/** A goal on the robot's map. */
export function moveTo(xM: number, yM: number, yawRad: number | null = null): RobotCommand {
  return { kind: "move_to", target: { frame: "map", xM, yM, yawRad }, maxSpeedMps: null };
}

/** Sends a command to a driver; resolves with its id when the robot has taken it. */
export async function sendTo(
  driver: Vda5050Driver,
  command: RobotCommand,
  maxSpeedMps = 1,
): Promise<string> {
  const id = uuidv7(Date.now());
  await driver.execute({ id, command, maxSpeedMps, maxTurnRadps: 1 });
  return id;
}

/** Starts a broker, a strict robot and a driver that has heard of it; 2.1 unless `version` says. */
export async function vdaRig(
  t: TestContext,
  options: {
    robot?: Partial<StrictRobotOptions>;
    driver?: Partial<Vda5050Options>;
    version?: RobotVersion;
  } = {},
): Promise<VdaRig> {
  const { version = "2.1" } = options;
  const ends: (() => unknown)[] = [];
  // Newest first: a robot says goodbye to a broker that is there.
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const broker = await startBroker({ after: (end) => ends.push(end as () => unknown) });
  const robot = new StrictRobot({ url: broker.url, version, ...options.robot });
  await robot.start();
  ends.push(() => robot.stop());
  const link = new Broker({ url: broker.url, log: silentLogger, reconnectMs: 100 });
  const driver = new Vda5050Driver(driverOptions(link, { version, ...options.driver }));
  const heard = new HeardRobot();
  driver.open(heard);
  ends.push(() => driver.close());
  const isReady = (): boolean =>
    driver.capabilities().some(({ name, available }) => name === "move_to" && available);
  await until(isReady, { what: "the first state" });
  const send = (command: RobotCommand, maxSpeedMps = 1): Promise<string> =>
    sendTo(driver, command, maxSpeedMps);
  return { broker, link, driver, heard, robot, send };
}
