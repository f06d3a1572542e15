import { fileURLToPath } from "node:url";
import { navSettings } from "../../../src/adapters/ros/from-settings.ts";
import { RosDriver } from "../../../src/adapters/ros/ros-driver.ts";
import type { Ros2Settings } from "../../../src/contract/ros-settings.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { silentLogger } from "../../../src/core/logger.ts";
import type { Distro } from "./interfaces.ts";
import { Nav2Robot, type Nav2RobotOptions } from "./nav2-robot.ts";
import { StandInDomain } from "./stand-in-domain.ts";

/** The stand-in for rclnodejs, as a module's name. */
export const standIn = fileURLToPath(new URL("stand-in-rclnodejs.ts", import.meta.url));

/** A domain without ROS, for drivers and robots of one distribution. */
export interface RosRig {
  domain: StandInDomain;
  /** Environment of a process that is to be on the domain. */
  env: Record<string, string>;
  /** A robot in a namespace of its own. */
  robot(more?: Partial<Nav2RobotOptions>): Nav2Robot;
  /** A driver for the robot; it has not been opened. */
  driver(robot: Nav2Robot, more?: Partial<Ros2Settings>, recycleAfter?: number): RosDriver;
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
  const robots: Nav2Robot[] = [];
  const drivers: RosDriver[] = [];
  let count = 0;
  return {
    domain,
    env,
    robot(more = {}) {
      const robot = new Nav2Robot({ rcl, distro, namespace: `/r${(count += 1)}`, ...more });
      robots.push(robot);
      return robot;
    },
    driver(robot, more = {}, recycleAfter = 500) {
      const namespace = robot.node.namespace() as string;
      const settings = navSettings({ e_stop_topic: null, namespace, ...more }, "map");
      const nodeName = `gatehouse_${(count += 1)}`;
      const driver = new RosDriver({
        link: { kind: "rcl", module: standIn, nodeName, recycleAfter },
        settings,
        launch: { setup: [], env },
        clock: systemClock,
        log: silentLogger,
      });
      drivers.push(driver);
      return driver;
    },
    async stop() {
      for (const driver of drivers) await driver.close();
      for (const robot of robots) robot.close();
      rcl.shutdown();
      await domain.stop();
      for (const name of Object.keys(env)) delete process.env[name];
    },
  };
}
