import assert from "node:assert/strict";
import { test } from "node:test";
import { SimFloor } from "../../../src/adapters/robot-sim/sim-floor.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import { randomFrom } from "../../support/perception/drawn-sound.ts";

const goTo = (robot: SimRobot, xM: number, yM: number): void => {
  const path = [{ frame: "map", xM, yM, yawRad: null }];
  const limits = { maxSpeedMps: 1.5, maxTurnRadps: 1.5 };
  robot.goal = { id: "goal", kind: "move_to", path, endsInDock: false, ...limits };
};

function pair(apartM: number, settings: { distance_m: number }[], radiusM = 0.3): SimRobot[] {
  const floor = new SimFloor();
  return settings.map((each, at) => {
    const start = { frame: "map", x: at * apartM, y: 0 };
    const robot = new SimRobot({ ...each, start }, "map", radiusM);
    robot.floor = floor;
    floor.add(robot);
    return robot;
  });
}

test("robots that drive at each other never come closer than the distance that they keep", () => {
  const random = randomFrom(7);
  for (let run = 0; run < 500; run += 1) {
    const kept = [random(), random()];
    const [a, b] = pair(
      3 + random() * 4,
      kept.map((distance_m) => ({ distance_m })),
    );
    goTo(a!, 10, random() - 0.5);
    goTo(b!, -10, random() - 0.5);
    let leastM = Infinity;
    for (let step = 0; step < 200; step += 1) {
      for (const robot of [a!, b!]) robot.step(0.02 + random() * 0.08);
      leastM = Math.min(leastM, Math.hypot(a!.body.xM - b!.body.xM, a!.body.yM - b!.body.yM));
    }
    assert.ok(leastM >= 0.6 + Math.max(...kept) - 1e-9, `run ${run}: ${leastM} m`);
  }
});

test("a robot waits for another one in its way, goes on behind it, and gives up after half a minute", () => {
  const [a, b] = pair(3, [{ distance_m: 0.3 }, { distance_m: 0.3 }]);
  goTo(a!, 6, 0);
  for (let step = 0; step < 100; step += 1) assert.equal(a!.step(0.1), null);
  assert.ok(a!.body.xM > 1.9 && a!.body.xM <= 2.1, `${a!.body.xM}`);
  b!.body.yM = 5;
  let ended = null;
  for (let step = 0; step < 100 && !ended; step += 1) ended = a!.step(0.1);
  assert.equal(ended?.state, "succeeded");
  Object.assign(b!.body, { xM: 9, yM: 0 });
  goTo(a!, 12, 0);
  ended = null;
  for (let step = 0; step < 400 && !ended; step += 1) ended = a!.step(0.1);
  assert.equal(ended?.reason, "obstacle: another robot is in the way");
});

test("robots that stand in each other may part", () => {
  const [a, b] = pair(0.1, [{ distance_m: 0.3 }, { distance_m: 0.3 }]);
  goTo(a!, -4, 0);
  let ended = null;
  for (let step = 0; step < 200 && !ended; step += 1) ended = a!.step(0.1);
  assert.equal(ended?.state, "succeeded");
  assert.equal(b!.body.xM, 0.1);
});
