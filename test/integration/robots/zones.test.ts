import assert from "node:assert/strict";
import { test } from "node:test";
import type { RobotRequest } from "../../../src/robots/driver/robot-document.ts";
import type { RobotZoneRequest } from "../../../src/robots/fleet/config-document.ts";
import { rover, yard } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { anna, caller, move, robotRig } from "./rig.ts";

const square = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const zone = (
  name: string,
  type: RobotZoneRequest["type"],
  polygon = square(3, -1, 2),
): RobotZoneRequest => ({ name, type, frame: "map", polygon });

test("a robot that leaves its geofence is stopped at that sample, once, until it is inside again", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(9, 0));
  rig.body().faults.drift_mps = 4;
  await rig.pass(12_000);
  await until(() => rig.incidents("geofence_breach").length > 0);
  const ended = await rig.ended(sent.command_id);
  assert.deepEqual([ended.state, ended.reason], ["failed", "outside_geofence"]);
  const { body } = rig.body();
  assert.equal(body.linearMps, 0);
  assert.ok(Math.max(Math.abs(body.xM), Math.abs(body.yM)) < 10 + 0.55, "stopped within a sample");
  await until(() => rig.incidents("geofence_breach").length === 1);
  const breach = rig.incidents("geofence_breach");
  assert.equal(breach.length, 1);
  assert.deepEqual(
    [breach[0]!.data["severity"], breach[0]!.data["action"], breach[0]!.data["command_id"]],
    ["critical", "stop", sent.command_id],
  );
  assert.equal(rig.service.status("default", "rover")!.inside_geofence, false);
  await assert.rejects(rig.send({ command: "teleop", linear_mps: 0.1, angular_radps: 0 }), {
    message: /outside_geofence/,
  });
  rig.body().faults.drift_mps = 0;
  await rig.send(move(0, 0));
  await rig.pass(20_000);
  assert.equal(rig.service.status("default", "rover")!.inside_geofence, true);
  assert.equal(rig.incidents("geofence_breach").length, 1);
});

test("zones are in force at once: before a goal, on the way, and on the speed", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  const [stored] = (await rig.service.putZones("default", [zone("Shed", "keep_out")])) as {
    id: string;
    enforcement: object[];
  }[];
  const { enforcement } = rig.service.status("default", "rover")!.zones[0]!;
  assert.equal(enforcement, "monitored");
  assert.equal((stored!.enforcement[0] as { level: string }).level, "monitored");
  assert.equal((await rig.ended(sent.command_id)).reason, "keep_out_zone");
  assert.equal(rig.body().goal, null, "a zone that cuts the way ends it at once");
  await until(() => rig.incidents("command_failed").length === 1);
  assert.equal(rig.incidents("command_failed")[0]!.data["zone"], "Shed");
  await assert.rejects(rig.send(move(4, 0), anna), { message: /keep_out_zone/ });
  assert.equal(await rig.service.removeStored("default", "zone", stored!.id), true);
  await rig.service.putZones("default", [
    { ...zone("Slow", "speed_limit", square(-0.5, -1, 6)), max_speed_mps: 0.2 },
    zone("Room", "keep_in", square(-9, -9, 18)),
  ]);
  assert.equal(rig.service.status("default", "rover")!.speed_limit_mps, 0.2);
  await assert.rejects(rig.send(move(9.5, 0)), { message: /outside_geofence/ });
  await rig.send(move(8, 0));
  await rig.pass(3000);
  assert.ok(rig.body().body.linearMps > 0 && rig.body().body.linearMps <= 0.2 + 1e-9);
  await rig.send(move(-8, 0));
  await rig.pass(12_000);
  assert.ok(rig.body().body.linearMps > 0.5, "the limit ends with its zone");
});

test("a goal that a new zone forbids ends at once, however far away it is; one around the robot stops it", async (t) => {
  const rig = await robotRig(t);
  const far = await rig.send(move(8, 0));
  await rig.pass(1000);
  await rig.service.putZones("default", [zone("Far", "keep_out", square(7, -1, 2))]);
  const ended = await rig.ended(far.command_id);
  assert.deepEqual([ended.state, ended.reason], ["failed", "keep_out_zone"]);
  assert.ok(rig.body().body.xM < 2 && rig.body().goal === null);
  const other = await rig.send(move(-8, 0));
  await rig.pass(1000);
  await rig.service.putZones("default", [zone("Here", "keep_out", square(-1, -1, 3))]);
  await until(() => rig.body().goal === null, { what: "the stop without another sample" });
  assert.equal((await rig.ended(other.command_id)).reason, "keep_out_zone");
  await until(() => rig.incidents("keep_out_entered").length === 1);
});

test("without a pose a zone is advisory, and says why", async (t) => {
  const request = { ...rover, sim: { faults: { silent: true } } };
  const rig = await robotRig(t, { request });
  await rig.service.putZones("default", [zone("Shed", "keep_out")]);
  const [shown] = rig.service.status("default", "rover")!.zones;
  assert.equal(shown!.enforcement, "advisory");
  assert.match(shown!.reason, /no pose/);
});

test("zones are stored all or none, changed by id or by robot and name, and filtered by robot", async (t) => {
  const rig = await robotRig(t);
  const bow: [number, number][] = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ];
  const wrong: [RobotZoneRequest[], string][] = [
    [[zone("A", "patrol"), zone("B", "keep_out", bow)], "zones[1].polygon"],
    [[{ ...zone("A", "patrol"), robot_id: "nobody" }], "zones[0].robot_id"],
    [[{ ...zone("A", "patrol"), robot_id: "rover", frame: "moon" }], "zones[0].frame"],
    [[zone("A", "speed_limit")], "zones[0].max_speed_mps"],
    [[zone("A", "patrol"), zone("A", "patrol")], "zones"],
  ];
  for (const [zones, param] of wrong) {
    await assert.rejects(rig.service.putZones("default", zones), (error: { param?: string }) => {
      assert.ok(error.param?.startsWith(param), `${error.param} is not ${param}`);
      return true;
    });
  }
  assert.deepEqual(rig.service.zones("default"), []);
  const first = (await rig.service.putZones("default", [
    { ...zone("A", "patrol"), robot_id: "rover" },
    zone("A", "patrol"),
  ])) as { id: string }[];
  const again = (await rig.service.putZones("default", [
    { ...zone("A", "patrol", yard), robot_id: "rover" },
    { ...zone("B", "patrol"), id: first[1]!.id },
  ])) as { id: string; name: string; polygon: unknown }[];
  assert.deepEqual(
    again.map(({ id }) => id),
    first.map(({ id }) => id),
  );
  assert.deepEqual([again[0]!.polygon, again[1]!.name], [yard, "B"]);
  assert.equal(rig.service.zones("default", "rover").length, 2);
  assert.equal(rig.service.zones("default", "other").length, 1);
  assert.deepEqual(rig.service.zones("acme"), []);
  await assert.rejects(
    rig.service.putZones("default", [{ ...zone("C", "patrol"), id: crypto.randomUUID() }]),
    { code: "not_found" },
  );
});

test("behaviors and actions are checked down to their steps and filtered", async (t) => {
  const rig = await robotRig(t);
  const [behavior] = (await rig.service.putBehaviors("default", [
    { name: "Somebody", type: "intrusion", zone: "Yard" },
  ])) as { id: string }[];
  await assert.rejects(rig.service.putBehaviors("default", [{ name: "X", type: "teleport" }]), {
    param: "behaviors[0].type",
  });
  for (const [step, param] of [
    [{ type: "alert" }, "actions[0].do[0].severity"],
    [{ type: "command" }, "actions[0].do[0].command"],
    [{ type: "command", command: { command: "move_to" } }, "actions[0].do[0].command.target"],
    [{ type: "command", command: { command: "stop", loops: 2 } }, "actions[0].do[0].command"],
  ] as const) {
    await assert.rejects(
      rig.service.putActions("default", [{ name: "Go", on: "intrusion", do: [step] }]),
      { code: "invalid_request_body", param },
    );
  }
  const [action] = (await rig.service.putActions("default", [
    {
      name: "Say it",
      on: "intrusion",
      behavior_id: behavior!.id.toUpperCase(),
      do: [
        { type: "alert", severity: "warning" },
        { type: "command", command: { command: "announce", message: "Please leave" } },
      ],
    },
  ])) as { id: string }[];
  assert.equal(rig.service.actions("default", behavior!.id).length, 1);
  assert.equal(rig.service.actions("default", action!.id).length, 0);
  assert.equal(await rig.service.removeStored("default", "action", action!.id), true);
  assert.equal(await rig.service.removeStored("default", "action", action!.id), false);
});

test("robots are added, changed, removed; those of the site configuration only there", async (t) => {
  const rig = await robotRig(t, {
    configured: [{ org: "default", id: "fixed", request: { driver: "sim" } }],
  });
  await rig.send(move(5, 0));
  await rig.pass(1000);
  const changed = await rig.service.put("default", "rover", { ...rover, name: "New name" });
  assert.equal(changed.name, "New name");
  assert.equal(rig.body().body.linearMps, 0, "a change stops the robot first");
  await assert.rejects(rig.service.put("default", "fixed", rover), { code: "conflict" });
  await assert.rejects(rig.service.remove("default", "fixed"), { code: "conflict" });
  await assert.rejects(rig.service.put("default", "zones", rover), {
    code: "invalid_path_parameter",
  });
  const bow = { frame: "map", polygon: [yard[0]!, yard[2]!, yard[1]!, yard[3]!] };
  await assert.rejects(rig.service.put("default", "x", { ...rover, geofence: bow }), {
    param: "geofence.polygon",
  });
  assert.deepEqual(
    rig.service.list("default").map(({ robot_id: id }) => id),
    ["fixed", "rover"],
  );
  await rig.crash();
  assert.equal(rig.service.get("default", "rover")!.name, "New name");
  assert.equal(await rig.service.remove("default", "rover"), true);
  assert.equal(rig.service.listCommands("default", "rover"), undefined);
  assert.equal(rig.store.count(["default", "robot-command", "rover"]), 0);
  assert.equal(await rig.service.remove("default", "rover"), false);
  assert.equal(
    await rig.service.command(caller("a"), "rover", { request: { command: move(0, 0) } }),
    undefined,
  );
});

test("one machine is one robot, whoever asks: a second hand on it is refused", async (t) => {
  const vda5050 = { broker: "floor", manufacturer: "acme", serial_number: "7" };
  const cart: RobotRequest = { driver: "vda5050", vda5050 };
  const rig = await robotRig(t, {
    brokers: ["floor"],
    configured: [{ org: "other", id: "cart", request: cart }],
  });
  await assert.rejects(rig.service.put("default", "mine", cart), {
    code: "conflict",
    message: /another robot of this box/,
  });
  await rig.service.put("default", "mine", {
    ...cart,
    vda5050: { ...vda5050, serial_number: "8" },
  });
  const ros: RobotRequest = { driver: "ros2", ros2: { e_stop_topic: "none", namespace: "/a" } };
  await rig.service.put("default", "a", ros);
  await assert.rejects(rig.service.put("default", "b", ros), { message: /the robot a is this/ });
  await rig.service.put("default", "a", { ...ros, name: "The same again" });
  const twice = [
    { org: "default", id: "x", request: cart },
    { org: "default", id: "y", request: cart },
  ];
  await assert.rejects(robotRig(t, { brokers: ["floor"], configured: twice }), {
    code: "config_invalid",
    message: /robots\.y: is the same machine as x/,
  });
});

test("a robot of the site configuration whose geofence crosses itself keeps the box from starting", async (t) => {
  const polygon = [yard[0]!, yard[2]!, yard[1]!, yard[3]!];
  const request = { driver: "sim", geofence: { frame: "map", polygon } } as const;
  await assert.rejects(robotRig(t, { configured: [{ org: "default", id: "bad", request }] }), {
    code: "config_invalid",
    message: /robots\.bad: /,
  });
});
