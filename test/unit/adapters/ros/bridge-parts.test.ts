import assert from "node:assert/strict";
import { test } from "node:test";
import { BatteryReader } from "../../../../src/adapters/ros/child/sensors/battery.ts";
import { endOf } from "../../../../src/adapters/ros/child/nav2/nav-goals.ts";
import { Outbox } from "../../../../src/adapters/ros/child/outbox.ts";
import type { FromBridge } from "../../../../src/adapters/ros/child/core/protocol.ts";
import { rotationOf, Transforms } from "../../../../src/adapters/ros/child/core/transforms.ts";
import { VelocityPublisher } from "../../../../src/adapters/ros/child/nav2/velocity-publisher.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const edge = (parent: string, child: string, [x, y, yaw]: [number, number, number]) => ({
  header: { frame_id: parent, stamp: { sec: 0, nanosec: 0 } },
  child_frame_id: child,
  transform: { translation: { x, y, z: 0 }, rotation: rotationOf(yaw) },
});

test("transforms compose from map to base, whatever slashes their names have", () => {
  const tree = new Transforms();
  tree.take(
    { transforms: [edge("/map", "odom", [1, 2, Math.PI / 2])] },
    { isStatic: false, nowMs: 0 },
  );
  tree.take({ transforms: [edge("odom", "/base", [3, 0, 0.25])] }, { isStatic: false, nowMs: 0 });
  tree.take({ transforms: [edge("base", "laser", [0.5, 0, 0])] }, { isStatic: true, nowMs: 0 });
  const { pose } = tree.pose("map", "base", 10)!;
  assert.ok(Math.abs(pose.xM - 1) < 1e-9 && Math.abs(pose.yM - 5) < 1e-9);
  assert.ok(Math.abs(pose.yawRad - (Math.PI / 2 + 0.25)) < 1e-9);
});

test("a pose is unknown without a way, with a stale part, with a loop, and never from what is not finite", () => {
  const tree = new Transforms();
  const take = (transform: object, isStatic = false) =>
    tree.take({ transforms: [transform] }, { isStatic, nowMs: 0 });
  take(edge("map", "odom", [0, 0, 0]), true);
  assert.equal(tree.pose("map", "base", 0), null);
  take(edge("odom", "base", [Number.NaN, 0, 0]));
  assert.equal(tree.pose("map", "base", 0), null);
  take(edge("odom", "base", [1, 0, 0]));
  assert.equal(tree.pose("map", "base", 3000)?.pose.xM, 1);
  assert.equal(tree.pose("map", "base", 3001), null);
  take(edge("base", "odom", [0, 0, 0]));
  assert.equal(tree.pose("map", "base", 0), null);
});

test("a pose is as old as its oldest moving part, and a part that stands on the map has no age", () => {
  const tree = new Transforms();
  const take = (parent: string, child: string, nowMs: number, isStatic = false): void =>
    tree.take({ transforms: [edge(parent, child, [0, 0, 0])] }, { isStatic, nowMs });
  take("base", "laser", 0, true);
  take("odom", "base", 100);
  for (let nowMs = 100; nowMs <= 3000; nowMs += 50) take("map", "odom", nowMs);
  assert.equal(tree.pose("map", "laser", 3000)!.atMs, 100);
  take("odom", "base", 2900);
  assert.equal(tree.pose("map", "laser", 3000)!.atMs, 2900);
});

test("a rotation that is zero or not unit is refused and named, and what was heard before grows old", () => {
  const tree = new Transforms();
  const take = (rotation: object, nowMs: number): void => {
    const transform = { translation: { x: nowMs, y: 0, z: 0 }, rotation };
    const one = { header: { frame_id: "map" }, child_frame_id: "base", transform };
    tree.take({ transforms: [null, {}, one] }, { isStatic: false, nowMs });
  };
  take({ x: 0, y: 0, z: 0, w: 0 }, 1);
  assert.equal(tree.pose("map", "base", 1), null);
  assert.match(tree.problem!, /the transform of base has no unit rotation/);
  take({ x: 0, y: 0, z: 0, w: 1.004 }, 2);
  assert.deepEqual([tree.problem, tree.pose("map", "base", 3)?.atMs], [null, 2]);
  for (const wrong of [{ x: 0, y: 0, z: 1, w: 1 }, { w: 1 }, { x: 0, y: 0, z: 0, w: 0.5 }]) {
    take(wrong, 3);
    assert.deepEqual(tree.pose("map", "base", 4), {
      pose: { xM: 2, yM: 0, yawRad: 0 },
      atMs: 2,
    });
  }
});

test("a velocity ends when it is not renewed, and zero is repeated for half a second, then nothing", () => {
  const clock = new FakeClock();
  const said: { atMs: number; linearMps: number }[] = [];
  const hand = new VelocityPublisher(clock, ({ linearMps }) =>
    said.push({ atMs: clock.monoMs(), linearMps }),
  );
  const startMs = clock.monoMs();
  hand.drive({ linearMps: 0.5, angularRadps: 0 }, 120);
  clock.advance(60);
  hand.drive({ linearMps: 0.4, angularRadps: 0 }, 120);
  clock.advance(2000);
  const lastMoving = said.findLastIndex(({ linearMps }) => linearMps !== 0);
  assert.equal(said[lastMoving + 1]!.atMs - startMs, 180);
  const zeros = said.slice(lastMoving + 1);
  assert.ok(zeros.every(({ linearMps }) => linearMps === 0));
  assert.ok(zeros.length >= 10 && zeros.at(-1)!.atMs - startMs <= 180 + 500);
  assert.equal(hand.isBusy, false);
});

test("who takes the robot over hears zero once, and then nothing of the hand", () => {
  const clock = new FakeClock();
  const said: number[] = [];
  const hand = new VelocityPublisher(clock, ({ linearMps }) => said.push(linearMps));
  hand.release();
  hand.drive({ linearMps: 0.5, angularRadps: 0 }, 200);
  hand.release();
  clock.advance(1000);
  assert.deepEqual(said, [0.5, 0]);
});

test("battery levels keep to their scale, and what was not measured is not said", () => {
  const auto = new BatteryReader("auto");
  const read = (percentage: number) => auto.read({ percentage, power_supply_status: 1 })?.percent;
  assert.deepEqual(
    [read(0.5), read(1), read(Number.NaN), read(-1)],
    [50, 100, undefined, undefined],
  );
  assert.deepEqual([read(55), read(1), read(0.5), read(101)], [55, 1, 0.5, undefined]);
  assert.equal(new BatteryReader("percent").read({ percentage: 1 })?.percent, 1);
  assert.equal(new BatteryReader("fraction").read({ percentage: 55 }), undefined);
});

test("ends are read by the fields that a version of Nav2 has", () => {
  const ends: [object, number, string, string | null][] = [
    [{ result: {} }, 4, "succeeded", null],
    [{ error_code: 0, error_msg: "" }, 4, "succeeded", null],
    [
      { error_code: 203, error_msg: "no path" },
      6,
      "failed",
      "robot_failed: X ended: code 203, no path",
    ],
    [{}, 5, "cancelled", "cancelled"],
    [
      { missed_waypoints: Int32Array.of(0, 2) },
      4,
      "failed",
      "waypoints_missed: 0, 2 (counted from 0)",
    ],
    [{ missed_waypoints: [{ index: 1 }] }, 4, "failed", "waypoints_missed: 1 (counted from 0)"],
    [{ missed_waypoints: [{ waypoint_index: 0, waypoint_status: 1 }] }, 4, "succeeded", null],
    [{ success: false, error_code: 903 }, 4, "failed", "robot_failed: X ended: code 903"],
  ];
  for (const [result, status, state, reason] of ends) {
    assert.deepEqual(endOf({ status, result: { ...result } }, "X"), { state, reason });
  }
});

test("while the box takes nothing, the newest values of each source wait, and no more", () => {
  const sent: FromBridge[] = [];
  const taken: (() => void)[] = [];
  const outbox = new Outbox(7, (message, done) => {
    sent.push(message);
    taken.push(done);
  });
  for (let n = 0; n < 1000; n += 1) {
    const velocity = { linearMps: n, angularRadps: 0 };
    outbox.send({ type: "sample", sample: { source: "odom", velocity } });
  }
  outbox.send({ type: "progress", progress: { commandId: "a", state: "succeeded", reason: null } });
  assert.equal(sent.length, 2);
  taken[0]!();
  assert.equal(sent.length, 3);
  assert.equal(sent[2]!.type === "sample" && sent[2]!.sample.velocity?.linearMps, 999);
});
