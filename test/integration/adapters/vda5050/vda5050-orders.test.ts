import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { until } from "../../../support/box/wait.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { moveTo, vdaRig } from "../../../support/vda5050/rig.ts";

const skip = { skip: noBroker };

describe("orders of a VDA 5050 robot", { ...skip, concurrency: 4 }, () => {
  test("a goal is driven to its end by one order, and nothing is sent that the specification forbids", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { robot: { speedMps: 4 } });
    const id = await send(moveTo(1, 0.5, 0.3), 3);
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.deepEqual(robot.taken, [`${id}/0`]);
    assert.deepEqual(
      heard.progress.map(({ state }) => state),
      ["executing", "succeeded"],
    );
    assert.ok(Math.hypot(robot.position.x - 1, robot.position.y - 0.5) < 0.01);
    assert.ok(robot.fastestMps <= 3, `${robot.fastestMps} m/s`);
    assert.deepEqual(robot.violations, []);
  });

  test("of a long way only as much is released as the robot may drive by itself", async (t) => {
    const { robot, heard, send } = await vdaRig(t, {
      robot: { speedMps: 6 },
      driver: { maxUncontrolledM: 2 },
    });
    const id = await send(moveTo(10, 0), 6);
    assert.equal((await heard.end(id)).state, "succeeded");
    const orders = robot.received
      .filter(({ topic }) => topic === "order")
      .map(({ frame }) => frame);
    assert.ok(robot.taken.length >= 5, `${robot.taken.length} updates`);
    for (const { nodes } of orders) {
      const released = nodes.filter((node: any) => node.released);
      const lengthM = released.at(-1).nodePosition.x - released[0].nodePosition.x;
      assert.ok(lengthM <= 2 + 1e-9, `${lengthM} m released at once`);
    }
    assert.ok(
      orders[0].nodes.some((node: any) => !node.released),
      "no horizon",
    );
    assert.deepEqual(robot.violations, []);
  });

  test("a broker that dies leaves the robot standing within what was released, and the goal is reached after", async (t) => {
    const { broker, robot, heard, send } = await vdaRig(t, {
      robot: { speedMps: 5 },
      driver: { maxUncontrolledM: 2 },
    });
    const id = await send(moveTo(12, 0), 5);
    await until(() => robot.position.x > 3, { what: "the way" });
    await broker.kill();
    const atKillM = robot.position.x;
    await until(() => !robot.isDriving, { what: "the end of the base" });
    const aloneM = robot.position.x - atKillM;
    assert.ok(aloneM <= 2.5 && robot.position.x < 11, `${aloneM} m alone`);
    await broker.start();
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.deepEqual(robot.violations, []);
  });

  test("with every tenth message lost, in both directions, each order is driven once and to its end", async (t) => {
    let count = 0;
    const { robot, heard, send } = await vdaRig(t, {
      robot: { speedMps: 8, isLost: () => (count += 7) % 10 === 0, stateIntervalMs: 100 },
      driver: { maxUncontrolledM: 1 },
    });
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const id = await send(moveTo(at % 2 === 0 ? 2 : 0, at), 8);
      ids.push(id);
      assert.equal((await heard.end(id)).state, "succeeded");
    }
    assert.ok(count >= 700, `${count / 7} messages`);
    assert.deepEqual([...new Set(robot.taken.map((each) => each.split("/")[0]))], ids);
    assert.equal(new Set(robot.taken).size, robot.taken.length, "an order was taken twice");
    assert.deepEqual(robot.violations, []);
  });

  test("a route is driven place by place and lap by lap", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { robot: { speedMps: 8 } });
    const place = (xM: number, yM: number) => ({ frame: "map", xM, yM, yawRad: null });
    const waypoints = [place(1, 0), place(1, 1), place(0, 0)];
    const id = await send({ kind: "follow_route", waypoints, loops: 3, maxSpeedMps: null }, 8);
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.equal(robot.passed.length, 10);
    assert.deepEqual(robot.violations, []);
  });

  test("a new goal cancels the one before, waits for that, and replaces it", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { robot: { brakeMs: 300 } });
    const first = await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    const second = await send(moveTo(robot.position.x, 0.2));
    assert.equal((await heard.end(first)).state, "cancelled");
    assert.equal((await heard.end(second)).state, "succeeded");
    assert.deepEqual(robot.violations, []);
  });

  test("a goal that is cancelled ends, and the robot stands", async (t) => {
    const { driver, robot, heard, send } = await vdaRig(t);
    const id = await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    await driver.cancel(id);
    assert.equal(robot.isDriving, false);
    assert.equal((await heard.end(id)).state, "cancelled");
    await driver.cancel(id);
    assert.deepEqual(robot.violations, []);
  });

  test("a stop pauses the robot and cancels its order, also one that it gets only afterwards", async (t) => {
    const { driver, robot, send } = await vdaRig(t);
    await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    assert.equal(await driver.stop(), "startPause+cancelOrder");
    assert.equal(robot.isPaused, true);
    assert.equal(robot.isDriving, false);
    const late = send(moveTo(50, 0)).catch((error: unknown) => error);
    await driver.stop();
    assert.equal(((await late) as { code?: string }).code, "robot_refused");
    await until(() => !robot.hasOrder, { what: "the cancel of the late order" });
    assert.equal(robot.isDriving, false);
  });

  test("stops at the same time stop once, and break no rule of the specification", async (t) => {
    const { driver, robot, heard, send } = await vdaRig(t, { robot: { brakeMs: 300 } });
    const id = await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    const done = await Promise.all([driver.stop(), driver.stop(), driver.stop()]);
    assert.deepEqual(new Set(done), new Set(["startPause+cancelOrder"]));
    assert.equal(robot.isDriving, false);
    assert.equal((await heard.end(id)).reason, "robot_stopped");
    assert.equal(await driver.stop(), "startPause+cancelOrder");
    assert.deepEqual(robot.violations, []);
  });

  test("a speed limit that is set while the robot stands holds for the next order", async (t) => {
    const { driver, robot, send } = await vdaRig(t);
    const limit = { kind: "set_speed_limit", maxSpeedMps: 0.3 } as const;
    await driver.execute({ id: "limit", command: limit, maxSpeedMps: 0.3, maxTurnRadps: 1 });
    await send(moveTo(50, 0));
    await until(() => robot.position.x > 0);
    assert.equal(robot.fastestMps, 0.3);
  });

  test("a speed limit that is set on the way says from when on it holds, and holds from there", async (t) => {
    const { driver, robot, send } = await vdaRig(t, { driver: { maxUncontrolledM: 1 } });
    const limit = { kind: "set_speed_limit", maxSpeedMps: 0.3 } as const;
    const command = { id: "limit", command: limit, maxSpeedMps: 0.3, maxTurnRadps: 1 };
    assert.equal(await driver.execute({ ...command, maxSpeedMps: 1 }), undefined);
    await send(moveTo(50, 0), 1);
    const taken = await driver.execute(command);
    assert.match(
      taken && "note" in taken ? taken.note : "",
      /^takes_effect: after at most [01]\.\d m/,
    );
    const setM = robot.position.x;
    const speedOf = (): number => (robot.state()["velocity"] as { vx: number }).vx;
    await until(() => speedOf() === 0.3, { what: "the limit" });
    assert.ok(robot.position.x - setM < 1.2, `${robot.position.x - setM} m`);
  });

  test("after a stop the next goal takes the pause back first", async (t) => {
    const { driver, robot, heard, send } = await vdaRig(t, { robot: { speedMps: 8 } });
    await driver.stop();
    const id = await send(moveTo(1, 0), 8);
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.equal(robot.isPaused, false);
    assert.deepEqual(robot.violations, []);
  });

  test("a robot that refuses once is asked again; one that goes on refusing refuses the command", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { robot: { speedMps: 8 } });
    robot.refuseWith = "orderError";
    robot.refusals = 1;
    const id = await send(moveTo(1, 0), 8);
    assert.equal((await heard.end(id)).state, "succeeded");
    robot.refusals = Infinity;
    await assert.rejects(send(moveTo(0, 0), 8), {
      code: "robot_refused",
      message: /orderError: does not want to/,
    });
    assert.equal(heard.progress.length, 2);
  });

  test("an order that the robot loses half way has failed, not succeeded", async (t) => {
    const { robot, heard, send } = await vdaRig(t);
    const id = await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    robot.reboot();
    const end = await heard.end(id);
    assert.equal(end.state, "failed");
    assert.match(end.reason!, /^order_lost/);
  });

  test("an order whose confirmation never comes is given up, and cancelled when the robot has it after all", async (t) => {
    const { robot, send } = await vdaRig(t);
    robot.alter = (state) => ({
      ...state,
      orderId: "",
      orderUpdateId: 0,
      nodeStates: [],
      edgeStates: [],
    });
    await assert.rejects(send(moveTo(50, 0)), { code: "robot_unreachable" });
    assert.equal(robot.hasOrder, true);
    robot.alter = (state) => state;
    await until(() => !robot.hasOrder, { what: "the cancel" });
  });

  test("docking ends with charging, undocking ends it", async (t) => {
    const dock = { frame: "map", xM: 1, yM: 1, yawRad: 0 };
    const { robot, heard, send } = await vdaRig(t, { robot: { speedMps: 8 }, driver: { dock } });
    const docked = await send({ kind: "dock" }, 8);
    assert.equal((await heard.end(docked)).state, "succeeded");
    assert.equal(robot.isCharging, true);
    const undocked = await send({ kind: "undock" });
    assert.equal((await heard.end(undocked)).state, "succeeded");
    assert.equal(robot.isCharging, false);
    assert.deepEqual(robot.violations, []);
  });

  test("a pause holds the robot on its way, and resuming goes on", async (t) => {
    const { robot, heard, send } = await vdaRig(t, { robot: { speedMps: 4 } });
    const id = await send(moveTo(4, 0), 4);
    await send({ kind: "pause" });
    const at = robot.position.x;
    assert.equal(robot.isDriving, false);
    await send({ kind: "resume" });
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.ok(at < 4);
    assert.deepEqual(robot.violations, []);
  });

  test("a robot is told where it is", async (t) => {
    const { robot, send, heard } = await vdaRig(t);
    const pose = { frame: "map", xM: 7, yM: 8, yawRad: 1 };
    await send({ kind: "localize", pose });
    assert.deepEqual(robot.position, { x: 7, y: 8, theta: 1 });
    await until(() => heard.latest("pose")?.xM === 7);
    assert.deepEqual(robot.violations, []);
  });
});
