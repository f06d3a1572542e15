import assert from "node:assert/strict";
import { test } from "node:test";
import { StampClock } from "../../../../src/adapters/ros/child/sensors/stamp-clock.ts";

const stamped = (ms: number) => ({
  header: { stamp: { sec: Math.floor(ms / 1000), nanosec: Math.round((ms % 1000) * 1e6) } },
});
const at = (nowMs: number, wallMs = 0) => ({ nowMs, wallMs });

test("the age of a message counts from the one that came fastest, whatever the robot's clock says", () => {
  const clock = new StampClock(false);
  const robotMs = 1.7e12;
  assert.equal(clock.ageMs(stamped(robotMs), at(120)), 0);
  assert.equal(clock.ageMs(stamped(robotMs + 100), at(150)), 0, "faster by 70 ms");
  assert.equal(Math.round(clock.ageMs(stamped(robotMs + 200), at(600))), 350);
});

test("a clock that drifts away is followed within two minutes", () => {
  const clock = new StampClock(false);
  for (let sec = 0; sec < 180; sec += 1) clock.ageMs(stamped(1e6 + sec * 1001), at(sec * 1000));
  const backMs = 1e6 + 180 * 1001;
  for (let sec = 0; sec < 180; sec += 1) {
    clock.ageMs(stamped(backMs + sec * 999), at((180 + sec) * 1000));
  }
  const ageMs = clock.ageMs(stamped(backMs + 180 * 999), at(360_000));
  assert.ok(ageMs <= 130, `${ageMs} ms`);
});

test("a synchronized clock says the whole age, and a stamp of the future or none says 0", () => {
  const clock = new StampClock(true);
  assert.equal(clock.ageMs(stamped(10_000), at(0, 10_400)), 400);
  assert.equal(clock.ageMs(stamped(10_000), at(0, 9_900)), 0);
  assert.equal(clock.ageMs({ header: { stamp: { sec: 0, nanosec: 0 } } }, at(0, 9_900)), 0);
  assert.equal(clock.ageMs({}, at(0, 9_900)), 0);
});
