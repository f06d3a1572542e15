import assert from "node:assert/strict";
import { test } from "node:test";
import type { FrameTimes } from "../../../src/base/core/shown-frames.ts";
import { speedShare } from "../../../src/robots/driver/picture-limits.ts";
import { DriverSight } from "../../../src/robots/teleop/driver-sight.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

const limits = { streamId: "eye", fullSpeedAgeMs: 300, stopAgeMs: 900 };
const frame = (mediaTimeSec: number) =>
  ({ by: "video", track: "main", generation: 1, mediaTimeSec }) as const;

function sightOf(frames: Partial<FrameTimes>) {
  const clock = new FakeClock();
  const all = { newestMs: () => null, capturedMs: () => null, close: () => undefined, ...frames };
  const parts = { clock, frames: all, limits, maxSpeedMps: 1, maxTurnRadps: 2 };
  return { clock, sight: new DriverSight(parts) };
}

test("the share of the speed falls in a straight line from one age to the other", () => {
  const cases: [number | null, number][] = [
    [null, 0],
    [Number.NaN, 0],
    [0, 1],
    [300, 1],
    [600, 0.5],
    [899.4, 0.001],
    [900, 0],
    [Infinity, 0],
  ];
  for (const [ageMs, share] of cases) {
    assert.ok(Math.abs(speedShare(ageMs, limits) - share) < 1e-9, `${ageMs} ms`);
  }
});

test("the age counts from the capture of the newest frame that was named, and goes on", () => {
  const { clock, sight } = sightOf({
    capturedMs: (shown) => (shown.by === "video" ? shown.mediaTimeSec * 1000 : null),
  });
  const startMs = clock.monoMs();
  assert.equal(sight.ageMs, null);
  sight.shown(frame((startMs - 100) / 1000));
  assert.equal(Math.round(sight.ageMs!), 100);
  clock.advance(250);
  sight.shown(frame((startMs - 500) / 1000));
  assert.equal(Math.round(sight.ageMs!), 350, "an older frame makes it no older");
  sight.shown({ by: "webrtc", sessionId: "x", rtpTime: 1 });
  assert.equal(Math.round(sight.ageMs!), 350, "nor does one that nobody knows");
  assert.equal(sight.leftMs(sight.ageMs), 550);
});

test("a velocity is lowered as a whole, so that the robot keeps its curve", () => {
  const { sight } = sightOf({});
  assert.deepEqual(sight.lowered({ linearMps: 1, angularRadps: 1 }, 600), {
    linearMps: 0.5,
    angularRadps: 0.5,
  });
  const slow = { linearMps: -0.2, angularRadps: 0 };
  assert.equal(sight.lowered(slow, 600), slow);
  assert.equal(sight.lowered({ linearMps: -1, angularRadps: 0 }, 600).linearMps, -0.5);
});
