import assert from "node:assert/strict";
import { test } from "node:test";
import type { TeleopListener } from "../../../src/robots/teleop/teleop-session.ts";
import { anna, ben, caller, move, robotRig, type RobotRig } from "./rig.ts";
import { until } from "../../support/box/wait.ts";
import { rover } from "../../support/robots/make-robots.ts";

interface RecordingListener extends TeleopListener {
  stopped: string[];
  ended: string[];
}

function recordingListener(): RecordingListener {
  const stopped: string[] = [];
  const ended: string[] = [];
  return {
    stopped,
    ended,
    onStopped: (reason) => void stopped.push(reason),
    onEnd: (reason) => void ended.push(reason),
  };
}

async function open(rig: RobotRig, who = anna, deadmanMs = 250) {
  const listener = recordingListener();
  const opened = await rig.service.openTeleop(who, "rover", { deadmanMs, listener });
  return { ...opened!, listener };
}

const ahead = { linearMps: 0.5, angularRadps: 0 };
const events = (rig: RobotRig): string[] => rig.audit().map(({ event }) => event);

test("without a heartbeat the robot stands when the deadman's time is up, by the driver's own timer and by the session's", async (t) => {
  const rig = await robotRig(t);
  const { session, listener } = await open(rig);
  assert.equal(rig.service.status("default", "rover")!.active_command?.command_id, session.id);
  assert.deepEqual(session.drive(ahead), { ok: true, velocity: ahead });
  rig.clock.advance(249);
  assert.equal(rig.body().body.linearMps, 0.5);
  assert.deepEqual(listener.stopped, []);
  rig.clock.advance(1);
  assert.equal(rig.body().body.linearMps, 0);
  assert.equal(rig.service.status("default", "rover")!.velocity!.value.linear_mps, 0);
  assert.deepEqual(listener.stopped, ["heartbeat_missed"]);
  assert.ok(Math.abs(rig.body().body.xM - 0.125) < 1e-9, String(rig.body().body.xM));
  // A heartbeat alone does not make it go on: there is nothing to go on with.
  assert.deepEqual(session.beat(), { ok: true, velocity: { linearMps: 0, angularRadps: 0 } });
  await rig.pass(1000);
  assert.ok(Math.abs(rig.body().body.xM - 0.125) < 1e-9);
  await until(() => rig.incidents("lease_expired").length === 1);
});

test("the driver's deadman ends teleop by itself when nobody above it does anything any more", async (t) => {
  const rig = await robotRig(t);
  const driver = rig.robots.unit("default", "rover")!.parts.driver;
  const command = { kind: "teleop", linearMps: 1, angularRadps: 0, durationMs: 150 } as const;
  await driver.execute({ id: "x", command, maxSpeedMps: 1, maxTurnRadps: 1 });
  rig.clock.advance(149);
  assert.equal(rig.body().body.linearMps, 1);
  rig.clock.advance(1);
  assert.equal(rig.body().body.linearMps, 0);
  assert.ok(Math.abs(rig.body().body.xM - 0.15) < 1e-9);
});

test("a robot that is held up is moved no further than its deadman allows", async (t) => {
  const rig = await robotRig(t);
  const { session } = await open(rig);
  session.drive(ahead);
  // As when the process is frozen: the time passes at once.
  rig.clock.advance(5000);
  assert.ok(rig.body().body.xM <= 0.125 + 1e-9);
  assert.equal(rig.body().body.linearMps, 0);
});

test("heartbeats keep the velocity, and a session without any message is over after 2 s", async (t) => {
  const rig = await robotRig(t);
  const { session, listener } = await open(rig, anna, 100);
  session.drive(ahead);
  for (let n = 0; n < 20; n += 1) {
    await rig.pass(50);
    assert.equal(session.beat().ok, true);
  }
  assert.ok(Math.abs(rig.body().body.xM - 0.5) < 1e-6, String(rig.body().body.xM));
  await rig.pass(1900);
  assert.deepEqual(listener.ended, []);
  await rig.pass(200);
  const command = await rig.ended(session.id);
  assert.deepEqual([command.state, command.reason], ["cancelled", "heartbeat_missed"]);
  await until(() => listener.ended.includes("heartbeat_missed"));
  assert.equal(rig.service.status("default", "rover")!.lease, null);
  assert.deepEqual(session.drive(ahead).ok, false);
  const ended = rig.audit().find(({ event }) => event === "teleop_ended");
  assert.match(JSON.stringify(ended?.detail), /"max_linear_mps":0.5/);
  assert.equal(rig.brokenLink(), null);
});

test("every velocity passes the gate: a refusal stops the robot and says by which rule", async (t) => {
  const rig = await robotRig(t);
  const { session } = await open(rig);
  const ruleOf = (linearMps: number, angularRadps = 0): string | null => {
    const done = session.drive({ linearMps, angularRadps });
    return done.ok ? null : done.rule;
  };
  assert.equal(ruleOf(0.5), null);
  assert.equal(ruleOf(1.01), "speed_limit");
  assert.equal(rig.body().body.linearMps, 0);
  assert.equal(ruleOf(0.1, 9), "speed_limit");
  assert.equal(ruleOf(Number.NaN), "not_finite");
  assert.equal(ruleOf(0, Infinity), "not_finite");
  rig.body().faults.e_stop = true;
  await rig.pass(100);
  assert.equal(ruleOf(0.5), "e_stop_active");
  rig.body().faults.e_stop = false;
  await rig.pass(100);
  await rig.service.putZones("default", [
    {
      name: "slow",
      type: "speed_limit",
      frame: "map",
      polygon: rover.geofence!.polygon,
      max_speed_mps: 0.2,
    },
  ]);
  assert.equal(ruleOf(0.3), "speed_limit");
  assert.equal(ruleOf(0.2), null);
});

test("a robot driven over its geofence is stopped there, and the session is over", async (t) => {
  const rig = await robotRig(t);
  rig.body().body.xM = 9.8;
  await rig.pass(100);
  const { session, listener } = await open(rig);
  for (let n = 0; n < 10; n += 1) {
    session.drive({ linearMps: 1, angularRadps: 0 });
    await rig.pass(100);
  }
  assert.equal((await rig.ended(session.id)).reason, "outside_geofence");
  assert.deepEqual(listener.ended, ["outside_geofence"]);
  assert.ok(rig.body().body.xM < 10.2, String(rig.body().body.xM));
});

test("a stop ends the session, and a velocity that comes after it moves nothing", async (t) => {
  const rig = await robotRig(t);
  const { session, listener } = await open(rig);
  session.drive(ahead);
  await rig.pass(100);
  const stopping = rig.service.stop(ben, "rover", "enough");
  assert.equal(session.drive(ahead).ok, false);
  await stopping;
  assert.equal(session.drive(ahead).ok, false);
  await rig.pass(500);
  assert.deepEqual(listener.ended, ["robot_stopped"]);
  assert.ok(rig.body().body.xM < 0.06);
});

test("one hand at a time: an equal is refused, the same key takes over, a higher rank too, a goal ends it", async (t) => {
  const rig = await robotRig(t);
  const run = caller("run-1", "run");
  const goal = await rig.send(move(5, 0), run);
  const first = await open(rig);
  assert.equal((await rig.ended(goal.command_id)).reason, "superseded");
  await assert.rejects(open(rig, ben), { code: "lease_held" });
  await assert.rejects(rig.send(move(1, 1), ben), { code: "lease_held" });
  const second = await open(rig);
  assert.deepEqual(first.listener.ended, ["superseded"]);
  first.session.drive(ahead);
  assert.equal(rig.body().body.linearMps, 0);
  second.session.drive(ahead);
  await rig.pass(100);
  assert.equal(rig.body().body.linearMps, 0.5);
  await first.session.leave("client_gone");
  assert.equal(second.session.drive(ahead).ok, true);
  await rig.send(move(0, 2));
  assert.deepEqual(second.listener.ended, ["superseded"]);
  await rig.send({ command: "cancel" });
  const remote = await open(rig, caller("far", "remote_operator"));
  await rig.service.takeLease(anna, "rover", {});
  assert.deepEqual(remote.listener.ended, ["preempted"]);
});

test("an operator who may not steer may still end it, and the robot stands at once", async (t) => {
  const rig = await robotRig(t);
  const { session, listener } = await open(rig);
  session.drive(ahead);
  await rig.pass(100);
  await rig.send({ command: "cancel" }, ben);
  assert.equal(rig.body().body.linearMps, 0);
  assert.deepEqual(listener.ended, ["cancelled by ben"]);
});

test("a client that goes is a robot that stands: in good order, and when it broke off while driving", async (t) => {
  const rig = await robotRig(t);
  const first = await open(rig);
  first.session.drive(ahead);
  await first.session.leave(null);
  assert.deepEqual([rig.body().body.linearMps, rig.incidents().length], [0, 0]);
  assert.equal((await rig.ended(first.session.id)).state, "succeeded");
  const second = await open(rig);
  second.session.drive(ahead);
  await second.session.leave("client_gone");
  assert.equal(rig.body().body.linearMps, 0);
  assert.equal((await rig.ended(second.session.id)).reason, "client_gone");
  await until(() => rig.incidents("lease_expired").length === 1);
  assert.ok(events(rig).includes("teleop_ended"));
});

test("a robot that takes no velocity any more is stopped, and the session says so", async (t) => {
  const rig = await robotRig(t);
  const { session, listener } = await open(rig);
  rig.body().faults.silent = true;
  session.drive(ahead);
  await rig.ended(session.id);
  await until(() => listener.ended.includes("robot_unreachable"));
  rig.body().faults.silent = false;
  await rig.pass(300);
  assert.equal(rig.body().body.linearMps, 0);
});

test("who drives by a picture is slowed down as it ages, and stands when it is too old", async (t) => {
  let capturedMs: number | null = null;
  const frames = { newestMs: () => capturedMs, capturedMs: () => capturedMs };
  let followed = 0;
  const follow = () => {
    followed += 1;
    return { ...frames, close: () => void (followed -= 1) };
  };
  const driving_picture = { full_speed_age_ms: 300, stop_age_ms: 800 };
  const request = { ...rover, camera: "eye", driving_picture };
  const rig = await robotRig(t, { request, frameTimes: { follow } });
  const single = await rig
    .send({ command: "teleop", linear_mps: 0.1, angular_radps: 0 })
    .catch((error: Error) => error.message);
  assert.match(String(single), /picture_stale/, "no path goes round it");
  const { session, listener } = await open(rig);
  assert.equal(followed, 1);
  const shown = { by: "webrtc", sessionId: "s", rtpTime: 1 } as const;
  const full = { linearMps: 1, angularRadps: 0 };
  const unseen = session.drive(full, shown);
  assert.equal(unseen.ok ? "" : unseen.rule, "picture_stale");
  capturedMs = rig.clock.monoMs() - 100;
  assert.deepEqual(session.drive(full, shown), {
    ok: true,
    velocity: full,
    picture: { ageMs: 100, share: 1 },
  });
  await rig.pass(200);
  session.drive(full, shown);
  // It is 300 ms old now, and falls behind while the client repeats that it sees it.
  for (let ageMs = 400; ageMs < 800; ageMs += 100) {
    await rig.pass(100);
    session.drive(full, shown);
    await new Promise(setImmediate);
    const most = (800 - ageMs) / 500;
    const { linearMps } = rig.body().teleop!;
    assert.ok(Math.abs(linearMps - most) < 1e-9, `${linearMps} m/s at ${ageMs} ms`);
  }
  assert.deepEqual(listener.stopped, []);
  await rig.pass(100);
  assert.equal(rig.body().body.linearMps, 0);
  await until(() => listener.stopped.includes("picture_stale"));
  const stale = session.drive(full, shown);
  assert.equal(stale.ok ? "" : stale.rule, "picture_stale");
  capturedMs = rig.clock.monoMs();
  assert.equal(session.drive(full, shown).ok, true, "a new picture lets it go on");
  await session.leave(null);
  assert.equal(followed, 0);
});

test("limits for the picture need a stream to drive by, and an order", async (t) => {
  const rig = await robotRig(t);
  const put = (more: object) =>
    rig.service.put("default", "rover", { ...rover, ...more }).then(
      () => null,
      (error: { param?: string }) => error.param,
    );
  const driving_picture = { full_speed_age_ms: 300, stop_age_ms: 300 };
  assert.equal(await put({ driving_picture }), "camera");
  assert.equal(await put({ camera: "eye", driving_picture }), "driving_picture.stop_age_ms");
});
