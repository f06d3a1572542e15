import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { navSettings } from "../../../src/adapters/ros/from-settings.ts";
import { type BridgeLaunch, BridgeProcess } from "../../../src/adapters/ros/bridge-process.ts";
import { RosDriver } from "../../../src/adapters/ros/ros-driver.ts";
import type { Ros2Settings, RosbridgeSettings } from "../../../src/robots/driver/ros-document.ts";
import type { CommandProgress } from "../../../src/robots/driver/driver-port.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { HeardRobot } from "../robots/heard-robot.ts";
import { until } from "../box/wait.ts";
import type { Distro } from "./interfaces.ts";
import type { Nav2RobotOptions, Rcl } from "./nav2-options.ts";
import { Nav2Robot } from "./nav2-robot.ts";
import { StandInDomain } from "./stand-in-domain.ts";
import type { RobotCommandName } from "../../../src/robots/robot-terms.ts";

/** What a driver needs to reach the robots of a namespace. */
export interface DriverWish {
  namespace: string;
  nodeName: string;
  settings?: Partial<Ros2Settings & RosbridgeSettings>;
  recycleAfter?: number;
  launch: BridgeLaunch;
  /** A process that it shares with others, in place of one by `launch`. */
  bridge?: () => BridgeProcess;
}

/** A driver over the stand-in; it has not been opened. */
export function standInDriver(wish: DriverWish): RosDriver {
  const { namespace, nodeName, settings = {}, recycleAfter = 500, launch, bridge } = wish;
  return new RosDriver({
    link: () =>
      settings.url === undefined
        ? { kind: "rcl", module: standIn, nodeName, recycleAfter }
        : { kind: "rosbridge", url: settings.url, allowedNetworks: ["127.0.0.0/8"], ownPorts: [] },
    settings: navSettings({ e_stop_topic: "none", namespace, ...settings }, "map"),
    bridge: () =>
      bridge?.() ?? new BridgeProcess({ launch, clock: systemClock, log: silentLogger }),
    clock: systemClock,
    log: silentLogger,
  });
}

/** Whether the driver has found that its robot can do this now. */
export function can(driver: RosDriver, command: RobotCommandName): boolean {
  return driver.capabilities().some(({ name, available }) => name === command && available);
}

/** The stand-in for rclnodejs, as a module's name. */
export const standIn = fileURLToPath(new URL("stand-in-rclnodejs.ts", import.meta.url));

/** Calls back at the end of a test. */
export interface Ending {
  after(end: () => unknown): void;
}

/** A domain without ROS, for drivers and robots of one distribution. */
export interface RosRig {
  domain: StandInDomain;
  /** Environment of a process that is to be on the domain. */
  env: Record<string, string>;
  /** The stand-in for rclnodejs, as the robots use it. */
  rcl: Rcl;
  /** A robot in a namespace of its own; it and its drivers end with the test. */
  robot(t: Ending, more?: Partial<Nav2RobotOptions>): Nav2Robot;
  /** A driver for the robot; it has not been opened. */
  driver(robot: Nav2Robot, more?: DriverWish["settings"], recycleAfter?: number): RosDriver;
  /** Opens a driver; resolves when its robot can be commanded. */
  ready(driver: RosDriver, command?: RobotCommandName): Promise<HeardRobot>;
  stop(): Promise<void>;
}

/** Starts a domain; the stand-in of this process joins it. One at a time. */
export async function rosRig(distro: Distro = "jazzy"): Promise<RosRig> {
  const domain = new StandInDomain();
  const address = await domain.start();
  const env = { STAND_IN_DOMAIN: address, ROS_DISTRO: distro, AMENT_PREFIX_PATH: "/stand-in" };
  Object.assign(process.env, env);
  const { default: rcl } = await import("./stand-in-rclnodejs.ts");
  await rcl.init(undefined, []);
  const drivers = new Map<Nav2Robot, RosDriver[]>();
  const cache = await mkdtemp(join(tmpdir(), "gatehouse-ros2-"));
  let count = 0;
  return {
    domain,
    env,
    rcl,
    robot(t, more = {}) {
      const robot = new Nav2Robot({ rcl, distro, namespace: `/r${(count += 1)}`, ...more });
      drivers.set(robot, []);
      t.after(async () => {
        await Promise.all(drivers.get(robot)!.map((each) => each.close()));
        robot.close();
      });
      return robot;
    },
    driver(robot, more = {}, recycleAfter = 500) {
      const driver = standInDriver({
        namespace: robot.node.namespace() as string,
        nodeName: `gatehouse_${(count += 1)}`,
        settings: more,
        recycleAfter,
        launch: { setup: [], env: { ...env, NODE_COMPILE_CACHE: cache } },
      });
      drivers.get(robot)!.push(driver);
      return driver;
    },
    async ready(driver, command = "move_to") {
      const heard = new HeardRobot();
      driver.open(heard);
      await until(() => can(driver, command), { what: `a robot with ${command}` });
      return heard;
    },
    async stop() {
      rcl.shutdown();
      await domain.stop();
      for (const name of Object.keys(env)) delete process.env[name];
      await rm(cache, { recursive: true, force: true });
    },
  };
}

/**
 * Drivers of one robot for the conformance suite, which sends commands at once: a process that is
 * still starting on a busy machine is waited for.
 */
export function conformanceDrivers(robot: Nav2Robot, make: () => RosDriver) {
  let newest: RosDriver;
  const known = new WeakSet<RosDriver>();
  const isReady = (): boolean => can(newest, "move_to");
  const ready = async (driver: RosDriver): Promise<void> => {
    if (!known.has(driver)) {
      await until(() => can(driver, "move_to"), { what: "a robot that is ready" });
    }
    known.add(driver);
  };
  /** Commands of the newest driver that have not been told to have ended. */
  let unended = new Set<string>();
  const next = (): RosDriver => {
    const driver = make();
    const [execute, reattach] = [driver.execute.bind(driver), driver.reattach.bind(driver)];
    const own = new Set<string>();
    unended = own;
    const open = driver.open.bind(driver);
    driver.open = (sink) => {
      const onProgress = (progress: CommandProgress): void => {
        if (progress.state === "executing") own.add(progress.commandId);
        else own.delete(progress.commandId);
        sink.onProgress(progress);
      };
      open({
        onSample: (sample) => sink.onSample(sample),
        onCapabilities: () => sink.onCapabilities(),
        onLost: () => sink.onLost(),
        onProgress,
      });
    };
    driver.execute = async (command) => {
      // Without a turn in between where it is ready: what follows must not overtake it.
      if (!known.has(driver)) await ready(driver);
      return await execute(command);
    };
    driver.reattach = async (id) => {
      await ready(driver);
      const isThere = await reattach(id);
      if (isThere) own.add(id);
      return isThere;
    };
    newest = driver;
    return driver;
  };
  return {
    driver: next(),
    again: next,
    isReady,
    lateMs: 2000,
    /** Lets time pass; what stands still with nothing to do needs no waiting for, once it has said so. */
    pass: async (ms: number): Promise<void> => {
      await ready(newest);
      const end = performance.now() + ms;
      let quietFrom = performance.now();
      const isMoving = (): boolean =>
        robot.isDriving || robot.velocity.linear !== 0 || unended.size > 0;
      const hasPassed = (): boolean => {
        if (isMoving()) quietFrom = performance.now();
        return performance.now() >= Math.min(end, quietFrom + 400);
      };
      await until(hasPassed, { everyMs: 20, deadlineMs: ms + 45_000 });
    },
  };
}
