import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotZoneRequest } from "../../../src/robots/fleet/config-document.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { anna, caller, move, robotRig, type RobotRig } from "./rig.ts";
import { patrol, runRig } from "./run-rig.ts";

/** A zone between two corners. */
const box = (
  name: string,
  type: RobotZoneRequest["type"],
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): RobotZoneRequest => ({
  name,
  type,
  frame: "map",
  polygon: [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ],
});
const status = (rig: RobotRig) => rig.service.status("default", "rover")!;

/** A robot in a zone that was put around it: the nearest edge is 0.5 m to its left. */
async function inside(rig: RobotRig): Promise<void> {
  await rig.service.putZones("default", [box("Shed", "keep_out", [-0.5, -3, 5, 3])]);
  await until(() => rig.incidents("keep_out_entered").length === 1);
}

test("from inside a keep-out zone only the way out over the nearest edge is taken, however often another is asked for", async (t) => {
  const rig = await robotRig(t);
  await inside(rig);
  for (const [x, y] of [
    [8, 0],
    [8, 0],
    [0, 8],
    [0, -6],
    [-2, 9],
  ]) {
    await assert.rejects(rig.send(move(x!, y!)), { message: /keep_out_zone.*nearest edge.*-0\.9/ });
  }
  const route = { command: "follow_route", waypoints: [move(-3, 0).target!, move(8, 0).target!] };
  await assert.rejects(rig.send(route as never), { message: /keep_out_zone/ }, "out and through");
  await assert.rejects(rig.send({ command: "teleop", linear_mps: -0.2, angular_radps: 0 }));
  const out = await rig.send(move(-2, 0));
  await rig.pass(12_000);
  assert.equal((await rig.ended(out.command_id)).state, "succeeded");
  assert.equal(rig.incidents("keep_out_entered").length, 1);
  assert.equal(status(rig).inside_geofence, true);
});

test("a robot that gets deeper after the stop is stopped again, and each breach is an incident", async (t) => {
  const rig = await robotRig(t);
  await inside(rig);
  await rig.pass(2000);
  const out = await rig.send(move(-2, 0));
  await rig.pass(300);
  rig.body().body.xM = 0.4;
  await rig.pass(200);
  assert.equal(rig.body().goal, null);
  assert.equal((await rig.ended(out.command_id)).reason, "keep_out_zone");
  await until(() => rig.incidents("keep_out_entered").length === 2);
  assert.match(String(rig.incidents("keep_out_entered")[1]!.data["summary"]), /0\.9 m deep/);
  const again = await rig.send(move(-2, 0));
  rig.body().faults.drift_mps = 3;
  await rig.pass(6000);
  assert.equal((await rig.ended(again.command_id)).reason, "keep_out_zone");
  await until(() => rig.incidents("keep_out_entered").length === 3);
});

test("after a breach runs and rules wait for an operator, also over a crash", async (t) => {
  const rig = await robotRig(t);
  await inside(rig);
  assert.equal(status(rig).held_by_stop, true);
  await assert.rejects(rig.send(move(-2, 0), caller("run:1", "run")), {
    message: /stopped_by_operator/,
  });
  await until(() => rig.audit().some(({ event }) => event === "breach"));
  await rig.crash();
  await rig.pass(300);
  assert.equal(status(rig).held_by_stop, true);
  await rig.send(move(-2, 0), anna);
  assert.equal(status(rig).held_by_stop, false);
});

test("within bounds a robot that stops saying where it is stands within its age, and waits for a pose", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  await rig.pass(2000);
  rig.body().faults.no_pose = true;
  const fromM = rig.body().body.xM;
  await rig.pass(3000);
  assert.equal(rig.body().goal, null);
  assert.ok(rig.body().body.xM - fromM < 1.25, `${rig.body().body.xM - fromM} m unseen`);
  assert.match(
    (await rig.ended(sent.command_id)).reason!,
    /^pose_unknown: no pose for more than 1 s/,
  );
  await until(() => rig.incidents("pose_lost").length === 1);
  const [incident] = rig.incidents("pose_lost");
  assert.deepEqual([incident!.data["severity"], incident!.data["action"]], ["critical", "stop"]);
  await assert.rejects(rig.send(move(0, 0)), { message: /pose_unknown/ });
  await assert.rejects(rig.send({ command: "teleop", linear_mps: 0.1, angular_radps: 0 }), {
    message: /pose_unknown/,
  });
  assert.equal(status(rig).connection.state, "online");
  rig.body().faults.no_pose = false;
  await rig.pass(200);
  await rig.send(move(0, 0));
});

test("the age of a pose is a setting; where poses are rarer a zone is advisory; without bounds nothing needs one", async (t) => {
  const rig = await robotRig(t, { request: { ...rover, max_pose_age_ms: 3000 } });
  await rig.service.putZones("default", [box("Shed", "keep_out", [-9, 5, -5, 9])]);
  await rig.send(move(8, 0));
  rig.body().faults.no_pose = true;
  await rig.pass(2500);
  assert.notEqual(rig.body().goal, null);
  assert.equal(status(rig).zones[0]!.enforcement, "monitored");
  await rig.pass(1000);
  assert.equal(rig.body().goal, null);
  rig.body().faults.no_pose = false;
  await rig.pass(100);
  const [zone] = status(rig).zones;
  assert.equal(zone!.enforcement, "advisory");
  assert.match(zone!.reason, /poses come 3\.\d s apart/);
  await rig.pass(100);
  assert.equal(status(rig).zones[0]!.enforcement, "monitored");
  await rig.service.put("default", "free", { driver: "sim" });
  await rig.service.removeStored("default", "zone", zone!.id!);
  await rig.pass(200);
  const free = await rig.send(move(4, 0), anna, "free");
  rig.body("free").faults.no_pose = true;
  await rig.pass(10_000);
  assert.equal((await rig.ended(free.command_id, "free")).state, "succeeded");
});

test("ways are judged, not only their ends: goals, routes and their way back, docks, the way off a dock", async (t) => {
  const rig = await robotRig(t);
  await rig.service.putZones("default", [box("Wall", "keep_out", [2, -6, 3, 6])]);
  const route = (...places: [number, number][]) => ({
    command: "follow_route" as const,
    waypoints: places.map(([x, y]) => move(x, y).target!),
  });
  await assert.rejects(rig.send(move(8, 0)), { message: /keep_out_zone.*path crosses.*Wall/ });
  await assert.rejects(rig.send(route([0, 5], [8, 5])), { message: /keep_out_zone/ });
  await assert.rejects(rig.send(move(2.5, 6.1)), { message: /keep_out_zone/ }, "too close");
  await assert.rejects(rig.send(move(8, 8)), { message: /keep_out_zone/ });
  await assert.rejects(
    rig.send({ ...route([0, 8], [8, 8], [8, 0]), loops: 2 }),
    { message: /keep_out_zone/ },
    "from the last place to the first",
  );
  const round = await rig.send(route([0, 8], [8, 8], [8, 0]));
  await rig.pass(40_000);
  assert.equal((await rig.ended(round.command_id)).state, "succeeded");
  await assert.rejects(rig.send({ command: "dock" }), { message: /keep_out_zone/ });
  await rig.send({ command: "localize", target: { frame: "map", x: 1.5, y: 0, yaw: 0 } });
  await rig.pass(200);
  await assert.rejects(rig.send({ command: "undock" }), { message: /keep_out_zone/ });
  assert.equal(rig.incidents("keep_out_entered").length, 0);
});

test("a way may leave neither the geofence nor the rooms that touch each other", async (t) => {
  const corner: [number, number][] = [
    [-9, -1],
    [1, -1],
    [1, -9],
    [9, -9],
    [9, 9],
    [-9, 9],
  ];
  const geofence = { frame: "map", polygon: corner };
  const rig = await robotRig(t, { request: { ...rover, geofence } });
  await rig.service.putZones("default", [
    box("Hall", "keep_in", [-9, -1, 5, 9]),
    box("Room", "keep_in", [1, -9, 9, 0]),
  ]);
  await rig.send(move(-8, 0));
  await rig.pass(15_000);
  await assert.rejects(rig.send(move(3, -8)), { message: /outside_geofence/ });
  await assert.rejects(rig.send(move(8, -4)), { message: /outside_geofence/ });
  const both = await rig.send(move(4, -0.5));
  await rig.pass(20_000);
  assert.equal((await rig.ended(both.command_id)).state, "succeeded");
});

test("a robot that is suddenly elsewhere does not drive on through a zone that was beside its way", async (t) => {
  const rig = await robotRig(t);
  await rig.service.putZones("default", [box("Pit", "keep_out", [2, 2, 4, 4])]);
  const sent = await rig.send(move(6, 0));
  await rig.pass(500);
  await rig.send({ command: "localize", target: { frame: "map", x: 0, y: 6 } });
  await rig.pass(200);
  assert.equal((await rig.ended(sent.command_id)).reason, "keep_out_zone");
  assert.equal(rig.body().goal, null);
});

test("where the robot plans its own way its zones are advisory unless it has them, and the answer says so", async (t) => {
  const held = new Set<string>();
  const nativeZones = {
    push: () => undefined,
    problemOf: (id: string) => (held.has(id) ? null : "it has no filter"),
  };
  const wrap = (driver: RobotDriver): RobotDriver =>
    Object.assign(driver, { drivesStraight: false, nativeZones });
  const rig = await robotRig(t, { wrap });
  const [wall] = (await rig.service.putZones("default", [
    box("Wall", "keep_out", [2, -6, 3, 6]),
  ])) as { id: string }[];
  assert.equal(status(rig).zones[0]!.enforcement, "advisory");
  const capability = () => status(rig).capabilities.find(({ name }) => name === "move_to")!;
  assert.match(capability().reason!, /^zone Wall: advisory on the way/);
  assert.equal(capability().available, true);
  await assert.rejects(rig.send(move(8, 0)), { message: /keep_out_zone/ });
  const beside = await rig.send(move(-4, 0));
  assert.equal(beside.warnings.length, 2);
  assert.match(beside.warnings.join(), /zone Wall: advisory.*geofence: advisory/);
  held.add(wall!.id);
  assert.equal(status(rig).zones[0]!.enforcement, "native");
  const round = await rig.send(move(8, 0));
  assert.deepEqual(
    round.warnings.map((each) => each.split(":", 1)[0]),
    ["geofence"],
  );
});

test("a run pauses after a breach, on its last leg too, and goes on where it was when somebody resumes it", async (t) => {
  const rig = await runRig(t);
  await rig.service.putZones("default", [box("Pit", "keep_out", [-4, 4, 4, 6])]);
  const id = await rig.start(patrol);
  await rig.passUntil(() => rig.payload(id)["at"]?.step === 3, "the last corner");
  await rig.passUntil(() => rig.body().goal !== null, "the way to it");
  rig.body().body.yM = 4.1;
  await rig.state(id, "paused");
  assert.equal(rig.payload(id)["hindrance"].code, "keep_out_zone");
  assert.equal(rig.body().goal, null);
  await rig.runs.resume("default", id);
  await rig.passUntil(
    () => rig.payload(id)["hindrance"]?.code === "stopped_by_operator",
    "the run to wait for an operator",
  );
  const out = await rig.send(move(rig.body().body.xM, 0));
  await rig.pass(8000);
  assert.equal((await rig.ended(out.command_id)).state, "succeeded");
  await rig.runs.resume("default", id);
  const job = await rig.over(id);
  assert.deepEqual([job.status, (job.payload["skipped"] as unknown[]).length], ["completed", 0]);
});
