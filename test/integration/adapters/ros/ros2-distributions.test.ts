import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { route, send } from "../../../support/ros2/commands.ts";
import { can, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { until } from "../../../support/box/wait.ts";

describe("a ROS 2 robot with Nav2 of Humble", () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("humble");
  });
  after(() => rig.stop());

  test("routes have no loops there: they are written out, and places left out are numbers", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver, "follow_route");
    assert.equal((await heard.end(await send(driver, route(2, 0.2, 0)))).state, "succeeded");
    await assert.rejects(send(driver, route(400, 0.2, 0)), { code: "robot_refused" });
    robot.unreachable = ({ x }) => x === 9;
    const { reason } = await heard.end(await send(driver, route(1, 9, 0.2)));
    assert.equal(reason, "waypoints_missed: 0 (counted from 0)");
    assert.equal(can(driver, "dock"), false);
  });
});

describe("a ROS 2 robot with Nav2 of Kilted", () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("kilted");
  });
  after(() => rig.stop());

  test("it is moved by hand with stamped velocities, and tells places left out as statuses", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver, "teleop");
    const command = { kind: "teleop", linearMps: 0.4, angularRadps: 0, durationMs: 100 } as const;
    await send(driver, command);
    await until(() => robot.zeroAtMs !== null && robot.handCount > 0, {
      what: "a velocity and its end",
    });
    assert.ok(robot.pose.x > 0.01);
    await until(() => can(driver, "follow_route"));
    robot.unreachable = ({ x }) => x === 9;
    const { reason } = await heard.end(await send(driver, route(1, 9, 0.2)));
    assert.equal(reason, "waypoints_missed: 0 (counted from 0)");
  });
});
