import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import type { ZoneArea } from "../../../../src/robots/driver/areas.ts";
import { HeardRobot } from "../../../support/robots/heard-robot.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { driverOptions, moveTo, type VdaRig, vdaRig } from "../../../support/vda5050/rig.ts";
import { until } from "../../../support/box/wait.ts";

const skip = { skip: noBroker };
const version = "3.0" as const;

const square = (xM: number, yM: number, sizeM: number): [number, number][] => [
  [xM, yM],
  [xM, yM + sizeM],
  [xM + sizeM, yM + sizeM],
  [xM + sizeM, yM],
];
const zone = (id: string, more: Partial<ZoneArea> = {}): ZoneArea => ({
  id,
  name: id,
  type: "keep_out",
  frame: "map",
  polygon: square(2, -1, 2),
  maxSpeedMps: null,
  ...more,
});
const holds = ({ driver }: VdaRig, id: string): Promise<void> =>
  until(() => driver.nativeZones!.problemOf(id) === null, { what: `the zone ${id}` });
const sent = ({ robot }: VdaRig, actionType: string) =>
  robot.received
    .filter(({ topic }) => topic === "instantActions")
    .flatMap(({ frame }) => frame.actions)
    .filter((each) => each.actionType === actionType);

describe("VDA 5050 3.0", { ...skip, concurrency: 4 }, () => {
  test("a keep-out zone is handed over, enabled and kept to by the robot itself", async (t) => {
    const rig = await vdaRig(t, { version, robot: { speedMps: 4 } });
    const { driver, robot, heard, send } = rig;
    const slow = zone("slow", { type: "speed_limit", maxSpeedMps: 0.5, polygon: square(0, 3, 2) });
    driver.nativeZones!.push([zone("pit"), slow, zone("room", { type: "keep_in" })]);
    assert.notEqual(driver.nativeZones!.problemOf("pit"), null);
    await holds(rig, "pit");
    await holds(rig, "slow");
    const map = { id: "map", version: "1", isEnabled: true, description: null };
    assert.deepEqual(driver.reportedMaps(), [map]);
    assert.match(driver.nativeZones!.problemOf("room")!, /no zone for keep_in/);
    assert.match(driver.nativeZones!.problemOf("other")!, /not handed over/);
    // The box would refuse this goal; the robot does by itself too.
    const id = await send(moveTo(6, 0), 4);
    const end = await heard.end(id);
    assert.deepEqual([end.state, end.reason!.split(":")[0]], ["failed", "node_unreachable"]);
    assert.ok(robot.position.x <= 2, `${robot.position.x}`);
    await until(() => !robot.hasOrder, { what: "the cancel of the order" });
    robot.fastestMps = 0;
    robot.position = { x: 1, y: 4, theta: 0 };
    await until(() => heard.latest("pose")?.yM === 4);
    const other = await send(moveTo(1.2, 4), 4);
    assert.equal((await heard.end(other)).state, "succeeded");
    assert.equal(robot.fastestMps, 0.5);
    assert.deepEqual(robot.violations, []);
  });

  test("changed zones go over as a new set, the old one is deleted, none as an empty one", async (t) => {
    const rig = await vdaRig(t, { version });
    const { driver, robot } = rig;
    const shown = () =>
      [...robot.zones.sets.values()].map(({ zones, isEnabled }) => [zones.length, isEnabled]);
    driver.nativeZones!.push([zone("pit")]);
    await holds(rig, "pit");
    driver.nativeZones!.push([zone("pit", { polygon: square(5, 5, 1) }), zone("hole")]);
    assert.notEqual(driver.nativeZones!.problemOf("pit"), null, "the robot has the old pit");
    await holds(rig, "pit");
    await until(() => robot.zones.sets.size === 1, { what: "the end of the old set" });
    assert.deepEqual(shown(), [[2, true]]);
    driver.nativeZones!.push([]);
    await until(
      () =>
        robot.zones.sets.size === 1 && robot.zones.around("map", { x: 5.5, y: 5.5 }).length === 0,
    );
    assert.deepEqual(shown(), [[0, true]]);
    assert.deepEqual(robot.violations, []);
  });

  test("after a restart of the box the robot's set is known again and nothing is sent", async (t) => {
    const rig = await vdaRig(t, { version });
    rig.driver.nativeZones!.push([zone("pit"), zone("hole")]);
    await holds(rig, "pit");
    await rig.driver.close();
    const sets = () => rig.robot.received.filter(({ topic }) => topic === "zoneSet").length;
    const before = sets();
    const driver = new Vda5050Driver(driverOptions(rig.link, { version }));
    t.after(() => driver.close());
    driver.nativeZones!.push([zone("hole"), zone("pit")]);
    driver.open(new HeardRobot());
    await holds({ ...rig, driver }, "pit");
    assert.equal(sets(), before);
    assert.deepEqual(sent(rig, "deleteZoneSet"), []);
  });

  test("zones reach a robot whose frames get lost, and one set is sent under one id only", async (t) => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const rig = await vdaRig(t, {
      version,
      robot: { isLost: () => random() < 0.25, stateIntervalMs: 100 },
    });
    rig.driver.nativeZones!.push([zone("pit")]);
    await holds(rig, "pit");
    assert.deepEqual(rig.robot.violations, []);
  });

  test("a set that somebody else has enabled stays in force, and ours says so", async (t) => {
    const rig = await vdaRig(t, { version });
    const { robot, driver, heard } = rig;
    const vertices = square(0, 0, 1).map(([x, y]) => ({ x, y }));
    const zones = [{ zoneId: "z", zoneType: "LINE_GUIDED", vertices }];
    robot.zones.take({ mapId: "map", zoneSetId: "made-at-commissioning", zones });
    robot.zones.enable("made-at-commissioning");
    // One state may be on its way that does not have it yet.
    const before = heard.samples.length;
    await until(() => heard.samples.length > before + 1);
    driver.nativeZones!.push([zone("pit")]);
    await until(() => /made-at-commissioning/.test(driver.nativeZones!.problemOf("pit")!));
    assert.equal(robot.zones.sets.size, 1);
    robot.zones.sets.clear();
    await holds(rig, "pit");
  });

  test("what the factsheet does not take is not handed over, and says why", async (t) => {
    const { strictFactsheet30 } = await import("../../../support/vda5050/factsheet-3-0.ts");
    const typeSpecification = {
      ...strictFactsheet30.typeSpecification,
      supportedZones: ["BLOCKED"],
    };
    const protocolLimits = {
      ...strictFactsheet30.protocolLimits,
      maximumArrayLengths: { "zoneSet.zones": 2 },
    };
    const factsheet = { typeSpecification, protocolLimits };
    const { driver } = await vdaRig(t, { version, robot: { factsheet } });
    const slow = zone("slow", { type: "speed_limit", maxSpeedMps: 1 });
    const zones = driver.nativeZones!;
    zones.push([zone("a"), zone("b"), zone("c"), slow, zone("far", { frame: "cellar" })]);
    await until(() => /takes 2 zones, not 3/.test(zones.problemOf("a")!));
    assert.match(zones.problemOf("slow")!, /no SPEED_LIMIT zones/);
    assert.match(zones.problemOf("far")!, /no map cellar/);
  });

  test("what the robot asks leave for is answered, and shows among its errors", async (t) => {
    const { robot, heard } = await vdaRig(t, { version });
    const asked = {
      requestType: "ACCESS",
      zoneId: "z",
      zoneSetId: "s",
      requestStatus: "REQUESTED",
    };
    robot.requests = [{ requestId: "r1", ...asked }];
    const answers = () => robot.received.filter(({ topic }) => topic === "responses");
    await until(() => answers().length > 0, { what: "the answer" });
    assert.deepEqual(answers()[0]!.frame.responses, [{ requestId: "r1", grantType: "REJECTED" }]);
    assert.equal(heard.latest("errors")!.at(-1)!.code, "request_rejected");
    assert.deepEqual(robot.violations, []);
  });

  test("instant actions that are over are cleared before they pile up", async (t) => {
    const { robot, send } = await vdaRig(t, { version });
    for (let at = 0; at < 10; at += 1) {
      await send({ kind: "pause" });
      await send({ kind: "resume" });
    }
    await until(() => robot.actionStates.length < 12, { what: "the clearing" });
    assert.deepEqual(robot.violations, []);
  });

  test("INTERVENED: no order begins, a stop is a cancelOrder alone, nothing else is sent", async (t) => {
    const rig = await vdaRig(t, { version });
    const { robot, driver, heard, send } = rig;
    const id = await send(moveTo(50, 0));
    await until(() => robot.isDriving);
    robot.operatingMode = "INTERVENED";
    await until(() => heard.latest("mode") === "intervened");
    await assert.rejects(send(moveTo(1, 0)), { code: "robot_refused", message: /INTERVENED/ });
    assert.equal(await driver.stop(), "cancelOrder");
    assert.equal((await heard.end(id)).state, "cancelled");
    assert.deepEqual(sent(rig, "startPause"), []);
    assert.deepEqual(robot.violations, []);
  });

  test("a robot that hibernates is not there until it says that it is", async (t) => {
    const { robot, driver, heard } = await vdaRig(t, { version });
    const reason = () => driver.capabilities().find(({ name }) => name === "move_to")!.reason;
    const say = (connectionState: string): void => {
      const frame = robot.frame("connection", { connectionState });
      robot.sendRaw("connection", JSON.stringify(frame), { retain: true });
    };
    robot.isSilent = true;
    say("HIBERNATING");
    await until(() => /HIBERNATING/.test(reason() ?? ""));
    assert.ok(heard.losses > 0);
    robot.isSilent = false;
    say("ONLINE");
    await until(() => reason() === null);
  });
});
