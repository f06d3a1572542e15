import assert from "node:assert/strict";
import { test } from "node:test";
import type { PointM } from "../../../../src/base/geo/line.ts";
import { anna, move } from "../rig.ts";
import { type Layout, robotAt, trafficRig, type TrafficRig } from "../traffic-rig.ts";

/** One lane between two bays, with a waiting bay in its middle. */
const lane: Layout = {
  corridors: {
    west: {
      points: [
        [0, 0],
        [6, 0],
      ],
    },
    east: {
      points: [
        [6, 0],
        [12, 0],
      ],
    },
    bay: {
      points: [
        [6, 0],
        [6, 4],
      ],
    },
  },
  places: {
    a: { at: [0, 0] },
    b: { at: [12, 0] },
    wait: { at: [6, 4], kind: "waiting" },
  },
};

const isDone = async (rig: TrafficRig, robotId: string, id: string): Promise<string> => {
  const command = rig.service.getCommand("default", robotId, id)!;
  return command.state;
};

test("a robot enters a corridor only once it has it, and gives it back behind it", async (t) => {
  const rig = await trafficRig(t, lane, { rover: robotAt(0, 0), cart: robotAt(6, 4) });
  assert.deepEqual(rig.held("rover"), ["a"]);
  const first = await rig.send(move(12, 0));
  assert.equal(first.state, "executing");
  assert.ok(rig.held("rover").includes("west"), rig.held("rover").join(", "));
  const second = await rig.send(move(0, 0), anna, "cart");
  let leastM = Infinity;
  await rig.passUntil(() => {
    leastM = Math.min(leastM, rig.distanceM("rover", "cart"));
    return rig.service.getCommand("default", "cart", second.command_id)!.state === "succeeded";
  });
  assert.equal(await isDone(rig, "rover", first.command_id), "succeeded");
  assert.ok(leastM > 1.5, `they came within ${leastM} m`);
  assert.deepEqual(rig.held("rover"), ["b"]);
  assert.deepEqual(rig.held("cart"), ["a"]);
  assert.deepEqual(rig.traffic().waits, []);
});

test("robots that want each other's places find a way past each other", async (t) => {
  const rig = await trafficRig(t, lane, { rover: robotAt(0, 0), cart: robotAt(12, 0) });
  const first = await rig.send(move(12, 0));
  const second = await rig.send(move(0, 0), anna, "cart");
  let leastM = Infinity;
  await rig.passUntil(() => {
    leastM = Math.min(leastM, rig.distanceM("rover", "cart"));
    const ended = [
      rig.service.getCommand("default", "rover", first.command_id)!,
      rig.service.getCommand("default", "cart", second.command_id)!,
    ];
    return ended.every(({ state }) => state === "succeeded");
  });
  assert.ok(leastM > 1.5, `they came within ${leastM} m`);
  const [found] = rig.incidents("traffic_deadlock");
  assert.equal(found?.data["action"], "give_way", JSON.stringify(found?.data));
  assert.match(String(found?.data["summary"]), /rover.*cart|cart.*rover/);
});

test("a circle that nobody can leave is reported by name, and the robots stand", async (t) => {
  const { bay: _bay, ...corridors } = lane.corridors;
  const { wait: _wait, ...places } = lane.places;
  const rig = await trafficRig(
    t,
    { corridors, places },
    { rover: robotAt(0, 0), cart: robotAt(12, 0) },
  );
  await rig.send(move(12, 0));
  await rig.send(move(0, 0), anna, "cart");
  await rig.passUntil(() => rig.incidents("traffic_deadlock").length > 0);
  const [found] = rig.incidents("traffic_deadlock");
  assert.equal(found!.data["severity"], "critical");
  assert.equal(found!.data["action"], null);
  await rig.pass(5000);
  assert.ok(rig.distanceM("rover", "cart") > 1.5);
  assert.equal(rig.incidents("traffic_deadlock").length, 1);
});

test("a lost robot keeps what it had until a person frees it, which the record shows", async (t) => {
  const rig = await trafficRig(t, lane, { rover: robotAt(0, 0), cart: robotAt(12, 0) });
  await rig.send(move(6, 4));
  await rig.passUntil(() => rig.body().body.xM > 2);
  rig.body().faults.silent = true;
  // Whatever it does now, nobody hears of it.
  const before = rig.held("rover");
  assert.ok(before.includes("west"));
  const other = await rig.send(move(0, 0), anna, "cart");
  await rig.pass(70_000);
  assert.deepEqual(rig.held("rover"), before);
  assert.ok(rig.body("cart").body.xM > 6, "the other robot stands before the corridor");
  const [wait] = rig.traffic().waits;
  assert.deepEqual([wait?.robot_id, wait?.robots], ["cart", ["rover"]]);
  rig.body().halt();
  Object.assign(rig.body().body, { xM: 20, yM: 20 });
  const freed = await rig.free("rover", "carried away");
  assert.deepEqual(freed?.toSorted(), before);
  const entry = rig.audit().findLast(({ event }) => event === "reservations_freed");
  assert.deepEqual([entry?.robot_id, entry?.why], ["rover", "carried away"]);
  assert.equal(rig.brokenLink(), null);
  await rig.passUntil(
    () => rig.service.getCommand("default", "cart", other.command_id)!.state === "succeeded",
  );
});

test("reservations outlast a crash of the box", async (t) => {
  const rig = await trafficRig(t, lane, { rover: robotAt(0, 0), cart: robotAt(12, 0) });
  await rig.send(move(6, 4));
  await rig.passUntil(() => rig.body().body.xM > 2);
  const fences = new Map(rig.traffic().reservations.map(({ name, fence }) => [name, fence]));
  rig.body().faults.silent = true;
  await rig.crash();
  await rig.pass(1000);
  const after = rig.traffic().reservations.filter(({ robot_id: id }) => id === "rover");
  assert.ok(after.some(({ name }) => name === "west"));
  for (const { name, fence } of after) assert.equal(fence, fences.get(name));
  const other = await rig.send(move(0, 0), anna, "cart");
  await rig.pass(20_000);
  assert.ok(rig.body("cart").body.xM > 6);
  // Its own place frees what it does not stand in.
  rig.body().halt();
  Object.assign(rig.body().body, { xM: 6, yM: 4 });
  rig.body().faults.silent = false;
  await rig.passUntil(
    () => rig.service.getCommand("default", "cart", other.command_id)!.state === "succeeded",
  );
  const last = rig.traffic().reservations.find(({ name }) => name === "a");
  assert.ok(last!.fence > Math.max(...fences.values()), "fences never begin again");
});

test("a way against one-way corridors is refused by name before anything moves", async (t) => {
  const corridors = {
    up: {
      points: [
        [0, 0],
        [12, 0],
      ] as PointM[],
      isOneWay: true,
    },
  };
  const { wait: _wait, ...places } = lane.places;
  const rover = robotAt(12, 0);
  rover.sim!.dock = { frame: "map", x: 0, y: 0 };
  const rig = await trafficRig(t, { corridors, places }, { rover });
  await assert.rejects(rig.send(move(0, 0)), /no_way: no corridors lead there/);
  await assert.rejects(rig.send({ command: "dock" }), /no_way: no corridors lead there/);
  assert.deepEqual(rig.incidents(), []);
});

test("a circular route of reservations, where each robot wants the next one's place, is reported by name before anything moves", async (t) => {
  const corners: PointM[] = [
    [0, 0],
    [8, 0],
    [4, 7],
  ];
  const ids = ["rover", "cart", "truck"];
  const ring = (at: number) => ({ points: [corners[at]!, corners[(at + 1) % 3]!], isOneWay: true });
  const layout = {
    corridors: { ab: ring(0), bc: ring(1), ca: ring(2) },
    places: { a: { at: corners[0]! }, b: { at: corners[1]! }, c: { at: corners[2]! } },
  };
  const robots = Object.fromEntries(ids.map((id, at) => [id, robotAt(...corners[at]!)]));
  const rig = await trafficRig(t, layout, robots);
  for (const [at, id] of ids.entries()) await rig.send(move(...corners[(at + 1) % 3]!), anna, id);
  await rig.passUntil(() => rig.incidents("traffic_deadlock").length > 0);
  await rig.pass(10_000);
  const [found] = rig.incidents("traffic_deadlock");
  assert.match(
    String(found!.data["summary"]),
    /wait for each other, and none has a free way out. Move one of them/,
  );
  for (const [at, id] of ids.entries()) {
    assert.ok(String(found!.data["summary"]).includes(id), id);
    const { xM, yM } = rig.body(id).body;
    assert.deepEqual([xM, yM], corners[at], `${id} stands`);
  }
});

test("without corridors a movement reaches the robot as it was sent", async (t) => {
  const rig = await trafficRig(t, { corridors: {}, places: {} }, { rover: robotAt(0, 0) });
  const sent = await rig.send(move(3, 0));
  assert.equal(rig.body().goal?.id, sent.command_id);
  assert.deepEqual(rig.traffic().reservations, []);
});

test("pause, resume and stop hold a robot that waits for a corridor", async (t) => {
  const rig = await trafficRig(t, lane, { rover: robotAt(6, 0), cart: robotAt(12, 0) });
  const sent = await rig.send(move(6, 4), anna, "cart");
  await rig.pass(1000);
  assert.equal(rig.traffic().waits[0]?.robot_id, "cart");
  await rig.send({ command: "pause" }, anna, "cart");
  await rig.send(move(0, 0));
  await rig.pass(30_000);
  assert.ok(Math.abs(rig.body("cart").body.xM - 12) < 0.1);
  await rig.send({ command: "resume" }, anna, "cart");
  await rig.passUntil(() => rig.body("cart").body.xM < 11);
  await rig.service.stop(anna, "cart", null);
  await rig.pass(2000);
  assert.equal(await isDone(rig, "cart", sent.command_id), "cancelled");
  assert.equal(rig.body("cart").goal, null);
});
