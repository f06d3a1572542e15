import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../src/base/contract/fail.ts";
import type { RobotCommandBody } from "../../../src/robots/driver/command-document.ts";
import { until } from "../../support/box/wait.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { anna, ben, caller, move, robotRig } from "./rig.ts";

const rule = (wanted: string) => (error: { code?: string; details?: { rule: string }[] }) => {
  assert.equal(error.code, "command_rejected", String(error));
  assert.equal(error.details?.[0]?.rule, wanted);
  return true;
};

test("a movement is accepted, sent and done, and each step is in the record before it is true", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send({ ...move(2, 1), max_speed_mps: 0.8 });
  assert.equal(sent.state, "executing");
  assert.equal(rig.service.status("default", "rover")!.active_command?.command_id, sent.command_id);
  assert.equal(rig.service.status("default", "rover")!.lease?.command_id, sent.command_id);
  await rig.pass(8000);
  assert.equal((await rig.ended(sent.command_id)).state, "succeeded");
  await until(() => rig.audit().length >= 5);
  assert.deepEqual(
    rig.audit().map(({ event }) => event),
    ["lease_taken", "command_accepted", "command_sent", "lease_released", "command_succeeded"],
  );
  assert.equal(rig.brokenLink(), null);
  assert.ok(Math.hypot(rig.body().body.xM - 2, rig.body().body.yM - 1) < 0.1);
  await until(() => rig.events.length === 3);
  const states = rig.events
    .filter(({ type }) => type === "robot.command")
    .map(({ data }) => data["state"]);
  assert.deepEqual(states, ["accepted", "executing", "succeeded"]);
});

test("the gate's refusals are coded, recorded, and nothing of them reaches the robot", async (t) => {
  const rig = await robotRig(t);
  const nan = { command: "move_to", target: { frame: "map", x: Number.NaN, y: 0 } } as const;
  const far = { command: "move_to", target: { frame: "map", x: Infinity, y: 0 } } as const;
  const wanted: [RobotCommandBody, string][] = [
    [nan, "not_finite"],
    [far, "not_finite"],
    [move(1, 1, "moon"), "unknown_frame"],
    [move(50, 0), "outside_geofence"],
    [move(9.9, 0), "outside_geofence"],
    [{ ...move(1, 1), max_speed_mps: 5 }, "speed_limit"],
    [{ command: "announce", message: "hello" }, "capability_missing"],
    [{ command: "teleop", linear_mps: 3, angular_radps: 0 }, "speed_limit"],
  ];
  for (const [command, expected] of wanted) await assert.rejects(rig.send(command), rule(expected));
  rig.body().faults.e_stop = true;
  await rig.pass(200);
  await assert.rejects(rig.send(move(1, 1)), rule("e_stop_active"));
  assert.equal(rig.incidents("e_stop").length, 1);
  rig.body().faults.e_stop = false;
  rig.body().body.batteryPercent = 10;
  await rig.pass(200);
  await assert.rejects(rig.send(move(1, 1)), rule("battery_low"));
  assert.equal((await rig.send({ command: "dock" })).state, "executing");
  await rig.send({ command: "cancel" });
  rig.body().faults.silent = true;
  await rig.pass(1100);
  assert.equal(rig.service.status("default", "rover")!.connection.state, "stale");
  await rig.pass(2100);
  assert.equal(rig.service.status("default", "rover")!.connection.state, "offline");
  await assert.rejects(rig.send(move(1, 1)), rule("robot_offline"));
  const refused = rig.audit().filter(({ event }) => event === "command_refused");
  assert.equal(refused.length, wanted.length + 3);
  assert.equal(rig.service.listCommands("default", "rover")![0]!.state, "rejected");
  assert.ok(Math.abs(rig.body().body.xM) < 0.05);
  assert.equal(rig.brokenLink(), null);
});

test("fields that a command needs or does not take are named", async (t) => {
  const rig = await robotRig(t);
  for (const [command, param] of [
    [{ command: "move_to" }, "command.target"],
    [{ command: "dock", target: { frame: "map", x: 0, y: 0 } }, "command.target"],
    [{ command: "follow_route" }, "command.waypoints"],
    [{ command: "announce" }, "command.message"],
    [{ command: "set_speed_limit" }, "command.max_speed_mps"],
  ] as [RobotCommandBody, string][]) {
    await assert.rejects(rig.send(command), { code: "invalid_request_body", param });
  }
});

test("a value that nobody has said is null, and an unknown state refuses what depends on it", async (t) => {
  const request = { ...rover, sim: { faults: { silent: true } } };
  const rig = await robotRig(t, { request });
  const status = rig.service.status("default", "rover")!;
  assert.deepEqual(
    [status.pose, status.battery, status.mode, status.e_stop, status.inside_geofence],
    [null, null, null, null, null],
  );
  assert.deepEqual([status.connection.state, status.connection.last_heard_ms], ["offline", null]);
  await assert.rejects(rig.send(move(1, 1)), rule("robot_offline"));
});

test("every value has its age, and setting the clock ages nothing and expires nothing", async (t) => {
  const rig = await robotRig(t);
  await rig.service.takeLease(anna, "rover", { ttl_seconds: 2 });
  const sent = await rig.send(move(3, 0));
  rig.clock.jumpWall(3_600_000);
  assert.ok(rig.service.status("default", "rover")!.pose!.age_ms <= 200);
  rig.clock.jumpWall(-7_200_000);
  await rig.pass(500);
  const status = rig.service.status("default", "rover")!;
  assert.equal(status.connection.state, "online");
  assert.ok(status.pose!.age_ms >= 0 && status.pose!.age_ms <= 200);
  assert.equal(status.lease?.holder, "anna");
  assert.equal(status.active_command?.command_id, sent.command_id);
});

test("a lease and a refusal name the person or key that holds the robot", async (t) => {
  const rig = await robotRig(t);
  await rig.service.takeLease({ ...anna, name: "Anna Berg" }, "rover", { ttl_seconds: 5 });
  const { lease } = rig.service.status("default", "rover")!;
  assert.deepEqual([lease?.holder, lease?.holder_name], ["anna", "Anna Berg"]);
  await assert.rejects(rig.send(move(0, 5), ben), {
    message: /^lease: Anna Berg \(local_operator\) holds it/,
  });
});

test("the second of two operators is told who has the robot, and may end the goal but not steer", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(5, 0));
  await assert.rejects(rig.send(move(0, 5), ben), { code: "lease_held" });
  await assert.rejects(rig.service.takeLease(ben, "rover", {}), { code: "lease_held" });
  assert.equal(
    (await rig.send({ command: "cancel", command_id: sent.command_id }, ben)).state,
    "succeeded",
  );
  assert.equal((await rig.ended(sent.command_id)).reason, "cancelled by ben");
  assert.equal((await rig.send(move(0, 5), ben)).state, "executing");
  assert.equal((await rig.send({ command: "cancel" }, anna)).state, "succeeded");
  assert.equal((await rig.send({ command: "cancel" }, anna)).reason, "nothing_to_cancel");
});

test("a higher priority takes the robot over, a lower one does not, and the loser's goal ends", async (t) => {
  const rig = await robotRig(t);
  const rule1 = caller("rule-1", "rule");
  const run = caller("run-1", "run");
  const first = await rig.send(move(5, 0), rule1);
  const second = await rig.send(move(0, 5), run);
  assert.equal((await rig.ended(first.command_id)).reason, "superseded");
  await assert.rejects(rig.send(move(1, 1), rule1), { code: "lease_held" });
  await rig.service.takeLease(anna, "rover", {});
  assert.equal((await rig.ended(second.command_id)).reason, "preempted");
  await assert.rejects(rig.send({ command: "cancel" }, run), { code: "lease_held" });
  const events = rig.audit().map(({ event }) => event);
  assert.equal(events.filter((event) => event === "lease_preempted").length, 2);
});

test("when the client dies while the robot drives, the robot stops as its lease says", async (t) => {
  for (const [policy, isMoving, state] of [
    ["cancel", false, "cancelled"],
    ["pause", false, undefined],
    ["continue", true, undefined],
  ] as const) {
    const rig = await robotRig(t);
    await rig.service.takeLease(anna, "rover", { ttl_seconds: 1, on_expiry: policy });
    const sent = await rig.send({ ...move(8, 0), max_speed_mps: 0.5 });
    await rig.pass(900);
    await rig.service.takeLease(anna, "rover", { ttl_seconds: 1, on_expiry: policy });
    await rig.pass(900);
    assert.ok(rig.body().body.linearMps > 0, policy);
    await rig.pass(300);
    await until(() => rig.incidents("lease_expired").length === 1);
    await rig.pass(200);
    assert.equal(rig.body().body.linearMps > 0, isMoving, policy);
    if (state) {
      const ended = await rig.ended(sent.command_id);
      assert.deepEqual([ended.state, ended.reason], [state, "lease_expired"]);
    }
    assert.equal(rig.service.status("default", "rover")!.lease, null);
    assert.ok(rig.audit().some(({ event }) => event === "lease_expired"));
  }
});

test("pause, resume and a lower speed limit hold on the way", async (t) => {
  const rig = await robotRig(t);
  await rig.send(move(8, 0));
  await rig.pass(2000);
  assert.equal((await rig.send({ command: "pause" })).state, "succeeded");
  await rig.pass(200);
  assert.equal(rig.body().body.linearMps, 0);
  const limit = await rig.send({ command: "set_speed_limit", max_speed_mps: 0.3 });
  assert.deepEqual([limit.state, limit.reason], ["succeeded", "takes_effect: at once"]);
  assert.equal(rig.service.status("default", "rover")!.speed_limit_mps, 0.3);
  await rig.send({ command: "resume" });
  await rig.pass(2000);
  assert.ok(rig.body().body.linearMps > 0 && rig.body().body.linearMps <= 0.3);
  await rig.send({ command: "set_speed_limit", max_speed_mps: null });
  await rig.pass(2000);
  assert.ok(rig.body().body.linearMps > 0.5);
});

test("a command that waited longer than its time to live is never sent", async (t) => {
  let release: (() => void) | undefined;
  const sent: string[] = [];
  const rig = await robotRig(t, {
    wrap(driver) {
      const execute = driver.execute.bind(driver);
      return Object.assign(driver, {
        async execute(command: Parameters<typeof execute>[0]) {
          sent.push(command.command.kind);
          if (command.command.kind === "localize") await new Promise<void>((go) => (release = go));
          else await execute(command);
        },
      });
    },
  });
  const slow = rig.send({ command: "localize", target: { frame: "map", x: 0, y: 0 } });
  await until(() => release !== undefined);
  const late = rig.request({ command: move(1, 1), ttl_seconds: 1 });
  const stopped = rig.request({ command: move(2, 2), ttl_seconds: 100 });
  await rig.pass(1500);
  await rig.service.stop(ben, "rover", "test");
  release!();
  await slow;
  await assert.rejects(late, rule("robot_stopped"));
  await assert.rejects(stopped, rule("robot_stopped"));
  release = undefined;
  const again = rig.send({ command: "localize", target: { frame: "map", x: 0, y: 0 } });
  await until(() => release !== undefined);
  const old = rig.request({ command: move(1, 1), ttl_seconds: 1 });
  await rig.pass(1500);
  release!();
  await again;
  await assert.rejects(old, rule("command_expired"));
  assert.deepEqual(sent, ["localize", "localize"]);
});

test("a robot that refuses makes the command fail, and the one before goes on", async (t) => {
  const rig = await robotRig(t);
  const first = await rig.send(move(5, 0));
  rig.body().faults.refuse = ["follow_route"];
  const route = await rig.send({
    command: "follow_route",
    waypoints: [{ frame: "map", x: 1, y: 1 }],
  });
  assert.deepEqual([route.state, route.reason?.split(":")[0]], ["failed", "robot_refused"]);
  assert.equal(
    rig.service.status("default", "rover")!.active_command?.command_id,
    first.command_id,
  );
});

test("a goal that was given up for one that then failed has ended, and leaves the robot free", async (t) => {
  let isAsked = false;
  let before = "";
  const rig = await robotRig(t, {
    wrap(driver) {
      const execute = driver.execute.bind(driver);
      driver.execute = async (sent) => {
        if (!isAsked) return await execute(sent);
        await driver.cancel(before);
        throw fail("robot_refused", "no way there");
      };
      return driver;
    },
  });
  before = (await rig.send(move(5, 0))).command_id;
  isAsked = true;
  assert.equal((await rig.send(move(1, 0))).state, "failed");
  const { state, reason } = await rig.ended(before);
  assert.deepEqual([state, reason], ["cancelled", "superseded"]);
  const { active_command: active, lease } = rig.service.status("default", "rover")!;
  assert.deepEqual([active, lease], [null, null]);
});

test("two clients with 1000 commands each are never holders at the same time", async (t) => {
  const rounds = process.env["TEST_LONG"] === "1" ? 1000 : 60;
  const rig = await robotRig(t);
  let held = 0;
  const client = async (from: typeof anna): Promise<void> => {
    for (let n = 0; n < rounds; n += 1) {
      const command =
        n % 3 === 0 ? ({ command: "cancel" } as const) : move((n % 7) - 3, (n % 5) - 2);
      await rig.send(command, from).catch((error: { code?: string }) => {
        assert.equal(error.code, "lease_held");
        held += 1;
      });
    }
  };
  await Promise.all([client(anna), client(ben)]);
  assert.ok(held > 0);
  let holder: string | null = null;
  for (const { event, who } of rig.audit()) {
    if (event === "lease_taken") {
      assert.equal(holder, null);
      holder = who!.key_id;
    }
    if (/^lease_(released|preempted|expired)$/.test(event)) {
      assert.equal(holder, who!.key_id);
      holder = null;
    }
  }
  assert.equal(rig.brokenLink(), null);
});
