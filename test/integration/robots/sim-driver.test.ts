import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SimCamera } from "../../../src/adapters/robot-sim/sim-camera.ts";
import { SimDriver } from "../../../src/adapters/robot-sim/sim-driver.ts";
import { SimRobot } from "../../../src/adapters/robot-sim/sim-robot.ts";
import { robotDriverConformance } from "../../conformance/robot-driver.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { HeardRobot } from "../../support/robots/heard-robot.ts";
import { makeHandling } from "../../support/jobs/make-handling.ts";

describe("the simulated robot as a driver", () => {
  robotDriverConformance(async () => {
    const clock = new FakeClock();
    const robot = new SimRobot({}, "map");
    const camera = new SimCamera(robot, {});
    return {
      driver: new SimDriver({ robot, clock, camera }),
      frame: "map",
      pass: async (ms) => {
        clock.advance(ms);
        await new Promise(setImmediate);
      },
      setSilent: (isSilent) => void (robot.faults.silent = isSilent),
      breakLink: null,
      refuse: (kind) => void (robot.faults.refuse = [kind]),
      again: () => new SimDriver({ robot, clock }),
    };
  });
});

function drive(robot: SimRobot, sec: number): string[] {
  const ends: string[] = [];
  for (let at = 0; at < sec; at += 0.1) {
    const outcome = robot.step(0.1);
    if (outcome) ends.push(`${outcome.state} ${outcome.reason}`);
  }
  return ends;
}

const goalTo = (xM: number, yM: number) => ({
  id: "g",
  kind: "move_to" as const,
  path: [{ frame: "map", xM, yM, yawRad: null }],
  maxSpeedMps: 1,
  maxTurnRadps: 2,
  endsInDock: false,
});

test("an obstacle in the way ends a goal before the robot is in it", () => {
  const wall: [number, number][] = [
    [1, -1],
    [2, -1],
    [2, 1],
    [1, 1],
  ];
  const robot = new SimRobot({ obstacles: [wall] }, "map");
  robot.goal = goalTo(3, 0);
  assert.deepEqual(drive(robot, 10), ["failed obstacle: the way is blocked"]);
  assert.ok(robot.body.xM < 1);
});

test("drift takes the robot off its line, driving costs battery, an empty one ends the goal", () => {
  const robot = new SimRobot({ faults: { drift_mps: 0.3 }, battery_percent: 50 }, "map");
  robot.goal = goalTo(4, 0);
  let offM = 0;
  for (let at = 0; at < 30; at += 1) {
    robot.step(0.1);
    offM = Math.max(offM, Math.abs(robot.body.yM));
  }
  assert.ok(offM > 0.01);
  assert.ok(robot.body.batteryPercent < 50);
  robot.goal = goalTo(4, 4);
  robot.body.batteryPercent = 0.0001;
  assert.deepEqual(drive(robot, 2), ["failed battery_low"]);
});

test("in its dock the robot charges; driving off ends that", () => {
  const dock = { frame: "map", x: 0, y: 0 };
  const robot = new SimRobot({ dock, battery_percent: 40 }, "map");
  robot.goal = { ...goalTo(0, 0), endsInDock: true };
  drive(robot, 20);
  assert.ok(robot.isDocked && robot.body.batteryPercent > 45);
  robot.goal = goalTo(1, 0);
  drive(robot, 1);
  assert.equal(robot.isDocked, false);
});

test("a load changes hands at the end of the time that it takes, and a stop before that leaves it", async () => {
  const clock = new FakeClock();
  const robot = new SimRobot({}, "map");
  const driver = new SimDriver({ robot, clock });
  const heard = new HeardRobot();
  driver.open(heard);
  const send = async (kind: "pick" | "drop", loadId: string | null = null): Promise<void> => {
    const command = { kind, ...makeHandling({ loadId, loadType: "EPAL" }) };
    await driver.execute({ id: `${kind} ${loadId}`, command, maxSpeedMps: 1, maxTurnRadps: 1 });
  };
  await assert.rejects(send("drop"), { code: "robot_refused", message: /carries no load/ });
  await send("pick", "L-1");
  clock.advance(1500);
  assert.deepEqual(heard.latest("loads"), []);
  await driver.stop();
  clock.advance(2000);
  assert.deepEqual(heard.latest("loads"), []);
  await send("pick", "L-1");
  clock.advance(2500);
  assert.deepEqual(heard.latest("loads"), [
    { id: "L-1", type: "EPAL", position: null, weightKg: null },
  ]);
  await assert.rejects(send("pick", "L-2"), { code: "robot_refused", message: /a load already/ });
  await assert.rejects(send("drop", "L-2"), { code: "robot_refused", message: /carries L-1/ });
  await send("drop", "L-1");
  clock.advance(2500);
  assert.deepEqual(heard.latest("loads"), []);
  assert.deepEqual(
    heard.progress.filter(({ state }) => state !== "executing").map(({ state }) => state),
    ["cancelled", "succeeded", "succeeded"],
  );
  await driver.close();
});

test("a simulated camera is followed at its rate until the robot is removed, and has no topics", async () => {
  const clock = new FakeClock();
  const robot = new SimRobot({}, "map");
  const driver = new SimDriver({ robot, clock, camera: new SimCamera(robot, {}) });
  driver.open(new HeardRobot());
  const captures: number[] = [];
  const ends: string[] = [];
  const sink = {
    onPicture: ({ capturedMs }: { capturedMs: number }) => void captures.push(capturedMs),
    onEnd: (reason: string) => void ends.push(reason),
  };
  driver.followCamera({ topic: null, fps: 10 }, sink);
  clock.advance(1000);
  assert.equal(captures.length, 10);
  assert.equal(captures.at(-1), clock.monoMs());
  robot.faults.silent = true;
  clock.advance(1000);
  assert.equal(captures.length, 10);
  await driver.close();
  assert.match(ends.join(), /removed or changed/);
  driver.followCamera({ topic: "front", fps: 10 }, sink);
  await new Promise(setImmediate);
  assert.match(String(ends[1]), /name no topic/);
});
