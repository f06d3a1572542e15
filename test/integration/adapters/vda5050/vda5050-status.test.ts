import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connectAsync } from "mqtt";
import { Broker } from "../../../../src/adapters/mqtt-broker/broker.ts";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { driverOptions, moveTo, reasonOf, sendTo, vdaRig } from "../../../support/vda5050/rig.ts";
import { StrictRobot } from "../../../support/vda5050/robot.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };

describe("the status of a VDA 5050 robot", { ...skip, concurrency: 4 }, () => {
  test("the status has what the robot says, and nothing that it does not say", async (t) => {
    const { robot, heard } = await vdaRig(t);
    await until(() => heard.latest("battery") !== undefined);
    assert.deepEqual(heard.latest("pose"), { frame: "map", xM: 0, yM: 0, yawRad: 0 });
    assert.deepEqual(heard.latest("battery"), { percent: 80, isCharging: false });
    assert.equal(heard.latest("mode"), "automatic");
    assert.equal(heard.latest("isEmergencyStopped"), false);
    robot.eStop = "MANUAL";
    robot.operatingMode = "SERVICE";
    await until(() => heard.latest("isEmergencyStopped") === true);
    assert.equal(heard.latest("mode"), "service");
    robot.isPositionInitialized = false;
    // Undefined fields are not in the frame.
    robot.alter = (state) => ({ ...state, velocity: undefined, batteryState: undefined });
    const before = heard.samples.length;
    await until(() => heard.samples.length > before + 2);
    const { pose, velocity, battery } = heard.samples.at(-1)!;
    assert.deepEqual([pose, velocity, battery], [undefined, undefined, undefined]);
  });

  test("errors of the robot and frames that are wrong are coded states of it", async (t) => {
    const { robot, heard, driver } = await vdaRig(t);
    robot.alter = (state) => ({
      ...state,
      errors: [
        { errorType: "orderUpdateError", errorLevel: "FATAL", errorDescription: "so it is" },
      ],
      safetyState: { eStop: "WHO KNOWS", fieldViolation: true },
    });
    const codes = (): string[] => (heard.latest("errors") ?? []).map(({ code }) => code);
    await until(() => codes().includes("vda5050_invalid_frame"));
    assert.deepEqual(codes(), ["order_update_error", "field_violation", "vda5050_invalid_frame"]);
    assert.equal(heard.latest("errors")![0]!.message, "fatal: so it is");
    assert.match(heard.latest("errors")![2]!.message, /^state\.safetyState\.eStop: /);
    assert.equal(heard.latest("isEmergencyStopped"), true);
    const before = heard.samples.length;
    robot.alter = () => "no state";
    robot.sendState();
    robot.sendRaw("state", Buffer.from([0xff, 0xfe, 0]));
    robot.alter = (state) => state;
    await until(() => heard.samples.length > before && codes().length === 0);
    assert.equal(reasonOf(driver, "move_to"), null);
  });

  test("in another mode than automatic, or with something in its safety field, no order is sent", async (t) => {
    const { robot, heard, send } = await vdaRig(t);
    robot.operatingMode = "MANUAL";
    await until(() => heard.latest("mode") === "manual");
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_refused", message: /MANUAL/ });
    robot.operatingMode = "SEMIAUTOMATIC";
    robot.fieldViolation = true;
    const isSeen = (): boolean =>
      (heard.latest("errors") ?? []).some(({ code }) => code === "field_violation");
    await until(isSeen);
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_refused", message: /safety field/ });
    assert.deepEqual(
      robot.received.filter(({ topic }) => topic === "order"),
      [],
    );
  });

  test("states that become unusable are a state of the robot at once, in which a stop still counts", async (t) => {
    const { robot, heard, driver, send } = await vdaRig(t);
    await send(moveTo(5, 0), 0.5);
    robot.alter = (state) => ({ ...state, nodeStates: null });
    await until(() => /cannot be used: state\.nodeStates/.test(reasonOf(driver, "move_to") ?? ""));
    const { mode, isEmergencyStopped, errors, pose } = heard.samples.at(-1)!;
    assert.deepEqual([mode, isEmergencyStopped, pose], [null, null, undefined]);
    assert.equal(errors?.[0]?.code, "vda5050_invalid_frame");
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_unreachable", message: /nodeStates/ });
    assert.equal(await driver.stop(), "startPause+cancelOrder");
    robot.alter = (state) => state;
    await until(() => reasonOf(driver, "move_to") === null, { what: "usable states" });
    assert.equal(heard.latest("isEmergencyStopped"), false);
  });

  test("a robot that does not say its safety state is not moved", async (t) => {
    const { robot, heard, send } = await vdaRig(t);
    assert.equal(heard.latest("isEmergencyStopped"), false);
    robot.alter = ({ safetyState: _unsaid, ...state }) => state;
    await until(() => heard.latest("isEmergencyStopped") === null);
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_refused", message: /safetyState/ });
    robot.alter = (state) => state;
    await until(() => heard.latest("isEmergencyStopped") === false);
    await send(moveTo(1, 0));
  });

  test("a stop that the robot took counts while it still brakes and says nothing more, or shows only a part of it", async (t) => {
    const { robot, driver, send } = await vdaRig(t, { robot: { stateIntervalMs: 60_000 } });
    await send(moveTo(5, 0), 0.5);
    robot.alter = (state) => ({ ...state, driving: true });
    assert.equal(await driver.stop(), "startPause+cancelOrder");
    robot.alter = (state) => ({
      ...state,
      actionStates: (state["actionStates"] as { actionType: string }[]).filter(
        ({ actionType }) => actionType !== "cancelOrder",
      ),
    });
    assert.equal(await driver.stop(), "startPause");
  });

  test("an order of another client is told as such, in the status and where it ends ours", async (t) => {
    const { robot, heard, send } = await vdaRig(t);
    const id = await send(moveTo(5, 0), 0.5);
    const nodeStates = [{ nodeId: "n", sequenceId: 2, released: true }];
    robot.alter = (state) => ({ ...state, orderId: "theirs", nodeStates });
    const { state, reason } = await heard.end(id);
    assert.deepEqual([state, reason?.split(":")[0]], ["failed", "another_client"]);
    const codes = (): string[] => (heard.latest("errors") ?? []).map(({ code }) => code);
    await until(() => codes().includes("another_client"));
    robot.alter = (told) => told;
    await until(() => !codes().includes("another_client"));
  });

  test("a frame with the header of another robot is refused and named", async (t) => {
    const { robot, heard, driver } = await vdaRig(t);
    robot.alter = (state) => ({ ...state, serialNumber: "0002", agvPosition: { x: 7 } });
    await until(() => /serialNumber: is 0002/.test(reasonOf(driver, "move_to") ?? ""));
    assert.equal(heard.latest("isEmergencyStopped"), null);
    const count = heard.samples.length;
    robot.sendRaw(
      "visualization",
      JSON.stringify({
        ...robot.frame("visualization", {}),
        manufacturer: "other",
        agvPosition: { x: 9, y: 9, theta: 0, mapId: "map", positionInitialized: true },
      }),
    );
    robot.alter = (state) => state;
    await until(() => reasonOf(driver, "move_to") === null, { what: "its own frames" });
    assert.ok(heard.samples.slice(count).every(({ pose }) => pose === undefined || pose.xM === 0));
  });

  test("a last will makes the robot unreachable, and one that is stale does not outlast a state", async (t) => {
    const { broker, robot, driver, heard } = await vdaRig(t);
    assert.equal(heard.losses, 0);
    robot.vanish();
    await until(() => heard.losses > 0, { what: "the loss" });
    await until(() => /CONNECTIONBROKEN/.test(reasonOf(driver, "move_to") ?? ""));
    await assert.rejects(sendTo(driver, moveTo(1, 0)), { code: "robot_unreachable" });
    const next = new StrictRobot({ url: broker.url });
    await next.start();
    t.after(() => next.vanish());
    await until(() => reasonOf(driver, "move_to") === null, { what: "the robot's return" });
    // The broker delivers the will of the old connection only now, with its old header.
    const other = await connectAsync(broker.url);
    const will = {
      headerId: 0,
      timestamp: "2020-01-01T00:00:00.00Z",
      connectionState: "CONNECTIONBROKEN",
    };
    await other.publishAsync(next.topic("connection"), JSON.stringify(will), {
      qos: 1,
      retain: true,
    });
    await other.endAsync();
    const before = heard.samples.length;
    await until(() => heard.samples.length > before + 1);
    assert.equal(reasonOf(driver, "move_to"), null);
  });

  test("a last will that the broker keeps from an earlier connection does not hold up a robot that is there", async (t) => {
    const broker = await startBroker(t);
    // It speaks only when it has to.
    const robot = new StrictRobot({ url: broker.url, stateIntervalMs: 30_000 });
    await robot.start();
    t.after(() => robot.stop());
    const other = await connectAsync(broker.url);
    const will = { ...robot.frame("connection", {}), connectionState: "CONNECTIONBROKEN" };
    const kept = { qos: 1, retain: true } as const;
    await other.publishAsync(robot.topic("connection"), JSON.stringify(will), kept);
    await other.endAsync();
    const link = new Broker({ url: broker.url, log: silentLogger });
    const driver = new Vda5050Driver(driverOptions(link));
    t.after(() => driver.close());
    const heard = new HeardRobot();
    driver.open(heard);
    await until(() => reasonOf(driver, "move_to") === null, { what: "its answer" });
    const id = await sendTo(driver, moveTo(0.2, 0));
    assert.equal((await heard.end(id)).state, "succeeded");
  });

  test("a state that the broker kept says nothing about now", async (t) => {
    const broker = await startBroker(t);
    const robot = new StrictRobot({ url: broker.url });
    const old = await connectAsync(broker.url);
    await old.publishAsync(robot.topic("state"), JSON.stringify(robot.state()), { retain: true });
    await old.endAsync();
    const link = new Broker({ url: broker.url, log: silentLogger });
    const driver = new Vda5050Driver(driverOptions(link));
    const heard = new HeardRobot();
    driver.open(heard);
    await until(() => link.problem === null);
    await assert.rejects(driver.stop(), { code: "robot_unreachable" });
    await driver.close();
    assert.deepEqual(heard.samples, []);
    assert.match(reasonOf(driver, "move_to")!, /broker cannot be reached|not sent a state/);
  });

  test("late and doubled states do not count, and a robot that counts again is heard", async (t) => {
    const { robot, heard } = await vdaRig(t);
    const old = JSON.stringify({ ...robot.state(), agvPosition: undefined, driving: true });
    robot.position.x = 3;
    robot.sendState();
    await until(() => heard.latest("pose")?.xM === 3);
    const before = heard.samples.length;
    robot.sendRaw("state", old);
    robot.sendRaw("state", old);
    robot.sendState();
    await until(() => heard.samples.length > before);
    assert.ok(heard.samples.slice(before).every(({ pose }) => pose?.xM === 3));
    robot.position.x = 4;
    robot.reboot();
    await until(() => heard.latest("pose")?.xM === 4);
  });

  test("a robot that says nothing for ten seconds is asked, but not in somebody else's hands", async (t) => {
    const clock = new FakeClock();
    const { robot, driver, heard } = await vdaRig(t, { driver: { clock } });
    const asked = () =>
      robot.received.filter(
        ({ topic, frame }) =>
          topic === "instantActions" && frame.actions[0].actionType === "stateRequest",
      ).length;
    // Once for the broker, and once for the robot's word that the broker kept.
    await until(() => asked() >= 2, { what: "the first questions" });
    await until(() => driver.capabilities()[0]!.source === "factsheet");
    robot.operatingMode = "MANUAL";
    await until(() => heard.latest("mode") === "manual");
    robot.isSilent = true;
    const before = asked();
    for (let at = 0; at < 4; at += 1) clock.advance(11_000);
    robot.isSilent = false;
    robot.operatingMode = "AUTOMATIC";
    await until(() => heard.latest("mode") === "automatic");
    assert.equal(asked(), before);
    robot.isSilent = true;
    clock.advance(11_000);
    await until(() => asked() > before, { what: "the question" });
  });
});
