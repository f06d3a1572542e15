import assert from "node:assert/strict";
import { describe, test, type TestContext } from "node:test";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { PointM } from "../../../../src/base/geo/line.ts";
import { pointsOfCurve } from "../../../../src/robots/maps/corridor-curve.ts";
import { SiteTraffic } from "../../../../src/robots/traffic/site-traffic.ts";
import { withTraffic } from "../../../../src/robots/traffic/with-traffic.ts";
import { until } from "../../../support/box/wait.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { layoutCorridor, layoutPlace } from "../../../support/robots/traffic-layout.ts";
import { strictFactsheet } from "../../../support/vda5050/factsheet.ts";
import { strictFactsheet30 } from "../../../support/vda5050/factsheet-3-0.ts";
import { driverOptions, moveTo, vdaRig } from "../../../support/vda5050/rig.ts";

/** A quarter of a circle of 6 m around (0, 6). */
const bend = {
  degree: 2,
  knots: [0, 0, 0, 1, 1, 1],
  points: [
    { xM: 0, yM: 0, weight: 1 },
    { xM: 6, yM: 0, weight: Math.SQRT1_2 },
    { xM: 6, yM: 6, weight: 1 },
  ],
};
/** Distance to the way: the quarter, and then straight on. */
const offWay = ([x, y]: PointM): number =>
  y > 6 ? Math.abs(x - 6) : Math.abs(Math.hypot(x, y - 6) - 6);

function factsheetOf(version: "2.1" | "3.0", more: string[]) {
  const known = version === "3.0" ? strictFactsheet30 : strictFactsheet;
  const speed = version === "3.0" ? "maximumSpeed" : "maxSpeed";
  const names = ["order.nodes.nodePosition", `order.edges.${speed}`, ...more];
  const optionalParameters = names.map((parameter) => ({ parameter, support: "SUPPORTED" }));
  return { protocolFeatures: { ...known.protocolFeatures, optionalParameters } };
}

async function driveAround(
  t: TestContext,
  {
    version,
    takes,
    maxUncontrolledM = null,
  }: { version: "2.1" | "3.0"; takes: string[]; maxUncontrolledM?: number | null },
) {
  const robot = { speedMps: 2, factsheet: factsheetOf(version, takes) };
  const rig = await vdaRig(t, { version, robot });
  await rig.driver.close();
  const points = pointsOfCurve(bend, "bend");
  const traffic = new SiteTraffic({
    clock: systemClock,
    corridors: () => [
      layoutCorridor("bend", points, { curve: bend }),
      layoutCorridor("on", [
        [6, 6],
        [6, 10],
      ]),
    ],
    places: () => [layoutPlace("end", [6, 10], "station")],
    keep: async () => undefined,
    kept: [],
    onFinding: () => undefined,
  });
  t.after(() => traffic.stop());
  const checked: PointM[] = [];
  const own = new Vda5050Driver(driverOptions(rig.link, { version, maxUncontrolledM }));
  own.boundWay((_frame, _from, to) => {
    checked.push([to.xM, to.yM]);
    return null;
  });
  const driver = withTraffic({
    driver: own,
    robotId: "cart",
    radiusM: 0.3,
    traffic,
    clock: systemClock,
  });
  t.after(() => driver.close());
  driver.open(rig.heard);
  const isReady = () =>
    driver.capabilities().some(({ name, available }) => name === "move_to" && available);
  await until(() => isReady() && driver.takesCurves === takes.length > 0, { what: "the robot" });
  const id = uuidv7(Date.now());
  const way = driver.wayOf!(moveTo(6, 10))!;
  await driver.execute({ id, command: moveTo(6, 10), maxSpeedMps: 2, maxTurnRadps: 1 });
  assert.equal((await rig.heard.end(id)).state, "succeeded");
  const poses = rig.heard.samples.flatMap(({ pose }): PointM[] =>
    pose ? [[pose.xM, pose.yM]] : [],
  );
  const edges = rig.robot.received
    .filter(({ topic }) => topic === "order")
    .flatMap(({ frame }) => frame["edges"] as any[]);
  assert.deepEqual(rig.robot.violations, []);
  return { rig, poses, edges, checked, way };
}

describe("a VDA 5050 robot on a curved corridor", { skip: noBroker, concurrency: 4 }, () => {
  for (const version of ["2.1", "3.0"] as const) {
    test(`${version}: gets the curve where its factsheet takes trajectories, and drives along it`, async (t) => {
      const takes = ["order.edges.trajectory"];
      const { poses, edges, checked, way } = await driveAround(t, { version, takes });
      const curved = edges.filter(({ trajectory }) => trajectory);
      assert.ok(curved.length > 0);
      assert.ok(curved.every(({ trajectory }) => trajectory.degree === 2));
      assert.ok(
        new Set(edges.map(({ edgeId }) => edgeId)).size < 6,
        "the curve is not cut into chords",
      );
      assert.ok(poses.some(([x, y]) => x > 2 && y < 4));
      for (const pose of poses) assert.ok(offWay(pose) < 0.03, JSON.stringify(pose));
      const onBend = checked.filter(([x, y]) => x > 1 && y < 5);
      assert.ok(onBend.length > 4, "the bounds are checked along the curve");
      for (const point of onBend) assert.ok(offWay(point) < 0.03, JSON.stringify(point));
      assert.ok(way.length > 6, "the gate sees the curve");
    });
  }

  test("a curve is divided as a straight way is, so that the robot never has more than its bound", async (t) => {
    const takes = ["order.edges.trajectory"];
    const wish = { version: "2.1", takes, maxUncontrolledM: 2 } as const;
    const { poses, edges } = await driveAround(t, wish);
    assert.ok(new Set(edges.map(({ edgeId }) => edgeId)).size > 10);
    for (const pose of poses) assert.ok(offWay(pose) < 0.03, JSON.stringify(pose));
  });

  test("gets the lines that stand for the curve where its factsheet has no trajectories", async (t) => {
    const { poses, edges } = await driveAround(t, { version: "2.1", takes: [] });
    assert.ok(edges.every(({ trajectory }) => trajectory === undefined));
    assert.ok(edges.length > 6);
    for (const pose of poses) assert.ok(offWay(pose) < 0.05, JSON.stringify(pose));
  });
});
