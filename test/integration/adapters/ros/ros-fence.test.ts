import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Fence } from "../../../../src/base/core/fence.ts";
import { fencedDriver } from "../../../../src/robots/driver/fenced-driver.ts";
import { until } from "../../../support/box/wait.ts";
import { moveTo, send } from "../../../support/ros2/commands.ts";
import { type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";

let rig: RosRig;
let server: RosbridgeServer;

before(async () => {
  rig = await rosRig("humble");
  server = new RosbridgeServer("humble");
  await server.listening();
});
after(async () => {
  await server.close();
  await rig.stop();
});

test("a ROS robot gets nothing from a box whose lease of it is older than another's", async (t) => {
  // The fleet's lease of the robot: the newest revision may command.
  let newest = 1;
  const fenceOf = (revision: number): Fence => {
    const isOpen = () => revision === newest;
    const problem = () => `another box has the lease ${newest}`;
    return { revision, mayCommand: isOpen, mayStop: isOpen, problem, onLost: () => undefined };
  };
  const robot = rig.robot(t, { topMps: 3 });
  const boxes = [1, 2].map((revision) => {
    const driver = rig.driver(robot, { url: server.url });
    return { driver, fenced: fencedDriver(driver, fenceOf(revision)) };
  });
  const [older, newer] = boxes as [(typeof boxes)[number], (typeof boxes)[number]];
  const heard = await rig.ready(older.driver, "move_to");
  const heardToo = await rig.ready(newer.driver, "move_to");
  const first = await send(older.fenced, moveTo(1), 3);
  assert.equal((await heard.end(first)).state, "succeeded");

  newest = 2;
  const lost = /another box has the lease 2/;
  await assert.rejects(send(older.fenced, moveTo(5), 3), { code: "robot_refused", message: lost });
  // What the driver itself would send, without the box's check before it.
  await assert.rejects(send(older.driver, moveTo(5), 3), {
    code: "robot_unreachable",
    message: lost,
  });
  await assert.rejects(older.driver.stop(), { code: "robot_unreachable", message: lost });
  assert.ok(robot.pose.x < 1.2, `${robot.pose.x}`);

  const second = await send(newer.fenced, moveTo(2), 3);
  // A stop of the older box must not end the newer one's way.
  await assert.rejects(older.fenced.cancel(second), { code: "robot_unreachable", message: lost });
  assert.equal((await heardToo.end(second)).state, "succeeded");
  await until(() => robot.pose.x > 1.8, { what: "the goal of the newer box" });
});
