import assert from "node:assert/strict";
import { test } from "node:test";
import { circleOf, whoCanFinish } from "../../../../src/robots/traffic/deadlocks.ts";
import { TrafficNetwork } from "../../../../src/robots/traffic/network.ts";
import { Reservations } from "../../../../src/robots/traffic/reservations.ts";
import { planWay } from "../../../../src/robots/traffic/way-planner.ts";
import { Way } from "../../../../src/robots/traffic/way.ts";
import { onlyLong } from "../../../support/box/long-form.ts";
import { layoutCorridor, layoutPlace } from "../../../support/robots/traffic-layout.ts";
import { simulateTraffic } from "../../../support/robots/traffic-week.ts";

const areas = (...keys: string[]) => keys.map((key) => ({ key, name: key }));

test("an area has one holder, a request gets all or nothing, and fences only rise", () => {
  const table = new Reservations(7);
  assert.equal(table.take("a", areas("x", "y"), 0), true);
  assert.equal(table.take("b", areas("z", "y"), 0), false);
  assert.equal(table.holderOf("z"), undefined);
  assert.deepEqual(
    table.of("a").map(({ fence }) => fence),
    [8, 9],
  );
  table.release("a", "y");
  assert.equal(table.take("b", areas("y"), 0), true);
  assert.equal(table.holderOf("y")!.fence, 10);
});

test("of two stored reservations of an area the newer one holds", () => {
  const table = new Reservations();
  table.restore("a", [{ key: "x", name: "x", fence: 3, sinceMs: 0 }]);
  table.restore("b", [{ key: "x", name: "x", fence: 5, sinceMs: 0 }]);
  assert.equal(table.holderOf("x")!.robotId, "b");
  assert.deepEqual(table.of("a"), []);
  assert.equal(table.fence, 5);
});

test("robots can finish if an order exists in which each way is free in turn", () => {
  const chain = [
    { id: "a", held: ["1"], needs: ["1", "2"] },
    { id: "b", held: ["2"], needs: ["2", "3"] },
  ];
  assert.deepEqual([...whoCanFinish(chain, new Set())].toSorted(), ["a", "b"]);
  assert.deepEqual([...whoCanFinish(chain, new Set(["3"]))], []);
  const swap = [
    { id: "a", held: ["1"], needs: ["1", "2"] },
    { id: "b", held: ["2"], needs: ["2", "1"] },
  ];
  assert.deepEqual([...whoCanFinish(swap, new Set())], []);
});

test("a circle of waits is found, and a chain of waits is none", () => {
  const waits = (of: Record<string, string[]>) =>
    new Map(Object.entries(of).map(([id, robots]) => [id, new Set(robots)]));
  assert.equal(circleOf(waits({ a: ["b"], b: ["c"] })), null);
  assert.deepEqual(circleOf(waits({ a: ["b"], b: ["c"], c: ["b"] }))?.toSorted(), ["b", "c"]);
});

test("a way follows corridors in their directions, and a robot waits only where it stands in none", () => {
  const network = new TrafficNetwork("map", {
    corridors: [
      layoutCorridor(
        "one",
        [
          [0, 0],
          [10, 0],
        ],
        { isOneWay: true },
      ),
      layoutCorridor("two", [
        [10, 0],
        [10, 10],
      ]),
      layoutCorridor("back", [
        [10, 10],
        [0, 0],
      ]),
    ],
    places: [layoutPlace("corner", [10, 0], "waiting")],
  });
  const there = planWay(network, { from: [0, 0], to: [10, 0] });
  assert.deepEqual("points" in there && there.points, [
    [0, 0],
    [10, 0],
  ]);
  const back = planWay(network, { from: [10, 0], to: [0, 0] });
  assert.deepEqual("points" in back && back.points, [
    [10, 0],
    [10, 10],
    [0, 0],
  ]);
  const way = new Way(
    [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    network,
    0.3,
  );
  for (const stopM of way.stopsM) {
    const kinds = way.areasBetween(stopM, stopM).map(({ kind }) => kind);
    assert.ok(!kinds.includes("corridor"), `${stopM}: ${kinds.join(", ")}`);
  }
  assert.ok(way.stopsM.some((stopM) => Math.abs(stopM - 10) < 0.2));
});

const safe = { doubleOccupancies: 0, overlaps: 0, conflicts: 0, failed: 0, unresolved: 0 };

async function assertMoving(robots: number, hours: number, leastTrips: number): Promise<void> {
  const figures = await simulateTraffic({ robots, hours, rule: "ways_open", seed: 3 });
  for (const [name, value] of Object.entries(safe))
    assert.equal(figures[name as keyof typeof safe], value, name);
  assert.ok(figures.longestDeadlockSec <= 60, `${figures.longestDeadlockSec} s`);
  assert.ok(figures.trips >= leastTrips, `${figures.trips} ways`);
}

test("20 robots in lanes for both directions never share an area, and none is stuck", async () => {
  await assertMoving(20, 0.25, 80);
});

test("a day with 20 robots goes by like that", { skip: onlyLong }, async () => {
  await assertMoving(20, 24, 10_000);
});
