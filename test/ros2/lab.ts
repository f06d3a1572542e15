/**
 * The ROS 2 driver against real ROS 2, with a simulated Nav2 robot that is an rclnodejs process
 * (`npm run test:ros2`). Runs wherever `ROS_DISTRO` is set, in a domain of its own; elsewhere it says
 * why it does not. `ROS2_LAB_MODULE` names another module than rclnodejs, to try the lab itself.
 */
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { navSettings } from "../../src/adapters/ros/from-settings.ts";
import { BridgeProcess } from "../../src/adapters/ros/bridge-process.ts";
import { RosDriver } from "../../src/adapters/ros/ros-driver.ts";
import { systemClock } from "../../src/base/core/clock.ts";
import { uuidv7 } from "../../src/base/core/ids.ts";
import { silentLogger } from "../../src/base/core/logger.ts";
import { robotDriverConformance } from "../conformance/robot-driver.ts";
import { HeardRobot } from "../support/robots/heard-robot.ts";
import { can } from "../support/ros2/rig.ts";
import { until } from "../support/box/wait.ts";

const distro = process.env["ROS_DISTRO"];
const module = process.env["ROS2_LAB_MODULE"] ?? "rclnodejs";
const domain = process.env["ROS_DOMAIN_ID"] ?? "77";
const robotFile = fileURLToPath(new URL("../support/robots/nav2-robot-child.ts", import.meta.url));
const skip = distro === undefined && "ROS 2 is not set up here: source its setup file first";

interface LabRobot {
  child: ChildProcess;
  namespace: string;
  ask(): Promise<{
    pose: { x: number; y: number };
    zeroAtMs: number | null;
    handCount: number;
    mask: { closed: boolean } | null;
  }>;
}

const ends: (() => unknown)[] = [];
let count = 0;

async function robotOf(): Promise<LabRobot> {
  const namespace = `/lab${process.pid}_${(count += 1)}`;
  const env = { ...process.env, ROS_DOMAIN_ID: domain };
  const child = fork(robotFile, [module, namespace], { env, execArgv: [] });
  ends.push(() => child.kill("SIGKILL"));
  await once(child, "message");
  let asked = 0;
  return {
    child,
    namespace,
    async ask() {
      const ask = (asked += 1);
      const answer = new Promise<never>((resolve) => {
        const listen = (message: { ask?: number }): void => {
          if (message.ask !== ask) return;
          child.off("message", listen);
          resolve(message as never);
        };
        child.on("message", listen);
      });
      child.send({ ask });
      return await answer;
    },
  };
}

function driverOf({ namespace }: LabRobot): RosDriver {
  const nodeName = `gatehouse_lab_${(count += 1)}`;
  const launch = { setup: [], env: { ROS_DOMAIN_ID: domain } };
  const driver = new RosDriver({
    link: () => ({ kind: "rcl", module, nodeName, recycleAfter: 2 }),
    settings: navSettings(
      { e_stop_topic: "none", namespace, camera: { topic: "image/compressed" } },
      "map",
    ),
    bridge: () => new BridgeProcess({ launch, clock: systemClock, log: silentLogger }),
    clock: systemClock,
    log: silentLogger,
  });
  ends.push(() => driver.close());
  return driver;
}

describe(`the ROS 2 driver against ROS 2 ${distro ?? ""}`, { skip }, () => {
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  robotDriverConformance(async () => {
    const robot = await robotOf();
    const driver = driverOf(robot);
    let newest = driver;
    let wasReady = false;
    const pass = async (ms: number): Promise<void> => {
      if (!wasReady) await until(() => can(newest, "move_to"), { what: "a robot that is ready" });
      wasReady = true;
      await new Promise((resolve) => setTimeout(resolve, ms));
    };
    return {
      driver,
      frame: "map",
      pass,
      setSilent: (isSilent) => void robot.child.kill(isSilent ? "SIGSTOP" : "SIGCONT"),
      breakLink: async () => {
        process.kill(driver.bridgePid!, "SIGKILL");
        return () => until(() => can(driver, "move_to"), { what: "a new bridge" });
      },
      refuse: () => void robot.child.send({ refuse: "NavigateToPose" }),
      again: () => (newest = driverOf(robot)),
    };
  });

  test("pose, battery, mask and the end of a velocity by hand", async () => {
    const robot = await robotOf();
    const driver = driverOf(robot);
    const heard = new HeardRobot();
    const polygon = [[2, 0] as const, [3, 0] as const, [3, 1] as const];
    const zone = { id: "a", name: "a", type: "keep_out", frame: "map", polygon } as const;
    driver.nativeZones.push([{ ...zone, maxSpeedMps: null }]);
    driver.open(heard);
    await until(() => can(driver, "move_to") && can(driver, "teleop"), { what: "a robot" });
    await until(() => heard.latest("battery")?.percent === 80, { what: "its battery" });
    assert.ok(Math.hypot(heard.latest("pose")!.xM, heard.latest("pose")!.yM) < 0.01);
    await until(() => driver.nativeZones.problemOf("a") === null, { what: "a native zone" });
    await until(() => driver.camera !== undefined, { what: "its camera" });
    assert.equal(Buffer.from((await driver.camera!.take()).bytes).toString("latin1", 1, 4), "PNG");
    await until(async () => (await robot.ask()).mask?.closed === true, { what: "the mask" });
    const command = { kind: "teleop", linearMps: 0.3, angularRadps: 0, durationMs: 200 } as const;
    await driver.execute({ id: uuidv7(), command, maxSpeedMps: 1, maxTurnRadps: 1 });
    const sentMs = performance.timeOrigin + performance.now();
    await until(async () => (await robot.ask()).zeroAtMs !== null, { what: "zero" });
    const took = (await robot.ask()).zeroAtMs! - sentMs;
    process.stdout.write(`zero ${Math.round(took)} ms after a command of 200 ms\n`);
    assert.ok(took < 1000);
  });
});
