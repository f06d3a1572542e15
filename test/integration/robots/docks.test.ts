import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import type { RobotZoneRequest } from "../../../src/robots/fleet/config-document.ts";
import type { MapPose } from "../../../src/robots/driver/command.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { yard } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { robotRig, type RobotRig } from "./rig.ts";

const wall: RobotZoneRequest = {
  name: "Wall",
  type: "keep_out",
  frame: "map",
  polygon: [[-5, -2], [-4, -2], [-4, 2], [-5, 2]], // prettier-ignore
};
const place = (xM: number, yM: number): MapPose => ({ frame: "map", xM, yM, yawRad: null });
const robot = (more: object = {}): RobotRequest => ({
  driver: "rosbridge",
  rosbridge: { url: "ws://robot.test:9090", e_stop_topic: "none", ...more },
  sim: { dock: { frame: "map", x: -8, y: 0 } },
});

/** A robot that plans its own way, with a dock where its driver says, and zones that it may keep itself. */
const nav =
  (way: readonly MapPose[] | null, hasZones = false) =>
  (driver: RobotDriver): RobotDriver =>
    new Proxy(driver, {
      get(target, key) {
        if (key === "ownPlaces") return () => way;
        if (key === "drivesStraight") return false;
        if (key === "nativeZones")
          return hasZones ? { push: () => undefined, problemOf: () => null } : undefined;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

const ability = (rig: RobotRig) =>
  rig.service.status("default", "rover")!.capabilities.find(({ name }) => name === "dock")!;

test("within bounds a dock whose place nobody said is refused, and the capability says how to give it", async (t) => {
  const rig = await robotRig(t, { request: robot(), wrap: nav(null, true) });
  await rig.pass(200);
  assert.equal(ability(rig).available, true, "nothing bounds it yet");
  await rig.service.putZones("default", [wall]);
  for (const command of ["dock", "undock"] as const) {
    await assert.rejects(rig.send({ command }), { message: /capability_missing.*dock_pose/s });
  }
  assert.equal(ability(rig).available, false);
  assert.match(ability(rig).reason!, /dock_way: advisory/);
});

test("a robot with dock_way: advisory goes there, and capability and answer name each bound that may not hold", async (t) => {
  const request = { ...robot({ dock_way: "advisory" }), geofence: { frame: "map", polygon: yard } };
  const rig = await robotRig(t, { request, wrap: nav(null, true) });
  await rig.service.putZones("default", [wall]);
  await rig.pass(200);
  assert.match(ability(rig).reason!, /zone Wall: advisory.*; geofence: advisory/);
  const { warnings } = await rig.send({ command: "dock" });
  assert.equal(warnings.length, 2);
  assert.match(warnings[0]!, /^zone Wall: advisory on the way\. Where the robot's dock is/);
});

test("the way to a dock is judged: there in a straight line, and its approach also against zones that the robot has", async (t) => {
  const behind = await robotRig(t, {
    request: robot(),
    wrap: nav([place(-7.3, 0), place(-8, 0)]),
  });
  await behind.service.putZones("default", [wall]);
  await behind.pass(200);
  await assert.rejects(behind.send({ command: "dock" }), { message: /crosses the zone Wall/ });
  const across = await robotRig(t, {
    request: robot(),
    wrap: nav([place(-3, 0), place(-6, 0)], true),
  });
  await across.service.putZones("default", [wall]);
  await across.pass(200);
  await assert.rejects(across.send({ command: "dock" }), { message: /crosses the zone Wall/ });
  const round = await robotRig(t, {
    request: robot(),
    wrap: nav([place(-7.3, 0), place(-8, 0)], true),
  });
  await round.service.putZones("default", [wall]);
  await round.pass(200);
  assert.equal(
    (await round.send({ command: "dock" })).state,
    "executing",
    "it goes round by itself",
  );
});

test("a bound that comes while a robot is on the way to an unknown dock ends that, and a zone on a known one too", async (t) => {
  for (const way of [null, [place(-7.3, 0), place(-8, 0)]]) {
    const rig = await robotRig(t, { request: robot(), wrap: nav(way) });
    await rig.pass(200);
    const sent = await rig.send({ command: "dock" });
    await rig.pass(500);
    await rig.service.putZones("default", [wall]);
    const { state, reason } = await rig.ended(sent.command_id);
    assert.equal(state, "failed");
    assert.match(reason!, way ? /keep_out_zone/ : /capability_missing/);
    await until(() => rig.incidents("command_failed").length === 1);
    assert.equal(rig.body().goal, null);
  }
});

test("a dock in a frame that the robot does not have is refused with its field", async (t) => {
  const rig = await robotRig(t);
  const dock_pose = { frame: "cellar", x: 0, y: 0, yaw: 0 };
  await assert.rejects(rig.service.put("default", "other", robot({ dock_pose })), {
    code: "invalid_request_body",
    message: /rosbridge\.dock_pose\.frame/,
  });
});
