import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Ending, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { edge } from "../../../support/ros2/planar.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";
import { until } from "../../../support/box/wait.ts";

const scanType = "sensor_msgs/msg/LaserScan";
const header = { stamp: { sec: 0, nanosec: 0 }, frame_id: "laser" };

function turn(ranges: number[], more: object = {}) {
  return {
    header,
    angle_min: -1,
    angle_max: 1,
    angle_increment: 0.5,
    time_increment: 0,
    scan_time: 0.1,
    range_min: 0.1,
    range_max: 12,
    intensities: new Float32Array(),
    ...more,
    ranges: Float32Array.from(ranges),
  };
}

describe("laser scans", () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  async function urlOf(t: Ending): Promise<string> {
    const server = new RosbridgeServer("jazzy");
    t.after(() => server.close());
    await server.listening();
    return server.url;
  }

  for (const transport of ["rclnodejs", "rosbridge"] as const) {
    test(`scans arrive through ${transport}, at most five in a second, with the scanner's place on the robot; a wrong one is refused by field`, async (t) => {
      const robot = rig.robot(t);
      const { QoS } = (await import("../../../support/ros2/stand-in-rclnodejs.ts")).default;
      // As scanners publish: best effort, which a reliable reader would not match.
      const sensor = { qos: new QoS(1, 5, 2, 2) };
      const publisher = robot.node.createPublisher(scanType, "scan", sensor);
      const fixed = robot.node.createPublisher("tf2_msgs/msg/TFMessage", "tf_static", {
        qos: new QoS(1, 1, 1, 1),
      });
      fixed.publish({
        transforms: [
          edge("base_footprint", "base_link", { x: 0, y: 0, yaw: 0 }),
          edge("base_link", "laser", { x: 0.2, y: 0, yaw: Math.PI }),
        ],
      });
      const link = transport === "rosbridge" ? { url: await urlOf(t) } : {};
      const driver = rig.driver(robot, { scan_topic: "scan", ...link });
      const heard = await rig.ready(driver);
      let message: object = turn([1.5, Infinity, 0.05, Number.NaN, 3]);
      const timer = setInterval(() => publisher.publish(message), 20);
      t.after(() => clearInterval(timer));
      await until(() => heard.scans.some(({ mount }) => mount !== null), { what: "a scan" });
      const scan = heard.scans.at(-1)!;
      assert.ok(scan.topic.endsWith("/scan"));
      assert.deepEqual([scan.frame, scan.startRad, scan.stepRad], ["laser", -1, 0.5]);
      assert.deepEqual([...scan.rangesM], [1.5, 0, 0, 0, 3], "0 where nothing came back");
      assert.ok(Math.abs(scan.mount!.xM - 0.2) < 1e-6);
      assert.ok(Math.abs(Math.abs(scan.mount!.yawRad) - Math.PI) < 1e-6);
      const [count, fromMs] = [heard.scans.length, performance.now()];
      await until(() => heard.scans.length >= count + 5, { what: "five more scans" });
      assert.ok(performance.now() - fromMs >= 800, "five in a second");
      for (const [wrong, said] of [
        [turn([1], { angle_increment: 0 }), /^angle_increment: is 0/],
        [turn([1], { range_max: Number.NaN }), /^range_max: is no finite number/],
        [turn(Array.from({ length: 10_001 }, () => 1)), /^ranges: has 10001 beams/],
      ] as const) {
        message = wrong;
        const refusal = () =>
          heard.latest("errors")?.find(({ code }) => code === "scan_refused")?.message ?? "";
        await until(() => said.test(refusal()), { what: `${String(said)}, not ${refusal()}` });
      }
    });
  }
});
