import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotCommandBody } from "../../../../src/robots/driver/command-document.ts";
import { until } from "../../../support/box/wait.ts";
import { aDoor, FakeDoor } from "../../../support/doors/fake-door.ts";
import { anna, move } from "../rig.ts";
import { robotAt, trafficRig } from "../traffic-rig.ts";
import { doorRig, endOf, groundM, hall, obedient, reasonOf } from "./door-rig.ts";

test("a robot waits in front of a door until it is open, and the door is closed behind it", async (t) => {
  const rig = await doorRig(t);
  const door = obedient(rig.door);
  await rig.wait(1, door);
  const sent = await rig.send(move(12, 0));
  let mostShut = 0;
  for (let second = 0; second < 40; second += 1) {
    const state = door();
    rig.door.say(state);
    if (state !== "open" && rig.x() < 6) mostShut = Math.max(mostShut, rig.x());
    await rig.pass(1000);
  }
  assert.ok(mostShut < groundM, `it was at ${mostShut} m while the door was shut`);
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
  assert.deepEqual(rig.door.kinds, ["open", "close"]);
  assert.deepEqual(rig.doors().list("default")[0]!.holds, []);
  assert.deepEqual(rig.traffic().reservations, []);
});

test("the request is repeated while the robot is in the door", async (t) => {
  const rig = await doorRig(t, aDoor({ renewMs: 2000 }));
  await rig.wait(1, () => "open");
  await rig.send(move(6, 0));
  await rig.wait(20, () => "open");
  assert.ok(Math.abs(rig.x() - 6) < 0.2);
  const before = rig.door.requests.length;
  await rig.wait(10, () => "open");
  const renewed = rig.door.requests.length - before;
  assert.ok(renewed >= 4 && renewed <= 6, `${renewed} requests in 10 s`);
  assert.ok(rig.door.requests.every(({ kind }) => kind === "open"));
});

const shut: Record<string, { says: () => string | null; message: RegExp }> = {
  "says nothing": {
    says: () => null,
    message: /door_timeout: Gate is unknown: it has said nothing/,
  },
  "stays closed": { says: () => "closed", message: /door_timeout: Gate is closed/ },
  "stays half open": { says: () => "opening", message: /door_timeout: Gate is opening/ },
  "says a word that it does not have": {
    says: () => "OPEN!",
    message: /door_timeout: Gate is unknown: it says "OPEN!", which is none of its states/,
  },
};
for (const [name, { says, message }] of Object.entries(shut)) {
  for (const [kind, command] of Object.entries({
    move_to: move(12, 0),
    follow_route: {
      command: "follow_route",
      waypoints: [
        { frame: "map", x: 2, y: 0 },
        { frame: "map", x: 12, y: 0 },
      ],
    } satisfies RobotCommandBody,
  }))
    test(`no ${kind} drives into a door that ${name}, and the command gives up`, async (t) => {
      const rig = await doorRig(t);
      const sent = await rig.send(command);
      let mostM = 0;
      await rig.wait(40, () => {
        mostM = Math.max(mostM, rig.x());
        return says();
      });
      assert.match(await endOf(rig, sent.command_id), message);
      assert.ok(mostM > 3 && mostM < groundM, `it came to ${mostM} m`);
      assert.deepEqual(rig.traffic().reservations, []);
      assert.deepEqual(rig.door.kinds, ["open", "close"], "nobody needs it any more");
    });
}

test("an old state opens no way", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  await rig.wait(6);
  const sent = await rig.send(move(12, 0));
  await rig.wait(10);
  assert.ok(rig.x() < groundM, `it came to ${rig.x()} m`);
  assert.equal(rig.traffic().waits[0]?.door, "gate");
  await rig.wait(30, () => "open");
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
});

test("a robot on its way to a door that closes stops in front of it, and goes on once it is open", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  const sent = await rig.send(move(12, 0));
  await rig.passUntil(() => {
    rig.door.say("open");
    return rig.x() > 3.5;
  });
  await rig.wait(8, () => "closing");
  assert.ok(rig.x() < groundM, `it came to ${rig.x()} m`);
  assert.equal(rig.traffic().waits[0]?.door, "gate");
  assert.equal(reasonOf(rig, sent.command_id), "executing ");
  await rig.wait(25, () => "open");
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
  assert.ok(Math.abs(rig.x() - 12) < 0.1);
});

test("a door that falls silent while a robot drives to it stops the robot, which gives up", async (t) => {
  const rig = await doorRig(t, aDoor({ mostAgeMs: 1000 }));
  const sent = await rig.send(move(12, 0));
  await rig.passUntil(() => {
    rig.door.say("open");
    return rig.x() > 3.5;
  });
  await rig.pass(4000);
  assert.ok(rig.x() < groundM, `it came to ${rig.x()} m`);
  await rig.pass(20_000);
  assert.match(await endOf(rig, sent.command_id), /failed door_timeout: Gate is unknown/);
  assert.ok(rig.x() < groundM, `it came to ${rig.x()} m`);
});

test("a robot in the door drives out of it, whatever the door says", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  const sent = await rig.send(move(12, 0));
  await rig.passUntil(() => {
    rig.door.say("open");
    return rig.x() > 5.8;
  });
  rig.door.say("closing");
  await rig.wait(20, () => "closing");
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
});

test("a door that says that it is closed around a robot is reported by name, and no command passes it", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  await rig.send(move(6, 0));
  await rig.wait(20, () => "open");
  rig.door.say("closed");
  await rig.pass(500);
  await until(() => rig.incidents("door_fault").length > 0, { what: "the incident" });
  const [found] = rig.incidents("door_fault");
  assert.match(
    String(found?.data["summary"]),
    /Gate has a fault: it says that it is closed while rover stands in it/,
  );
  rig.door.say("open");
  await assert.rejects(rig.send(move(12, 0)), /door_fault: Gate has a fault/);
});

test("a door that opens faster than it can is reported before anything moves", async (t) => {
  const rig = await doorRig(t, aDoor({ leastOpenMs: 2000 }));
  rig.door.say("closed");
  await rig.pass(200);
  rig.door.say("open");
  await rig.pass(500);
  await until(() => rig.incidents("door_fault").length > 0, { what: "the incident" });
  rig.door.say("open");
  await assert.rejects(
    rig.send(move(12, 0)),
    /door_fault: .*it says that it opened in 0.2 s, and needs at least 2 s/,
  );
  const lap = [0, 0, 0, 5, 12, 5, 12, 0];
  const waypoints = [0, 2, 4, 6].map((at) => ({ frame: "map", x: lap[at]!, y: lap[at + 1]! }));
  await assert.rejects(
    rig.send({ command: "follow_route", waypoints, loops: 2 }),
    /door_fault: Gate has a fault/,
    "the second lap begins with the way through the door",
  );
  assert.equal(rig.x(), 0);
  // It is trusted again once it said the truth.
  await rig.wait(1, () => "closed");
  await rig.wait(3, () => "opening");
  rig.door.say("open");
  const sent = await rig.send(move(12, 0));
  assert.equal(sent.state, "executing");
});

test("a place that names a door which the site does not have is refused by name", async (t) => {
  const rig = await doorRig(t);
  const place = { name: "back door", kind: "door", frame: "map", level: null } as const;
  const at = { xM: 3, yM: 0, yawRad: null, layoutId: null };
  await assert.rejects(
    rig.places.putPlaces("default", [{ ...place, ...at, door: "gat" }]),
    /places\[0\].door: there is no door gat. Meant: gate\?/,
  );
});

test("a robot that is driven by hand into a door that is not open is stopped and reported", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "closed");
  Object.assign(rig.body().body, { xM: 4.67, yM: 0, yawRad: 0 });
  await rig.pass(300);
  await rig.send({ command: "teleop", linear_mps: 0.5, angular_radps: 0, duration_ms: 250 });
  await rig.pass(400);
  await until(() => rig.incidents("door_entered").length > 0, { what: "the incident" });
  const [found] = rig.incidents("door_entered");
  assert.match(
    String(found?.data["summary"]),
    /rover drove into the ground of a door .*Gate is closed/,
  );
  assert.equal(rig.body().body.linearMps, 0);
});

test("after a crash the door stays open for the robot in it, and closes behind it", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  await rig.send(move(6, 0));
  await rig.wait(20, () => "open");
  await rig.crash();
  rig.door.requests.length = 0;
  await rig.wait(8, () => "open");
  assert.deepEqual(rig.door.kinds, ["open"]);
  const sent = await rig.send(move(12, 0));
  await rig.wait(30, () => "open");
  assert.equal(await endOf(rig, sent.command_id), "succeeded ");
  assert.deepEqual(rig.door.kinds, ["open", "close"]);
});

test("a robot that drives on after a crash is stopped in front of a door that has said nothing since", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "open");
  const sent = await rig.send(move(12, 0));
  await rig.passUntil(() => {
    rig.door.say("open");
    return rig.x() > 2.5;
  });
  await rig.crash({ isAbrupt: true });
  await rig.pass(10_000);
  assert.ok(rig.x() > 2.5 && rig.x() < groundM - 1, `it came to ${rig.x()} m`);
  assert.match(await endOf(rig, sent.command_id), /cancelled robot_stopped/);
  const reports = rig.incidents("traffic_blocked").map(({ data }) => String(data["summary"]));
  assert.deepEqual(reports.length, 1);
  assert.match(reports[0]!, /rover drove on after a restart, and is stopped .* Gate is unknown/);
});

test("after a crash a door that was asked to open, and that nobody needs, is asked to close", async (t) => {
  const rig = await doorRig(t);
  await rig.wait(1, () => "closed");
  const sent = await rig.send(move(12, 0));
  await rig.wait(6, () => "closed");
  assert.deepEqual(rig.door.kinds, ["open"]);
  rig.door.broken = "no power";
  await rig.robotService.stop(anna, "rover", null);
  await rig.pass(1000);
  await rig.crash();
  rig.door.requests.length = 0;
  await rig.pass(3000);
  rig.door.broken = null;
  await rig.wait(4, () => "open");
  assert.deepEqual(rig.door.kinds, ["close"]);
  assert.notEqual(reasonOf(rig, sent.command_id), "succeeded ");
});

test("two robots pass a door one after the other", async (t) => {
  const door = new FakeDoor();
  const says = obedient(door);
  const rig = await trafficRig(t, hall(aDoor({ timeoutMs: 120_000 }), door), {
    rover: robotAt(0, 0),
    cart: robotAt(12, 3),
  });
  const first = await rig.send(move(12, 0));
  const second = await rig.send(move(0, -3), anna, "cart");
  const states = () =>
    [
      rig.service.getCommand("default", "rover", first.command_id)!,
      rig.service.getCommand("default", "cart", second.command_id)!,
    ].map(({ state, reason }) => `${state} ${reason ?? ""}`);
  let both = 0;
  const isIn = (id: string) => {
    const { xM, yM } = rig.body(id).body;
    return Math.hypot(xM - 6, yM) < 1.3;
  };
  let tenth = 0;
  await rig.passUntil(() => {
    if ((tenth += 1) % 10 === 0) door.say(says());
    if (isIn("rover") && isIn("cart")) both += 1;
    return states().every((state) => !state.startsWith("executing"));
  });
  assert.deepEqual(states(), ["succeeded ", "succeeded "]);
  assert.equal(both, 0);
});
