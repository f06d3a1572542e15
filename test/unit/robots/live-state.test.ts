import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveState } from "../../../src/robots/driver/live-state.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

test("a pose has the age of its oldest part, whenever it was told", () => {
  const clock = new FakeClock();
  const state = new LiveState(clock, { staleMs: 1000, offlineMs: 3000 });
  const pose = { frame: "map", xM: 1, yM: 0, yawRad: 0 };
  state.take({ source: "tf", pose, poseAgeMs: 2500 });
  clock.advance(400);
  assert.equal(state.measured("pose")?.ageMs, 2900);
  assert.notEqual(state.fresh("pose"), null);
  clock.advance(200);
  assert.equal(state.fresh("pose"), null);
});

test("a value that the robot no longer says is unknown at once, and others stay", () => {
  const state = new LiveState(new FakeClock(), { staleMs: 1000, offlineMs: 3000 });
  state.take({ source: "state", mode: "automatic", isEmergencyStopped: false });
  state.take({ source: "state", isEmergencyStopped: null });
  assert.deepEqual([state.fresh("isEmergencyStopped"), state.fresh("mode")], [null, "automatic"]);
  assert.equal(state.measured("isEmergencyStopped"), null);
});
