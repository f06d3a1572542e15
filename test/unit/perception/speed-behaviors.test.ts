import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Actor, halfOf, runBehavior } from "../../support/perception/scripted-tracks.ts";

/** A road seen from above: the picture is 32 m wide and 18 m high. */
const road = {
  road: {
    xyxy: [0, 0, 1, 1] as [number, number, number, number],
    metres: { width: 32, height: 18 },
  },
};
const everySecond = (frame: number): boolean => frame % 2 === 0;

/** Drives along y = 0.7 from the left edge at `mps`. */
function driver(id: number, mps: number, startSec = 0): Actor {
  return {
    id,
    label: "car",
    at: (t) => (t < startSec ? null : [((t - startSec) * mps) / 32, 0.7]),
  };
}

describe("speeding", () => {
  const behavior = { type: "speeding", zone: "road", max_mps: 8 };
  const ask = (actors: Actor[], more: object = {}) =>
    runBehavior({ behavior, zones: road, actors, untilSec: 3, ...more });

  test("fires half a second after a car that is too fast comes in, and not for a slower one", () => {
    for (const keep of [() => true, everySecond]) {
      const verdict = ask([driver(1, 9), driver(2, 7)], { fps: 10, keep });
      assert.deepEqual([...verdict.subjects], ["1"]);
      assert.ok(Math.abs(verdict.firstSec! - 0.5) <= 0.3, `at ${verdict.firstSec}`);
    }
  });

  test("says nothing of a car that jumps once, as boxes do when another thing hides it", () => {
    const jumper: Actor = { id: 1, label: "car", at: (t) => [t < 1.5 ? 0.2 : 0.6, 0.7] };
    assert.equal(ask([jumper], { fps: 10 }).firstSec, undefined);
  });

  test("a gap of a second starts the measurement again, without an alarm for the way between", () => {
    const hidden: Actor = {
      id: 1,
      label: "car",
      at: (t) => (t > 1 && t < 2.2 ? null : [(t < 2 ? 0.1 : 0.6) + t * 0.02, 0.7]),
    };
    assert.equal(ask([hidden], { fps: 10, untilSec: 4 }).firstSec, undefined);
  });

  test("measures on the ground: far away the same way in the picture is more metres", () => {
    const trapeze = {
      road: {
        polygon: [
          [0.4, 0.2],
          [0.6, 0.2],
          [1, 1],
          [0, 1],
        ] as [number, number][],
        metres: { width: 8, height: 40 },
      },
    };
    const across = (y: number): Actor => ({ id: 1, label: "car", at: (t) => [0.42 + t * 0.04, y] });
    const speedAt = (y: number) =>
      runBehavior({
        behavior: { type: "speeding", zone: "road", max_mps: 1 },
        zones: trapeze,
        actors: [across(y)],
        untilSec: 2,
        fps: 10,
      }).firstSec;
    assert.equal(speedAt(0.95), undefined, "0.35 m/s in front");
    assert.ok(speedAt(0.25) !== undefined, "1.4 m/s at the back");
  });
});

describe("running", () => {
  // Heights of 0.3; the picture is 16:9, so 0.1 of its width is 0.59 heights.
  const mover = (id: number, heightsPerSec: number, from = 0): Actor => ({
    id,
    at: (t) => [0.05 + Math.max(0, t - from) * ((heightsPerSec * 0.3) / (16 / 9)), 0.7],
  });

  test("fires for a runner, with half of the frames too, and not for who walks briskly", () => {
    for (const seed of [0, 1, 2, 3]) {
      const keep = seed === 0 ? () => true : halfOf(seed);
      const verdict = runBehavior({
        behavior: { type: "running" },
        actors: [mover(1, 2.2, 1), mover(2, 1.1)],
        untilSec: 3.4,
        fps: 12,
        keep,
      });
      assert.deepEqual([...verdict.subjects], ["1"]);
      assert.ok(Math.abs(verdict.firstSec! - 1.8) <= 0.35, `at ${verdict.firstSec}`);
    }
  });

  test("is about people where no class is named", () => {
    const dog = { ...mover(1, 3), label: "dog" };
    const ask = (more: object) =>
      runBehavior({ behavior: { type: "running", ...more }, actors: [dog], untilSec: 2 }).firstSec;
    assert.equal(ask({}), undefined);
    assert.ok(ask({ classes: ["dog"] }) !== undefined);
  });
});

describe("stopped_vehicle", () => {
  const behavior = { type: "stopped_vehicle", zone: "road", seconds: 10 };
  const ask = (actors: Actor[], more: object = {}) =>
    runBehavior({ behavior, zones: road, actors, untilSec: 20, ...more });
  /** Brakes to a stop in the middle at four seconds. */
  const stopper = (id: number, label = "car"): Actor => ({
    id,
    label,
    at: (t) => [Math.min(0.6, 0.2 + 0.1 * t), 0.7],
  });

  test("fires ten seconds after the stop, within 0.3 s with half of the frames", () => {
    for (const keep of [() => true, everySecond, (frame: number) => frame % 2 === 1]) {
      const { firstSec } = ask([stopper(1)], { keep });
      assert.ok(Math.abs(firstSec! - 14) <= 0.3, `at ${firstSec}`);
    }
  });

  test("a shaking box stands, a creeping car does not, and people are no vehicles", () => {
    const shaking: Actor = { ...stopper(1), at: (t) => [0.6 + 0.01 * Math.sin(t * 20), 0.7] };
    const creeping: Actor = { ...stopper(2), at: (t) => [0.1 + 0.02 * t, 0.7] };
    const verdict = ask([shaking, creeping, stopper(3, "person")]);
    assert.deepEqual([...verdict.subjects], ["1"]);
  });

  test("what hides the car for five seconds does not end its stop", () => {
    const hidden: Actor = { ...stopper(1), at: (t) => (t > 3 && t < 8 ? null : [0.6, 0.7]) };
    const { firstSec } = ask([hidden]);
    assert.ok(Math.abs(firstSec! - 10) <= 0.3, `at ${firstSec}`);
  });

  test("a car that goes on starts again where it stops next", () => {
    const twice: Actor = {
      ...stopper(1),
      at: (t) => [t < 8 ? 0.2 : t < 9 ? 0.2 + (t - 8) * 0.5 : 0.7, 0.7],
    };
    assert.ok(Math.abs(ask([twice]).firstSec! - 19) <= 0.3);
  });
});

describe("proximity", () => {
  const behavior = { type: "proximity", zone: "road", distance: 2 };
  const ask = (actors: Actor[], more: object = {}) =>
    runBehavior({ behavior, zones: road, actors, untilSec: 6, ...more });
  const truck: Actor = { id: 1, label: "truck", at: () => [0.5, 0.7] };
  /** Comes nearer by one metre a second, and is two metres away at 3 s. */
  const comes = (id: number, label = "person"): Actor => ({
    id,
    label,
    at: (t) => [0.5 - (5 - t) / 32, 0.7],
  });

  test("fires when a person comes nearer than the distance, also with half of the frames", () => {
    for (const keep of [() => true, everySecond]) {
      const verdict = ask([truck, comes(2)], { fps: 10, keep });
      // Two metres at 3.0 s, and half a second of it.
      assert.ok(Math.abs(verdict.firstSec! - 3.5) <= 0.3, `at ${verdict.firstSec}`);
      assert.deepEqual([...verdict.subjects], ["1+2"]);
      assert.equal(verdict.found[0]!.findings[0]!.tracks.length, 2);
    }
  });

  test("is silent for two of the same kind, and for who stays away", () => {
    const away: Actor = { id: 3, at: () => [0.1, 0.7] };
    assert.equal(ask([truck, comes(2, "truck"), away]).firstSec, undefined);
  });

  test("bridges a gap in which one of the two is out of sight", () => {
    const hidden: Actor = { ...comes(2), at: (t) => (t > 3.1 && t < 4.6 ? null : [0.47, 0.7]) };
    const verdict = ask([truck, hidden], { behavior: { ...behavior, seconds: 4 }, fps: 10 });
    assert.ok(Math.abs(verdict.firstSec! - 4) <= 0.75, `at ${verdict.firstSec}`);
  });
});
