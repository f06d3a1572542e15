import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import sharp from "sharp";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { moveTo, place, route, send } from "../../../support/ros2/commands.ts";
import { can, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { until } from "../../../support/box/wait.ts";

describe("a ROS 2 robot with Nav2 of Jazzy", { concurrency: 4 }, () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  test("its pose is composed of transforms whose parts come from three topics' worth of senders", async (t) => {
    const robot = rig.robot(t, { start: { x: 1.5, y: -0.5, yaw: 0.7 } });
    const heard = await rig.ready(rig.driver(robot));
    const pose = heard.latest("pose")!;
    assert.equal(pose.frame, "map");
    assert.ok(Math.hypot(pose.xM - 1.5, pose.yM + 0.5) < 1e-6);
    assert.ok(Math.abs(pose.yawRad - 0.7) < 1e-6);
  });

  test("a pose is as old as the transform that stopped, however often the others come", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    assert.ok(heard.latest("poseAgeMs")! < 1000);
    robot.hasOdometry = false;
    await until(() => heard.latest("poseAgeMs")! > 2000, { what: "a pose that grows old" });
    await until(() => !can(driver, "move_to"), { what: "a place that is not known any more" });
  });

  test("odometry that is published reliable is heard like that which is not", async (t) => {
    const heard = await rig.ready(rig.driver(rig.robot(t, { odomReliability: "reliable" })));
    await until(() => heard.latest("velocity") !== undefined, { what: "odometry" });
  });

  test("battery: 0 to 1 until a value above 1 is heard, then 0 to 100 for good; NaN is not known", async (t) => {
    const robot = rig.robot(t, { battery: Number.NaN });
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    assert.equal(heard.latest("battery"), undefined);
    robot.batteryLevel = 0.5;
    await until(() => heard.latest("battery")?.percent === 50);
    robot.batteryLevel = 64;
    await until(() => heard.latest("battery")?.percent === 64);
    robot.batteryLevel = 1;
    await until(() => heard.latest("battery")?.percent === 1);
    assert.equal(heard.latest("battery")!.isCharging, false);
  });

  test("without a place in its map it cannot be sent anywhere, until it is told where it is", async (t) => {
    const robot = rig.robot(t);
    robot.isLocalised = false;
    const driver = rig.driver(robot);
    await rig.ready(driver, "localize");
    const reason = driver.capabilities().find(({ name }) => name === "move_to")?.reason;
    assert.match(String(reason), /not localised/);
    await send(driver, { kind: "localize", pose: { ...place(2, 1), yawRad: 0.3 } });
    await until(() => can(driver, "move_to"), { what: "a place" });
    assert.ok(Math.hypot(robot.pose.x - 2, robot.pose.y - 1) < 1e-6);
  });

  test("a raw picture is read with its padding and order of colours, and knows where it was taken", async (t) => {
    const robot = rig.robot(t, { start: { x: 1, y: 2, yaw: 0.5 } });
    const driver = rig.driver(robot, { camera: { topic: "image_raw" } });
    await rig.ready(driver);
    const camera = () => driver.capabilities().find(({ name }) => name === "camera")!;
    assert.match(String(camera().reason), /nobody publishes/);
    assert.equal(driver.camera, undefined);
    const publisher = robot.node.createPublisher("sensor_msgs/msg/Image", "image_raw");
    let encoding = "bgr8";
    const publishing = setInterval(() => {
      // Two pixels a row, blue and red, and two bytes that are nobody's.
      const data = Uint8Array.from([255, 0, 0, 0, 0, 255, 9, 9, 255, 0, 0, 0, 0, 255, 9, 9]);
      publisher.publish({ height: 2, width: 2, encoding, step: 8, data });
    }, 50);
    t.after(() => clearInterval(publishing));
    await until(() => camera().available, { what: "its camera" });
    const { bytes, pose, lens } = await driver.camera!.take();
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [2, 2, 3]);
    assert.deepEqual([...data], [0, 0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0]);
    assert.equal(lens, null);
    assert.ok(Math.hypot(pose!.xM - 1, pose!.yM - 2) < 1e-6 && Math.abs(pose!.yawRad - 0.5) < 1e-6);
    encoding = "bayer_rggb8";
    await until(
      () =>
        driver.camera!.take().then(
          () => false,
          (error: Error) => /bayer_rggb8/.test(error.message),
        ),
      { what: "a refusal" },
    );
  });

  test("its camera is followed with the age of each picture, as often as is wanted, also by the next bridge", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { camera: { topic: "image_raw" } });
    await rig.ready(driver);
    const publisher = robot.node.createPublisher("sensor_msgs/msg/Image", "image_raw");
    let lateMs = 0;
    const publishing = setInterval(() => {
      const ms = Date.now() - lateMs;
      const stamp = { sec: Math.floor(ms / 1000), nanosec: (ms % 1000) * 1e6 };
      const header = { stamp, frame_id: "camera" };
      const data = Uint8Array.from([255, 0, 0, 0, 0, 255, 9, 9, 255, 0, 0, 0, 0, 255, 9, 9]);
      publisher.publish({ header, height: 2, width: 2, encoding: "bgr8", step: 8, data });
    }, 20);
    t.after(() => clearInterval(publishing));
    const follow = () => {
      const seen = { ages: [] as number[], ends: [] as string[], newest: undefined as unknown };
      const leave = driver.followCamera(
        { topic: null, fps: 10 },
        {
          onPicture: ({ bytes, form, capturedMs }) => {
            seen.newest = { bytes: [...bytes], form };
            seen.ages.push(systemClock.monoMs() - capturedMs);
          },
          onEnd: (reason) => void seen.ends.push(reason),
        },
      );
      t.after(leave);
      return { seen, leave };
    };
    await until(() => driver.camera !== undefined, { what: "its camera" });
    const { seen } = follow();
    const startMs = systemClock.monoMs();
    await until(() => seen.ages.length >= 5, { what: "pictures" });
    assert.ok(systemClock.monoMs() - startMs >= 300, "no more than ten in a second");
    assert.deepEqual(seen.newest, {
      bytes: [255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 255],
      form: { kind: "raw", pixels: "bgr24", widthPx: 2, heightPx: 2 },
    });
    lateMs = 400;
    await until(() => seen.ages.at(-1)! >= 399, { what: "old pictures" });
    process.kill(driver.bridgePid!, "SIGKILL");
    await until(() => seen.ends.length === 1, { what: "the end" });
    await until(() => driver.camera !== undefined, { what: "its camera again" });
    const next = follow();
    await until(() => next.seen.ages.length > 0, { what: "pictures of the next bridge" });
  });

  test("its emergency stop is read where the settings say, and unknown until it speaks", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { e_stop_topic: "e_stop", e_stop_pressed: false });
    const heard = await rig.ready(driver);
    assert.equal(heard.latest("isEmergencyStopped"), undefined);
    const publisher = robot.node.createPublisher("std_msgs/msg/Bool", "e_stop");
    await until(() => {
      publisher.publish({ data: false });
      return heard.latest("isEmergencyStopped") === true;
    });
  });

  test("a command's speed and the limit that was set both hold, and are lifted again", async (t) => {
    const robot = rig.robot(t, { topMps: 1.5 });
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    await send(driver, { kind: "set_speed_limit", maxSpeedMps: 0.8 }, 0.8);
    await heard.end(await send(driver, moveTo(0.4), 0.5));
    assert.ok(robot.fastestMps <= 0.5, String(robot.fastestMps));
    await heard.end(await send(driver, moveTo(-0.5), 1.4));
    assert.ok(robot.fastestMps > 0.5 && robot.fastestMps <= 0.8, String(robot.fastestMps));
  });

  test("one that takes no limit is not sent, unless its own top speed is low enough", async (t) => {
    const robot = rig.robot(t, { hasSpeedLimit: false });
    const fast = rig.driver(robot);
    await rig.ready(fast, "cancel");
    await assert.rejects(send(fast, moveTo(0.3)), { code: "robot_refused" });
    const known = rig.driver(robot, { top_speed_mps: 0.9 });
    const heard = await rig.ready(known);
    assert.equal((await heard.end(await send(known, moveTo(0.3)))).state, "succeeded");
    await assert.rejects(send(known, moveTo(0), 0.5), { code: "robot_refused" });
  });

  test("a route with loops is one goal, and one that leaves places out has failed", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    assert.equal((await heard.end(await send(driver, route(2, 0.3, 0)))).state, "succeeded");
    robot.unreachable = ({ x }) => x === 9;
    const { state, reason } = await heard.end(await send(driver, route(1, 0.2, 9)));
    assert.deepEqual([state, reason], ["failed", "waypoints_missed: 1 (counted from 0)"]);
  });

  test("a goal of another action takes the place of a route without a fight", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const heard = await rig.ready(driver);
    const first = await send(driver, route(3, 2, 0));
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    const second = await send(driver, moveTo(robot.pose.x + 0.2));
    assert.equal((await heard.end(first)).state, "cancelled");
    assert.equal((await heard.end(second)).state, "succeeded");
  });

  test("a stop ends goals that somebody else sent, and calls the robot's own stop", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot, {
      stop_service: { service: "halt", type: "std_srvs/srv/Trigger" },
    });
    await rig.ready(driver);
    const { default: rcl } = await import("../../../support/ros2/stand-in-rclnodejs.ts");
    const other = new rcl.ActionClient(
      robot.node,
      "nav2_msgs/action/NavigateToPose",
      "navigate_to_pose",
    );
    const pose = { position: { x: 5, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };
    const header = { stamp: { sec: 0, nanosec: 0 }, frame_id: "map" };
    const uuid = new Uint8Array(16).fill(7);
    await other.sendGoal({ pose: { header, pose } }, undefined, { uuid });
    await until(() => robot.isDriving && robot.velocity.linear > 0.2, { what: "movement" });
    assert.equal(await driver.stop(), "estop_service+cancel+zero_velocity");
    assert.equal(robot.isDriving, false);
    assert.equal(robot.stopCalls, 1);
  });

  test("keep-out and keep-in zones are a mask over the robot's map, and are gone with the zones", async (t) => {
    const robot = rig.robot(t);
    const driver = rig.driver(robot);
    const square = (x: number, size: number): [number, number][] => [
      [x, 0],
      [x + size, 0],
      [x + size, size],
      [x, size],
    ];
    const zone = (id: string, type: "keep_out" | "keep_in", polygon: [number, number][]) => {
      return { id, name: id, type, frame: "map", polygon, maxSpeedMps: null };
    };
    driver.nativeZones.push([
      zone("a", "keep_out", square(2, 1)),
      zone("far", "keep_out", square(50, 1)),
    ]);
    await rig.ready(driver);
    await until(() => driver.nativeZones.problemOf("a") === null, { what: "a native zone" });
    assert.match(String(driver.nativeZones.problemOf("far")), /on the robot's map/);
    const at = (x: number, y: number): number =>
      robot.mask!.cells[
        Math.floor((y + 10) / 0.1) * robot.mask!.width + Math.floor((x + 10) / 0.1)
      ]!;
    await until(() => robot.mask !== null, { what: "the mask" });
    assert.deepEqual([at(2.5, 0.5), at(1.5, 0.5), at(2.5, 1.5)], [100, 0, 0]);
    driver.nativeZones.push([zone("in", "keep_in", square(-5, 4))]);
    await until(() => at(2.5, 2.5) === 100, { what: "the next mask" });
    assert.equal(at(-3, 2), 0);
    driver.nativeZones.push([]);
    await until(() => robot.mask!.cells.every((cell) => cell === 0), { what: "an empty mask" });
  });

  test("without a keep-out filter, or with another's mask in it, zones are not native and say why", async (t) => {
    const zones = [
      {
        id: "a",
        name: "a",
        type: "keep_out" as const,
        frame: "map",
        polygon: [[2, 0] as const, [3, 0] as const, [3, 1] as const],
        maxSpeedMps: null,
      },
    ];
    const plain = rig.driver(rig.robot(t, { hasKeepout: false }));
    plain.nativeZones.push(zones);
    await rig.ready(plain);
    assert.match(String(plain.nativeZones.problemOf("a")), /no keep-out filter/);
    const robot = rig.robot(t);
    const type = "nav2_msgs/msg/CostmapFilterInfo";
    robot.node.createPublisher(type, "keepout_costmap_filter_info");
    const driver = rig.driver(robot);
    driver.nativeZones.push(zones);
    await rig.ready(driver);
    assert.match(String(driver.nativeZones.problemOf("a")), /a mask of \/r\d+\/nav2_robot/);
  });
});
