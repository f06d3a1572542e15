import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { moveTo, reasonOf, vdaRig } from "../../../support/vda5050/rig.ts";
import { strictFactsheet } from "../../../support/vda5050/factsheet.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };

describe("the factsheet of a VDA 5050 robot", { ...skip, concurrency: 4 }, () => {
  test("what the factsheet does not have is absent with a reason, and not sent", async (t) => {
    const protocolFeatures = {
      optionalParameters: [{ parameter: "order.nodes.nodePosition", support: "SUPPORTED" }],
      agvActions: [{ actionType: "cancelOrder", actionScopes: ["INSTANT"] }],
    };
    const physicalParameters = {
      speedMin: 0,
      speedMax: 1,
      accelerationMax: 1,
      decelerationMax: 1,
      heightMin: 1,
      heightMax: 1,
      width: 1,
      length: 1,
    };
    const { robot, driver, heard, send } = await vdaRig(t, {
      robot: { factsheet: { protocolFeatures, physicalParameters } },
    });
    await until(() => driver.capabilities()[0]!.source === "factsheet");
    assert.match(reasonOf(driver, "pause")!, /no startPause/);
    assert.match(reasonOf(driver, "teleop")!, /no way/);
    await assert.rejects(send(moveTo(1, 0, 1), 0.5), { code: "robot_refused", message: /faster/ });
    const id = await send(moveTo(1, 0, 1), 1);
    assert.equal((await heard.end(id)).state, "succeeded");
    const [order] = robot.received.filter(({ topic }) => topic === "order");
    assert.equal("maxSpeed" in order!.frame.edges[0], false);
    assert.equal("theta" in order!.frame.nodes[1].nodePosition, false);
    assert.equal(await driver.stop(), "cancelOrder");
  });

  test("a factsheet that changes on the way takes abilities from what follows, and the order ends as it was", async (t) => {
    const { robot, driver, heard, send } = await vdaRig(t);
    await until(() => driver.capabilities()[0]!.source === "factsheet");
    const id = await send(moveTo(1.5, 0), 1);
    const protocolFeatures = {
      optionalParameters: [{ parameter: "order.zoneSetId", support: "SUPPORTED" }],
      agvActions: [{ actionType: "cancelOrder", actionScopes: ["INSTANT"] }],
    };
    robot.changeFactsheet({ protocolFeatures });
    await until(() => reasonOf(driver, "pause") !== null, { what: "the new factsheet" });
    assert.match(reasonOf(driver, "move_to")!, /positions of nodes/);
    assert.match(reasonOf(driver, "camera")!, /no pictures/);
    assert.equal((await heard.end(id)).state, "succeeded");
  });

  test("orders come no faster and no longer than the factsheet says", async (t) => {
    const protocolLimits = {
      ...strictFactsheet.protocolLimits,
      maxArrayLens: { "order.nodes": 3 },
      timing: { minOrderInterval: 0.6, minStateInterval: 0.05 },
    };
    const { robot, driver, heard, send } = await vdaRig(t, {
      robot: { speedMps: 10, factsheet: { protocolLimits } },
      driver: { maxUncontrolledM: 2 },
    });
    await until(() => driver.capabilities()[0]!.source === "factsheet");
    const id = await send(moveTo(6, 0), 10);
    assert.equal((await heard.end(id)).state, "succeeded");
    const frames = robot.received.filter(({ topic }) => topic === "order").map((one) => one.frame);
    assert.ok(frames.length >= 3, `${frames.length} orders`);
    assert.ok(frames.every(({ nodes }) => nodes.length <= 3));
    const times = frames.map(({ timestamp }) => Date.parse(timestamp));
    const gaps = times.slice(1).map((ms, at) => ms - times[at]!);
    assert.ok(Math.min(...gaps) >= 590, `${gaps.join(", ")} ms`);
    assert.deepEqual(robot.violations, []);
  });
});
