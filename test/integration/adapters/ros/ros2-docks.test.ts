import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RosDriver } from "../../../../src/adapters/ros/ros-driver.ts";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { RobotCommand } from "../../../../src/robots/driver/command.ts";
import { type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";
import { until } from "../../../support/box/wait.ts";

async function send(driver: RosDriver, command: RobotCommand): Promise<string> {
  const id = uuidv7();
  await driver.execute({ id, command, maxSpeedMps: 1, maxTurnRadps: 1 });
  return id;
}

const dockParameters = {
  "home.frame": { type: 4, string_value: "map" },
  "home.pose": { type: 8, double_array_value: [0.8, 0, Math.PI / 2] },
  "home.type": { type: 4, string_value: "charger" },
  "charger.staging_x_offset": { type: 3, double_value: -0.5 },
};

describe("docks of ROS robots", { concurrency: 4 }, () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  test("a dock's place is the configured one, else what the docking server's parameters say, and is sent as it was judged", async (t) => {
    const robot = rig.robot(t, { dockParameters });
    const seen = rig.driver(robot, { dock_id: "home" });
    const heard = await rig.ready(seen, "dock");
    await until(() => seen.ownPlaces({ kind: "dock" }) !== null, { what: "the dock's place" });
    const [staging, dock] = seen.ownPlaces({ kind: "dock" })!;
    assert.deepEqual(dock, { frame: "map", xM: 0.8, yM: 0, yawRad: Math.PI / 2 });
    assert.ok(Math.hypot(staging!.xM - 0.8, staging!.yM + 0.5) < 1e-9);
    assert.deepEqual(seen.ownPlaces({ kind: "undock" }), [staging]);
    assert.equal((await heard.end(await send(seen, { kind: "dock" }))).state, "succeeded");
    assert.equal(robot.dockGoal!["use_dock_id"], false);
    assert.equal(robot.dockGoal!["dock_type"], "charger");
    assert.ok(Math.abs(robot.pose.x - 0.8) < 0.1);
    await seen.close();
    const dock_pose = { frame: "map", x: 0.2, y: 0, yaw: 0 };
    const given = rig.driver(robot, { dock_id: "home", dock_pose });
    await rig.ready(given, "dock");
    const [before, at] = given.ownPlaces({ kind: "dock" })!;
    assert.deepEqual([before!.xM, at!.xM], [0.2 - 0.7, 0.2]);
  });

  test("a docking server that reads its docks from a file leaves the place unknown, and is sent the dock's id", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { dock_id: "home" });
    const heard = await rig.ready(driver, "dock");
    assert.equal(driver.ownPlaces({ kind: "dock" }), null);
    assert.equal((await heard.end(await send(driver, { kind: "dock" }))).state, "succeeded");
    assert.deepEqual([robot.dockGoal!["use_dock_id"], robot.dockGoal!["dock_id"]], [true, "home"]);
  });

  test("docks and undocks where a dock is configured", async (t) => {
    const robot = rig.robot(t, { start: { x: -1.7, y: 0, yaw: 0 } });
    const bare = rig.driver(robot);
    await rig.ready(bare);
    assert.match(
      String(bare.capabilities().find(({ name }) => name === "dock")?.reason),
      /dock_id/,
    );
    const driver = rig.driver(robot, { dock_id: "home" });
    const heard = await rig.ready(driver, "dock");
    assert.equal((await heard.end(await send(driver, { kind: "dock" }))).state, "succeeded");
    assert.equal((await heard.end(await send(driver, { kind: "undock" }))).state, "succeeded");
  });

  test("behind rosbridge the docking server tells the same", async (t) => {
    const server = new RosbridgeServer("jazzy");
    t.after(() => server.close());
    await server.listening();
    const robot = rig.robot(t, { dockParameters });
    const driver = rig.driver(robot, { url: server.url, dock_id: "home" });
    await rig.ready(driver, "dock");
    await until(() => driver.ownPlaces({ kind: "dock" }) !== null, { what: "the dock's place" });
    assert.equal(driver.ownPlaces({ kind: "dock" })![1]!.xM, 0.8);
  });
});
