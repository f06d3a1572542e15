import assert from "node:assert/strict";
import { test } from "node:test";
import { SimFloor } from "../../../../src/adapters/robot-sim/sim-floor.ts";
import { SimRobot } from "../../../../src/adapters/robot-sim/sim-robot.ts";
import { SimScanner } from "../../../../src/adapters/robot-sim/sim-scanner.ts";

/** Distance in a direction, as seen from the robot in degrees. */
function distanceAt(scanner: SimScanner, degrees: number): number {
  const { rangesM, startRad, stepRad } = scanner.scan();
  return rangesM[Math.round(((degrees / 180) * Math.PI - startRad) / stepRad)]!;
}

test("the scanner sees the near side of obstacles, people and other robots, and nothing beyond its range", () => {
  const robot = new SimRobot(
    {
      start: { frame: "map", x: 1, y: 0, yaw: Math.PI / 2 },
      obstacles: [
        [
          [0, 4],
          [2, 4],
          [2, 5],
          [0, 5],
        ],
      ],
      people: [{ way: [[4, 0]], speed_mps: 0 }],
    },
    "map",
  );
  const floor = new SimFloor();
  const other = new SimRobot({ start: { frame: "map", x: -3, y: 0 } }, "map", 0.5);
  floor.add(robot);
  floor.add(other);
  robot.floor = floor;
  const scanner = new SimScanner(robot, { fov_degrees: 360, beams: 361, range_m: 8 });
  assert.ok(Math.abs(distanceAt(scanner, 0) - 4) < 0.01, "the wall ahead");
  assert.ok(Math.abs(distanceAt(scanner, -90) - 2.8) < 0.01, "the person to the right");
  assert.ok(Math.abs(distanceAt(scanner, 90) - 3.5) < 0.01, "the robot to the left");
  assert.equal(distanceAt(scanner, 180), 0, "nothing behind");
  assert.equal(distanceAt(new SimScanner(robot, { range_m: 3 }), 0), 0, "too far");
});
