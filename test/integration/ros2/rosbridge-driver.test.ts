import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { uuidv7 } from "../../../src/core/ids.ts";
import type { RobotCommand } from "../../../src/robots/command.ts";
import { can, type Ending, type RosRig, rosRig } from "../../support/ros2/rig.ts";
import { RosbridgeServer } from "../../support/ros2/rosbridge-server.ts";
import { until } from "../../support/wait.ts";

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
