import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { keepingMaps } from "../../../../src/robots/maps/heard-maps.ts";
import { unknownCell } from "../../../../src/robots/maps/map-terms.ts";
import type { DriverMap } from "../../../../src/robots/driver/driver-port.ts";
import { type Ending, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";
import { until } from "../../../support/box/wait.ts";

const gridType = "nav_msgs/msg/OccupancyGrid";
const stamp = { sec: 0, nanosec: 0 };
const header = { stamp, frame_id: "map" };
const turned = { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 };

function grid(data: number[], info: object = {}) {
  const origin = { position: { x: 1, y: 2, z: 0 }, orientation: turned };
  const size = { map_load_time: stamp, resolution: 0.05, width: 3, height: 2, origin };
  return { header, info: { ...size, ...info }, data: Int8Array.from(data) };
}

describe("live maps", () => {
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
    test(`a latched map arrives through ${transport} with its updates; a wrong one is refused by field`, async (t) => {
      const robot = rig.robot(t);
      const { QoS } = (await import("../../../support/ros2/stand-in-rclnodejs.ts")).default;
      const kept = { qos: new QoS(1, 1, 1, 1) };
      const publisher = robot.node.createPublisher(gridType, "site_map", kept);
      publisher.publish(grid([0, 100, -1, 50, 0, 0]));
      const link = transport === "rosbridge" ? { url: await urlOf(t) } : {};
      const driver = rig.driver(robot, { map_topic: "site_map", ...link });
      const heard = await rig.ready(driver);
      await until(() => heard.maps.length > 0, { what: "the map" });
      const first = heard.maps[0]!;
      assert.ok(first.topic.endsWith("/site_map"));
      assert.deepEqual(
        [first.frame, first.widthCells, first.heightCells, first.resolutionM],
        ["map", 3, 2, 0.05],
      );
      assert.deepEqual([first.origin.xM, first.origin.yM], [1, 2]);
      assert.ok(Math.abs(first.origin.yawRad - Math.PI / 2) < 1e-6);
      assert.deepEqual([...first.bytes], [50, 0, 0, 0, 100, unknownCell], "the highest row first");
      const updates = robot.node.createPublisher(
        "map_msgs/msg/OccupancyGridUpdate",
        "site_map_updates",
      );
      const update = { header, x: 1, y: 1, width: 2, height: 1, data: Int8Array.from([7, 100]) };
      await until(
        () => {
          updates.publish(update);
          return heard.maps.length > 1;
        },
        { what: "the update", deadlineMs: 30_000 },
      );
      assert.deepEqual([...heard.maps.at(-1)!.bytes], [50, 7, 100, 0, 100, unknownCell]);
      for (const [info, said] of [
        [{ resolution: Number.NaN }, /^info\.resolution: is /],
        [{ width: 40_000, height: 30_000 }, /^info: has 40000 × 30000 cells/],
        [{ width: 4 }, /^data: has 6 cells; width × height is 8/],
      ] as const) {
        publisher.publish(grid([0, 0, 0, 0, 0, 0], info));
        const refusal = () =>
          heard.latest("errors")?.find(({ code }) => code === "map_refused")?.message ?? "";
        await until(() => said.test(refusal()), { what: `${String(said)}, not ${refusal()}` });
      }
      assert.ok(heard.maps.every(({ widthCells }) => widthCells === 3));
    });
  }

  test("of maps that come while one is stored only the newest follows", async () => {
    const stored: number[] = [];
    const gates: (() => void)[] = [];
    const keep = keepingMaps(
      {
        putHeard: async (_org, _heard, { bytes }) => {
          stored.push(bytes[0]!);
          await new Promise<void>((resolve) => gates.push(resolve));
          throw new Error("the disk is full");
        },
      },
      silentLogger,
    );
    const map = (cell: number): DriverMap => ({
      topic: "/map",
      frame: "map",
      widthCells: 1,
      heightCells: 1,
      resolutionM: 1,
      origin: { xM: 0, yM: 0, yawRad: 0 },
      bytes: Uint8Array.of(cell),
    });
    for (const cell of [1, 2, 3]) keep({ org: "default", id: "rover", name: "Rover" }, map(cell));
    gates.shift()!();
    await until(() => stored.length === 2);
    assert.deepEqual(stored, [1, 3]);
    gates.shift()!();
  });
});
