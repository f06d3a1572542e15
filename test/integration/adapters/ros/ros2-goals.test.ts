import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { moveTo, send } from "../../../support/ros2/commands.ts";
import { can, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { until } from "../../../support/box/wait.ts";

describe("goals of a ROS 2 robot whose bridge or navigation fails", { concurrency: 4 }, () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  test("an action client is exchanged after a number of goals, and the old one is let go", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot, {}, 2);
    const heard = await rig.ready(driver);
    for (let n = 1; n <= 5; n += 1) {
      const end = await heard.end(await send(driver, moveTo(n % 2 === 0 ? 0 : 0.1)));
      assert.equal(end.state, "succeeded");
    }
    const name = new RegExp(`^${robot.node.namespace()}/navigate_to_pose/_action/send_goal$`);
    await until(() => rig.domain.ends("client", name).length === 1, { what: "one client" });
  });

  test("a bridge that aborts is started again, and takes up the goal that the robot drives on", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    // Slowly: it has to be on its way when the next bridge is there.
    const id = await send(driver, moveTo(2.5), 0.4);
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    const before = driver.bridgePid!;
    process.kill(before, "SIGABRT");
    await until(() => heard.losses === 1, { what: "the loss" });
    const reason = driver.capabilities().find(({ name }) => name === "move_to")?.reason;
    assert.match(String(reason), /SIGABRT/);
    await assert.rejects(send(driver, moveTo(0)), { code: "robot_unreachable" });
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.notEqual(driver.bridgePid, before);
    assert.ok(Math.abs(robot.pose.x - 2.5) < 0.3);
  });

  test("a goal that ended while the bridge was away, and cannot be found, has failed", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    const id = await send(driver, moveTo(4));
    process.kill(driver.bridgePid!, "SIGKILL");
    robot.forget();
    const { state, reason } = await heard.end(id);
    assert.equal(state, "failed");
    assert.match(String(reason), /lost/);
  });

  test("navigation that goes away ends its goal with a code, and can be used again when it is back", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    const id = await send(driver, moveTo(4), 0.3);
    robot.loseNavigation();
    const { state, reason } = await heard.end(id);
    assert.deepEqual([state, reason?.split(":")[0]], ["failed", "capability_missing"]);
    await until(() => !can(driver, "move_to"), { what: "no navigation" });
    const missing = driver.capabilities().find(({ name }) => name === "move_to")!;
    assert.match(String(missing.reason), /no action server/);
    assert.ok(can(driver, "teleop"));
    robot.regainNavigation();
    await until(() => can(driver, "move_to"), { what: "its navigation" });
    assert.equal((await heard.end(await send(driver, moveTo(0.3)))).state, "succeeded");
  });

  test("navigation that starts again within a second and forgets its goal ends it, and takes the next", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    const id = await send(driver, moveTo(4), 0.3);
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    robot.forget();
    const { state, reason } = await heard.end(id);
    assert.deepEqual([state, reason?.split(":")[0]], ["failed", "goal_lost"]);
    assert.equal(
      (await heard.end(await send(driver, moveTo(robot.pose.x + 0.2)))).state,
      "succeeded",
    );
  });

  test("a long goal of which nothing is told goes on, as long as its server has it", async (t) => {
    const robot = rig.robot(t);
    robot.givesFeedback = false;
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    // Longer than a goal may be missing.
    assert.equal((await heard.end(await send(driver, moveTo(2.5), 0.25))).state, "succeeded");
  });

  test("a goal of another client is told as such, in the status and where it ends ours", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    const id = await send(driver, moveTo(-4), 0.5);
    const { default: rcl } = await import("../../../support/ros2/stand-in-rclnodejs.ts");
    const type = "nav2_msgs/action/NavigateToPose";
    const other = new rcl.ActionClient(robot.node, type, "navigate_to_pose");
    const pose = { position: { x: 90, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
    const header = { stamp: { sec: 0, nanosec: 0 }, frame_id: "map" };
    await other.sendGoal({ pose: { header, pose } }, undefined, {
      uuid: new Uint8Array(16).fill(9),
    });
    const { state, reason } = await heard.end(id);
    assert.deepEqual([state, reason?.split(":")[0]], ["failed", "another_client"]);
    const codes = (): string[] => (heard.latest("errors") ?? []).map(({ code }) => code);
    await until(() => codes().includes("another_client"), { what: "the other client" });
    await driver.stop();
    await until(() => codes().length === 0, { what: "no other client" });
    const next = await send(driver, moveTo(robot.pose.x + 3), 0.5);
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    assert.deepEqual(codes(), []);
    const call = "action_msgs/srv/CancelGoal";
    const cancel = robot.node.createClient(call, "navigate_to_pose/_action/cancel_goal");
    await cancel.sendRequestAsync({}, { timeout: 2000 });
    const end = await heard.end(next);
    assert.equal(end.state, "cancelled");
    assert.match(end.reason!, /^another_client: another client cancelled the goal/);
  });

  test("a bridge that hangs is killed and started again", async (t) => {
    const driver = rig.driver(rig.robot(t));
    const heard = await rig.ready(driver);
    const before = driver.bridgePid!;
    process.kill(before, "SIGSTOP");
    await until(() => heard.losses > 0, { what: "the loss" });
    await until(() => can(driver, "move_to"), { what: "a new bridge" });
    assert.notEqual(driver.bridgePid, before);
  });
});
