import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { encodePng } from "../../../../src/base/core/png.ts";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { RobotCommand } from "../../../../src/robots/driver/command.ts";
import { can, type Ending, type RosRig, rosRig } from "../../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../../support/ros2/rosbridge-server.ts";
import { until } from "../../../support/box/wait.ts";

const moveTo = (xM: number): RobotCommand => ({
  kind: "move_to",
  target: { frame: "map", xM, yM: 0, yawRad: null },
  maxSpeedMps: null,
});
const sent = (command: RobotCommand) => ({
  id: uuidv7(),
  command,
  maxSpeedMps: 1,
  maxTurnRadps: 1,
});

describe("a robot behind rosbridge", { concurrency: 3 }, () => {
  let rig: RosRig;
  before(async () => {
    rig = await rosRig("jazzy");
  });
  after(() => rig.stop());

  async function serverFor(t: Ending): Promise<RosbridgeServer> {
    const server = new RosbridgeServer("jazzy");
    t.after(() => server.close());
    await server.listening();
    return server;
  }

  test("while a goal holds its connection up, speeds, zones and a stop get through", async (t) => {
    const server = await serverFor(t);
    const robot = rig.robot(t, { battery: Number.NaN });
    const driver = rig.driver(robot, { url: server.url });
    const heard = await rig.ready(driver);
    await driver.execute(sent(moveTo(5)));
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    const polygon = [[-3, 0] as const, [-2, 0] as const, [-2, 1] as const];
    const zone = { id: "a", name: "a", type: "keep_out", frame: "map", polygon } as const;
    driver.nativeZones.push([{ ...zone, maxSpeedMps: null }]);
    await until(() => driver.nativeZones.problemOf("a") === null, { what: "a native zone" });
    await until(() => robot.mask?.cells.some((cell) => cell === 100) === true, {
      what: "the mask",
    });
    assert.equal(heard.latest("battery"), undefined, "NaN travels as null and is not said");
    assert.equal(await driver.stop(), "cancel+zero_velocity");
    assert.equal(robot.isDriving, false);
  });

  test("after its connection was cut everything is subscribed to and said again, and the goal ends as it did", async (t) => {
    const server = await serverFor(t);
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { url: server.url });
    const heard = await rig.ready(driver);
    const goal = sent(moveTo(1.5));
    await driver.execute(goal);
    server.cut();
    await until(() => heard.losses > 0, { what: "the loss" });
    const count = heard.samples.length;
    assert.equal((await heard.end(goal.id)).state, "succeeded");
    assert.ok(heard.samples.length > count);
    await until(() => can(driver, "set_speed_limit"), { what: "its abilities" });
    await driver.execute(sent({ kind: "set_speed_limit", maxSpeedMps: 0.3 }));
    const next = sent(moveTo(1));
    await driver.execute(next);
    assert.equal((await heard.end(next.id)).state, "succeeded");
  });

  for (const end of ["cancelled", "stopped"] as const) {
    test(`a command that is ${end} while its bridge still starts is not driven`, async (t) => {
      const server = await serverFor(t);
      const robot = rig.robot(t);
      const driver = rig.driver(robot, { url: server.url });
      const ready = rig.ready(driver);
      const early = sent(moveTo(3));
      const refused = assert.rejects(driver.execute(early), { code: "robot_refused" });
      if (end === "cancelled") await driver.cancel(early.id);
      else await driver.stop().catch(() => undefined);
      const heard = await ready;
      await refused;
      // What is sent after it is the only thing that the robot drives.
      const later = sent(moveTo(0.3));
      await driver.execute(later);
      assert.equal((await heard.end(later.id)).state, "succeeded");
      assert.ok(heard.latest("pose")!.xM < 1);
    });
  }

  test("of the camera's pictures only those that are asked for cross the network", async (t) => {
    const server = await serverFor(t);
    const grey = { widthPx: 8, heightPx: 6, channels: 1, bytes: new Uint8Array(48) } as const;
    const robot = rig.robot(t, { picture: await encodePng(grey) });
    const camera = { topic: "image/compressed" };
    const driver = rig.driver(robot, { url: server.url, camera });
    await rig.ready(driver);
    await until(() => driver.camera !== undefined, { what: "its camera" });
    const topic = `${robot.node.namespace()}/image/compressed`;
    for (const looks of [1, 2, 3]) {
      const before = robot.pictures;
      // Two that are asked for at once are one.
      await Promise.all([driver.camera!.take(), driver.camera!.take()]);
      await until(() => robot.pictures >= before + 5, { what: "more pictures" });
      assert.equal(server.sent.get(topic), looks);
    }
  });

  test("its camera is followed for as long as somebody watches", async (t) => {
    const server = await serverFor(t);
    const grey = { widthPx: 8, heightPx: 6, channels: 1, bytes: new Uint8Array(48) } as const;
    const picture = await encodePng(grey);
    const robot = rig.robot(t, { picture });
    const driver = rig.driver(robot, { url: server.url, camera: { topic: "image/compressed" } });
    await rig.ready(driver);
    await until(() => driver.camera !== undefined, { what: "its camera" });
    let count = 0;
    const leave = driver.followCamera(
      { topic: "image/compressed", fps: 15 },
      {
        onPicture: ({ bytes, form }) => {
          assert.deepEqual([Buffer.from(bytes).equals(picture), form], [true, { kind: "png" }]);
          count += 1;
        },
        onEnd: () => undefined,
      },
    );
    await until(() => count >= 3, { what: "pictures" });
    leave();
    const before = robot.pictures;
    await until(() => robot.pictures >= before + 3, { what: "the robot's next pictures" });
    const topic = `${robot.node.namespace()}/image/compressed`;
    const sent = server.sent.get(topic);
    await until(() => robot.pictures >= before + 8, { what: "more of them" });
    assert.equal(server.sent.get(topic), sent, "none crosses the network");
  });

  test("messages of any shape end neither the bridge nor what it drives", async (t) => {
    const server = await serverFor(t);
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { url: server.url, e_stop_topic: "e_stop" });
    const heard = await rig.ready(driver);
    const goal = sent(moveTo(1));
    await driver.execute(goal);
    const pid = driver.bridgePid;
    const space = String(robot.node.namespace());
    const topics = [
      ["navigate_to_pose/_action/status", "status_list"],
      ["tf", "transforms"],
      ["tf_static", "transforms"],
      ["odom", "twist"],
      ["battery_state", "percentage"],
      ["amcl_pose", "pose"],
      ["e_stop", "data"],
    ] as const;
    const values = [
      null,
      1,
      "x",
      [],
      {},
      [null],
      [1],
      [{}],
      [{ goal_info: null }],
      [{ header: 1 }],
    ];
    for (const [name, field] of topics) {
      for (const value of values) {
        const message = { op: "publish", topic: `${space}/${name}`, msg: { [field]: value } };
        server.sendRaw(JSON.stringify(message));
        server.sendRaw(JSON.stringify({ ...message, msg: value }));
      }
    }
    for (const op of ["status", "service_response", "action_result", "action_feedback", 7, null]) {
      for (const value of values) {
        server.sendRaw(
          JSON.stringify({ op, id: value, values: value, status: value, result: false }),
        );
      }
    }
    for (const text of ["", "{", "null", "[null]", "7"]) server.sendRaw(text);
    assert.equal((await heard.end(goal.id)).state, "succeeded");
    assert.deepEqual([driver.bridgePid, heard.losses], [pid, 0]);
  });

  test("navigation that starts again within a second and forgets its goal ends it", async (t) => {
    const server = await serverFor(t);
    const robot = rig.robot(t);
    const driver = rig.driver(robot, { url: server.url });
    const heard = await rig.ready(driver);
    const goal = sent(moveTo(5));
    await driver.execute(goal);
    await until(() => robot.velocity.linear > 0.2, { what: "movement" });
    robot.forget();
    const { state, reason } = await heard.end(goal.id);
    assert.deepEqual([state, reason?.split(":")[0]], ["failed", "goal_lost"]);
  });

  test("the stand-in's connections let go of their subscriptions before its end is over", async (t) => {
    const server = await serverFor(t);
    const client = new WebSocket(server.url);
    await until(() => server.connections === 1, { what: "a connection" });
    const ended = new Promise((resolve) => client.addEventListener("close", resolve));
    await server.close();
    assert.equal(server.connections, 0);
    await ended;
  });

  test("a server that is not there is named in every capability", async (t) => {
    const server = await serverFor(t);
    const { url } = server;
    await server.close();
    const driver = rig.driver(rig.robot(t), { url });
    driver.open({
      onSample: () => undefined,
      onProgress: () => undefined,
      onCapabilities: () => undefined,
      onLost: () => undefined,
    });
    const reason = (): string =>
      String(driver.capabilities().find(({ name }) => name === "move_to")?.reason);
    await until(() => reason().includes(`rosbridge at ${url} cannot be reached`));
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
  });
});
