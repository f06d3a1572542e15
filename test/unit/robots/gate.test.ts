import assert from "node:assert/strict";
import { test } from "node:test";
import { AllowedSpace } from "../../../src/robots/driver/areas.ts";
import type { RobotCommand } from "../../../src/robots/driver/command.ts";
import { courseOf } from "../../../src/robots/commands/course.ts";
import { judge, type Situation } from "../../../src/robots/commands/gate.ts";
import { gateCases } from "../../support/robots/gate-oracle.ts";
import { siteCases } from "../../support/robots/site-oracle.ts";
import { makeHandling } from "../../support/jobs/make-handling.ts";
import { robotCommands } from "../../../src/robots/robot-terms.ts";

const runs = process.env["TEST_LONG"] === "1" ? 1_000_000 : 30_000;

test(`of ${runs} random commands none that is let through breaks a limit, and all rules refuse some`, () => {
  const refused = new Map<string, number>();
  let passed = 0;
  for (const { sent, now, violations } of gateCases(runs)) {
    const refusal = judge(sent, now);
    if (refusal) refused.set(refusal.rule, (refused.get(refusal.rule) ?? 0) + 1);
    else {
      passed += 1;
      const broken = violations();
      assert.deepEqual(broken, [], JSON.stringify({ sent, now }));
    }
  }
  assert.ok(passed > runs / 20, `${passed} passed`);
  assert.deepEqual([...refused.keys()].toSorted(), [
    "battery_low",
    "capability_missing",
    "e_stop_active",
    "keep_out_zone",
    "mode_refused",
    "not_finite",
    "outside_geofence",
    "picture_stale",
    "pose_unknown",
    "robot_offline",
    "speed_limit",
    "stopped_by_operator",
    "unknown_frame",
  ]);
});

test(`of ${runs} random commands on a site with corridors, a door, people and a map none that is let through breaks a limit`, () => {
  const refused = new Map<string, number>();
  let passed = 0;
  for (const { sent, now, violations } of siteCases(runs)) {
    const refusal = judge(sent, now);
    if (refusal) refused.set(refusal.rule, (refused.get(refusal.rule) ?? 0) + 1);
    else {
      passed += 1;
      assert.deepEqual(violations(), [], JSON.stringify({ sent, now }));
    }
  }
  assert.ok(passed > runs / 20, `${passed} passed`);
  for (const rule of ["no_way", "door_fault", "speed_limit", "outside_geofence"])
    assert.ok((refused.get(rule) ?? 0) > runs / 5000, `${rule}: ${refused.get(rule)}`);
});

test("a place where arithmetic ends is in no area, for goals and for poses", () => {
  const polygon: [number, number][] = [
    [-2.25, -6.06],
    [-4.14, -1.44],
    [-9.04, -0.73],
    [-13.6, -3.27],
    [-12.8, -8.47],
  ];
  const space = new AllowedSpace({ frame: "map", polygon }, []);
  for (const far of [1e308, -1e308, 1e200, 1e155, 1e6]) {
    for (const point of [[far, -8.4] as const, [-8, far] as const, [far, far] as const]) {
      assert.equal(space.problemAt("map", point, 0)?.rule, "outside_geofence", String(point));
    }
  }
  assert.equal(space.problemAt("map", [-8, -4], 0.2), null);
});

test("what breaks nothing is let through: the gate is no wall", () => {
  const square: [number, number][] = [
    [-10, -10],
    [10, -10],
    [10, 10],
    [-10, 10],
  ];
  const space = new AllowedSpace({ frame: "map", polygon: square }, []);
  const now: Situation = {
    isOnline: true,
    capabilities: robotCommands.map((name) => ({
      name,
      source: "test",
      available: true,
      reason: null,
    })),
    frames: ["map"],
    space,
    waySpace: space,
    courseOf: (sent) => courseOf(sent, { ownPlaces: () => [] })!,
    pose: { frame: "map", xM: 0, yM: 0 },
    speedLimitMps: 1,
    maxSpeedMps: 1,
    maxTurnRadps: 1.5,
    picture: null,
    batteryPercent: 15,
    batteryFloorPercent: 15,
    isEmergencyStopped: false,
    mode: "automatic",
    isHeld: false,
  };
  const target = { frame: "map", xM: 9.7, yM: -9.7, yawRad: null };
  for (const sent of [
    { kind: "move_to", target, maxSpeedMps: 1 },
    { kind: "follow_route", waypoints: [target], loops: 1, maxSpeedMps: null },
    { kind: "dock" },
    { kind: "undock" },
    { kind: "pick", ...makeHandling({ target, maxSpeedMps: 1 }) },
    { kind: "drop", ...makeHandling() },
    { kind: "pause" },
    { kind: "resume" },
    { kind: "set_speed_limit", maxSpeedMps: null },
    { kind: "announce", message: "x" },
    { kind: "teleop", linearMps: -1, angularRadps: 1.5, durationMs: 250 },
    { kind: "cancel", commandId: null },
    { kind: "localize", pose: target },
  ] satisfies RobotCommand[]) {
    assert.equal(judge(sent, now), null, sent.kind);
  }
  assert.equal(judge({ kind: "dock" }, { ...now, batteryPercent: 1 }), null, "the way to the dock");
  const outside = { ...now, pose: { frame: "map", xM: 30, yM: 0 } };
  assert.equal(judge({ kind: "move_to", target, maxSpeedMps: null }, outside), null, "back inside");
  const drop = (more = {}) => judge({ kind: "drop", ...makeHandling(more) }, outside)?.rule;
  assert.equal(drop({ target }), undefined, "back inside with its load");
  assert.equal(drop(), "outside_geofence");
  assert.equal(drop({ target, heightM: Number.NaN }), "not_finite");
  assert.equal(drop({ target, parameters: { tilt: Infinity } }), "not_finite");
});
