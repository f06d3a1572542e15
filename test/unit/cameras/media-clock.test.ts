import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ArrivalRate } from "../../../src/cameras/arrival-rate.ts";
import { MediaClock } from "../../../src/cameras/media-clock.ts";
import { StallWatch } from "../../../src/cameras/stall-watch.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

suite("wall time of frames", () => {
  test("follows the earliest arrival: late frames do not move it, an earlier one does", () => {
    const clock = new FakeClock(1_000_000);
    const media = new MediaClock(clock, "live");
    clock.advance(300);
    assert.equal(media.stamp(10), 1_000_300);
    clock.advance(150);
    assert.equal(media.stamp(10.1), 1_000_400);
    clock.advance(30);
    assert.equal(media.stamp(10.2), 1_000_480);
    clock.advance(120);
    assert.equal(media.stamp(10.3), 1_000_580);
  });

  test("follows a camera whose clock is slow within two minutes", () => {
    const clock = new FakeClock(0);
    const media = new MediaClock(clock, "live");
    let wallMs = 0;
    for (let second = 0; second <= 180; second += 1) {
      wallMs = media.stamp(second * 0.99);
      clock.advance(1000);
    }
    assert.ok(Math.abs(wallMs - 180_000) < 1300, `${wallMs}`);
  });

  test("a step of the box's clock shows at once and is no jump of the camera", () => {
    const clock = new FakeClock(1_000_000);
    const media = new MediaClock(clock, "live");
    media.stamp(0);
    clock.jumpWall(3_600_000);
    clock.advance(100);
    assert.equal(media.stamp(0.1), 4_600_100);
    assert.equal(media.hasJumped(0.1), false);
  });

  test("notices a camera whose clock jumps either way", () => {
    const media = new MediaClock(new FakeClock(), "live");
    media.stamp(100);
    assert.equal(media.hasJumped(105), false);
    assert.equal(media.hasJumped(111), true);
    assert.equal(media.hasJumped(89), true);
  });

  test("a file starts now and follows its own times, however fast it is read", () => {
    const clock = new FakeClock(5000);
    const media = new MediaClock(clock, "file");
    assert.equal(media.stamp(7), 5000);
    assert.equal(media.stamp(60), 58_000);
    clock.advance(50_000);
    assert.equal(media.stamp(61), 59_000);
    assert.equal(media.hasJumped(6100), false);
  });
});

suite("rates and stalls", () => {
  test("frames per second are those of the last five seconds", () => {
    const rate = new ArrivalRate();
    for (let at = 0; at < 100; at += 1) rate.note(at * 100);
    assert.equal(Math.round(rate.fps(10_000)), 10);
    assert.equal(rate.fps(16_000), 0);
    rate.reset();
    assert.equal(rate.fps(16_000), 0);
  });

  test("a stall is max(2 s, 3 GOP), at most 30 s, and 20 s before the first picture", () => {
    const watch = new StallWatch();
    watch.begin(0);
    assert.equal(stalledAtMs(watch, 0), 20_250);
    watch.note({ key: true, ptsSec: 0 }, 1000);
    assert.equal(watch.limitMs(), 2000);
    watch.note({ key: true, ptsSec: 0.5 }, 1500);
    assert.equal(watch.limitMs(), 2000);
    watch.note({ key: true, ptsSec: 2.5 }, 3500);
    assert.equal(watch.limitMs(), 6000);
    assert.equal(stalledAtMs(watch, 3500), 9750);
    watch.note({ key: true, ptsSec: 62.5 }, 63_500);
    assert.equal(watch.limitMs(), 30_000);
  });

  test("a pause of the box itself is no stall of the camera", () => {
    const watch = new StallWatch();
    watch.begin(0);
    watch.note({ key: true, ptsSec: 0 }, 0);
    assert.equal(watch.check(10_000), false);
    assert.equal(stalledAtMs(watch, 10_000), 11_750);
  });
});

/** The time of the first check that finds a stall, of one each 250 ms after `fromMs`. */
function stalledAtMs(watch: StallWatch, fromMs: number): number {
  let nowMs = fromMs;
  do nowMs += 250;
  while (!watch.check(nowMs));
  return nowMs;
}
