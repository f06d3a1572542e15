import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ros2Driver } from "../../../../src/adapters/ros/from-settings.ts";
import type { RosDriver } from "../../../../src/adapters/ros/ros-driver.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const reasonOf = (driver: RosDriver): string =>
  String(driver.capabilities().find(({ name }) => name === "move_to")?.reason);

function driverWith(setup: string[]): RosDriver {
  const site = { setup, clock: systemClock, log: silentLogger };
  return ros2Driver({ e_stop_topic: "none" }, { id: "tug-1", mapFrame: "map" }, site);
}

const hasRos = process.env["ROS_DISTRO"] !== undefined;

test(
  "without ROS 2 the robot says what is missing, and every command but a stop is absent",
  { skip: hasRos && "ROS 2 is set up here" },
  async (t) => {
    const driver = driverWith([]);
    driver.open(new HeardRobot());
    t.after(() => driver.close());
    await until(() => reasonOf(driver).includes("ros.setup"), { what: "a reason" });
    const able = driver.capabilities().filter(({ available }) => available);
    assert.deepEqual(
      able.map(({ name }) => name),
      ["stop"],
    );
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
  },
);

test("a setup file is sourced before the bridge starts, whatever its name has in it", async (t) => {
  const file = join(await tempDir(t), "a $(touch here) 'setup'.bash");
  await writeFile(file, "export ROS_DISTRO=jazzy AMENT_PREFIX_PATH=/nowhere\n");
  const driver = driverWith([file]);
  driver.open(new HeardRobot());
  t.after(() => driver.close());
  // ROS is set up as far as the environment goes; what is missing now is the package or its build.
  await until(() => /rclnodejs (?:is not|has no|cannot be loaded)/.test(reasonOf(driver)), {
    what: "a further reason",
  });
});

test("a setup file that is not there is named in the log, and the bridge is tried again", async (t) => {
  const driver = driverWith(["/nowhere/setup.bash"]);
  const heard = new HeardRobot();
  driver.open(heard);
  t.after(() => driver.close());
  await until(() => heard.losses > 1, { what: "a second try" });
  assert.match(reasonOf(driver), /ended \(code [0-9]+\)/);
});
