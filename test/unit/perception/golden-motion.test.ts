import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import {
  arrivals,
  body,
  type GoldenScene,
  type GoldenThing,
  latestSec,
  playGolden,
  vehicle,
} from "../../support/perception/golden-scene.ts";

/** A yard seen from above: 32 m wide, 18 m high. */
const zones: GoldenScene["zones"] = {
  road: { xyxy: [0, 0, 1, 1], metres: { width: 32, height: 18 } },
};
type Scene = Omit<GoldenScene, "zones">;
const play = (scene: Scene) => playGolden({ zones, ...scene });

function assertTimed(scene: Scene, dueSec: number): void {
  for (const { name, keep } of arrivals({ evenly: true })) {
    const times = play({ ...scene, keep }).map((one) => one.openedSec);
    assert.equal(times.length, 1, `${name}: opened at [${times.join(", ")}]`);
    const [openedSec] = times;
    assert.ok(openedSec! >= dueSec - 0.3, `${name}: ${openedSec}, too early for ${dueSec}`);
    assert.ok(openedSec! <= latestSec(dueSec, keep), `${name}: ${openedSec}, due ${dueSec}`);
  }
}

function assertSilent(scene: Scene, why: string): void {
  for (const { name, keep } of arrivals({ evenly: true })) {
    const times = play({ ...scene, keep }).map((one) => one.openedSec);
    assert.deepEqual(times, [], `${why}, ${name}`);
  }
}

/** Drives to the right at `mps(t)` metres a second of which `metres` is the way. */
const driver = (metres: (t: number) => number) =>
  vehicle((t) => (metres(t) > 30 ? null : [0.05 + metres(t) / 32, 0.7]));

describe("golden scenes: speeding", () => {
  const behavior = { type: "speeding", zone: "road", max_mps: 5, seconds: 1.5 };

  test("fires after a second and a half above the limit", () => {
    // Waits two seconds, then 6.5 m/s.
    assertTimed(
      { behavior, things: [driver((t) => 6.5 * Math.max(0, t - 2))], untilSec: 5.5 },
      3.5,
    );
  });

  test("is silent just below the limit, for a short burst, and for a box that jumps", () => {
    assertSilent({ behavior, things: [driver((t) => 4.5 * t)], untilSec: 6 }, "4.5 m/s");
    const burst = driver((t) => 2 * t + 5 * Math.min(0.8, Math.max(0, t - 2)));
    assertSilent({ behavior, things: [burst], untilSec: 6 }, "0.8 s of 7 m/s");
    const jumper = driver((t) => (t < 3 ? 5 : 9));
    assertSilent({ behavior, things: [jumper], untilSec: 6 }, "a jump");
  });

  test("a van that hides it for a second does not make it slower or faster", () => {
    const hiding = (mps: number): GoldenThing => {
      const car = driver((t) => mps * t);
      return { ...car, box: (t) => (t > 1.6 && t < 2.4 ? null : car.box(t)) };
    };
    assert.equal(play({ behavior, things: [hiding(6.5)], untilSec: 4.5 }).length, 1);
    assertSilent({ behavior, things: [hiding(4.5)], untilSec: 6 }, "hidden at 4.5 m/s");
  });
});

describe("golden scenes: running", () => {
  const behavior = { type: "running", seconds: 1.5 };
  const mover = (heights: (t: number) => number) =>
    body((t) => {
      const x = 0.05 + (heights(t) * 0.3) / (16 / 9);
      return x > 0.95 ? null : [x, 0.8];
    });

  test("fires after a second and a half of running", () => {
    const things = [mover((t) => 0.3 * t + 1.9 * Math.max(0, t - 1.5))];
    assertTimed({ behavior, things, untilSec: 3.8 }, 3);
  });

  test("is silent for a brisk walk, a few quick steps, and who runs for a second only", () => {
    assertSilent({ behavior, things: [mover((t) => 1.15 * t)], untilSec: 4.4 }, "1.15 heights");
    const dash = mover((t) => 0.5 * t + 1.9 * Math.min(0.8, Math.max(0, t - 1.5)));
    assertSilent({ behavior, things: [dash], untilSec: 5 }, "0.8 s");
  });
});

describe("golden scenes: stopped vehicle", () => {
  const behavior = { type: "stopped_vehicle", zone: "road", seconds: 10 };
  /** Comes at 0.1 of the picture a second and stops at 4 s. */
  const at = (t: number): readonly [number, number] => [Math.min(0.6, 0.2 + 0.1 * t), 0.7];

  test("fires ten seconds after the stop, also when it is hidden in between", () => {
    assertTimed({ behavior, things: [vehicle(at)], untilSec: 16 }, 14);
    const hidden = vehicle((t) => (t > 7 && t < 9 ? null : at(t)));
    assertTimed({ behavior, things: [hidden], untilSec: 16 }, 14);
  });

  test("fires for a van that the detector takes for a truck now and then", () => {
    const van = { ...vehicle(at), labelAt: (i: number) => (i % 3 === 0 ? "truck" : "car") };
    assertTimed({ behavior, things: [van], untilSec: 16 }, 14);
  });

  test("is silent for nine and a half seconds, for creeping, and for a person", () => {
    const goesOn = vehicle((t) => [
      Math.min(0.6, 0.2 + 0.1 * t) + 0.1 * Math.max(0, t - 13.3),
      0.7,
    ]);
    assertSilent({ behavior, things: [goesOn], untilSec: 17 }, "9.3 s");
    assertSilent(
      { behavior, things: [vehicle((t) => [0.1 + 0.03 * t, 0.7])], untilSec: 16 },
      "creeps",
    );
    assertSilent({ behavior, things: [body(at)], untilSec: 16 }, "a person");
  });
});

describe("golden scenes: proximity", () => {
  const behavior = { type: "proximity", zone: "road", distance: 3, seconds: 1 };
  const truck = vehicle(() => [0.6, 0.7], "truck");
  /** Nearer by one metre a second, down to `nearest` metres; three metres at 5 s. */
  const comer = (nearest: number, label = "person") =>
    body((t) => [0.6 - Math.max(nearest, 8 - t) / 32, 0.7], 0.12, label);

  test("fires a second after the person is nearer than the distance", () => {
    assertTimed({ behavior, things: [truck, comer(2)], untilSec: 9 }, 6);
  });

  test("is silent just beyond the distance, for a touch of half a second, and among vehicles", () => {
    assertSilent({ behavior, things: [truck, comer(3.3)], untilSec: 10 }, "3.3 m");
    const brief = body((t) => [0.6 - (2.7 + 2 * Math.abs(t - 4)) / 32, 0.7], 0.12);
    assertSilent({ behavior, things: [truck, brief], untilSec: 8 }, "0.3 s");
    assertSilent({ behavior, things: [truck, comer(2, "car")], untilSec: 9 }, "two vehicles");
  });

  test("a pillar in between does not end it", () => {
    const near = comer(2);
    const hidden = { ...near, box: (t: number) => (t > 7 && t < 8 ? null : near.box(t)) };
    const scene = { behavior: { ...behavior, seconds: 5 }, things: [truck, hidden], untilSec: 12 };
    assertTimed(scene, 10);
  });
});

describe("golden scenes: fall", () => {
  const behavior = { type: "fall", seconds: 4 };
  const upright: BoxNorm = [0.45, 0.3, 0.55, 0.8];
  const lying: BoxNorm = [0.35, 0.65, 0.65, 0.85];
  const between = (share: number): BoxNorm => {
    const part = Math.min(1, Math.max(0, share));
    return upright.map((side, i) => side + (lying[i]! - side) * part) as unknown as BoxNorm;
  };
  /** Falls from 3 s on within `dropSec`, and gets up from `upSec` on. */
  const faller = (dropSec: number, upSec = 99): GoldenThing => ({
    box: (t) => between(t < upSec ? (t - 3) / dropSec : 1 - (t - upSec) / 0.6),
  });

  test("fires four seconds after somebody is down", () => {
    // The outline lies at two thirds of the way down.
    assertTimed({ behavior, things: [faller(0.6)], untilSec: 9.5 }, 7.4);
  });

  test("is silent for who gets up just before, sits down, or lies down slowly", () => {
    assertSilent({ behavior, things: [faller(0.6, 6.6)], untilSec: 10 }, "up after 3.2 s");
    assertSilent({ behavior, things: [faller(8)], untilSec: 14 }, "slowly");
    const sitting: BoxNorm = [0.44, 0.45, 0.57, 0.8];
    const sitter: GoldenThing = {
      box: (t) => {
        const part = Math.min(1, Math.max(0, (t - 3) / 0.8));
        return upright.map((side, i) => side + (sitting[i]! - side) * part) as unknown as BoxNorm;
      },
    };
    assertSilent({ behavior, things: [sitter], untilSec: 9 }, "sits");
  });
});
