import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Vda5050Driver } from "../../../../src/adapters/vda5050/vda5050-driver.ts";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import type { PointM } from "../../../../src/base/geo/line.ts";
import { SiteTraffic } from "../../../../src/robots/traffic/site-traffic.ts";
import { withTraffic } from "../../../../src/robots/traffic/with-traffic.ts";
import { until } from "../../../support/box/wait.ts";
import { noBroker } from "../../../support/notifications/mosquitto.ts";
import { layoutCorridor, layoutPlace } from "../../../support/robots/traffic-layout.ts";
import { driverOptions, moveTo, vdaRig } from "../../../support/vda5050/rig.ts";

const points = (...all: PointM[]): PointM[] => all;

describe("a VDA 5050 robot in the traffic", { skip: noBroker }, () => {
  test("its released base ends at the border of what is reserved, and one order reaches the goal", async (t) => {
    const { robot, link, heard, driver: other } = await vdaRig(t, { robot: { speedMps: 4 } });
    await other.close();
    const kept: string[] = [];
    const traffic = new SiteTraffic({
      clock: systemClock,
      corridors: () => [
        layoutCorridor("near", points([0, 0], [6, 0])),
        layoutCorridor("far", points([6, 0], [12, 0])),
      ],
      places: () => [layoutPlace("end", [12, 0], "station")],
      keep: async (robots) => {
        kept.push(...robots.flatMap(({ holds }) => holds.map(({ name }) => name)));
      },
      kept: [
        {
          robotId: "lost",
          fence: 1,
          holds: [{ key: "corridor:far", name: "far", fence: 1, sinceMs: 0 }],
        },
      ],
      onFinding: () => undefined,
    });
    t.after(() => traffic.stop());
    const inTraffic = withTraffic({
      driver: new Vda5050Driver(driverOptions(link, { version: "2.1" })),
      robotId: "cart",
      radiusM: 0.3,
      traffic,
      clock: systemClock,
    });
    t.after(() => inTraffic.close());
    inTraffic.open(heard);
    await until(
      () => inTraffic.capabilities().some(({ name, available }) => name === "move_to" && available),
      { what: "the robot" },
    );
    const id = uuidv7(Date.now());
    await inTraffic.execute({ id, command: moveTo(12, 0), maxSpeedMps: 4, maxTurnRadps: 1 });
    await until(() => Boolean(traffic.members.get("cart")?.trip?.wait), { what: "the wait" });
    await until(() => Math.abs(robot.position.x - 6) < 0.3 && !robot.isDriving, {
      what: "the end of the base",
    });
    const ordersNow = () =>
      robot.received.filter(({ topic }) => topic === "order").map(({ frame }) => frame);
    for (const { nodes } of ordersNow()) {
      for (const node of nodes as any[])
        if (node.released) assert.ok(node.nodePosition.x <= 6.01, JSON.stringify(node));
      assert.equal((nodes as any[]).at(-1).released, false);
    }
    assert.ok(!heard.progress.some(({ state }) => state === "succeeded"));
    await traffic.free("lost");
    assert.equal((await heard.end(id)).state, "succeeded");
    assert.ok(
      robot.taken.every((order) => order.startsWith(`${id}/`)),
      robot.taken.join(" "),
    );
    assert.ok(Math.hypot(robot.position.x - 12, robot.position.y) < 0.05);
    assert.ok(kept.includes("near"));
    assert.deepEqual(robot.violations, []);
  });
});
