import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  arrivals,
  body,
  type GoldenScene,
  latestSec,
  playGolden,
  vehicle,
} from "../../support/perception/golden-scene.ts";

const zones: GoldenScene["zones"] = {
  yard: { xyxy: [0.4, 0.4, 0.8, 1] },
  gate: {
    line: [
      [0.5, 0.2],
      [0.5, 1],
    ],
  },
};
type Scene = Omit<GoldenScene, "zones">;
const play = (scene: Scene) => playGolden({ zones, ...scene });

/** One incident, opened when it is due, however the frames arrive. */
function assertTimed(scene: Scene, dueSec: number): void {
  for (const { name, keep } of arrivals()) {
    const found = play({ ...scene, keep });
    const times = found.map((one) => one.openedSec);
    assert.equal(found.length, 1, `${name}: opened at [${times.join(", ")}]`);
    const [openedSec] = times;
    assert.ok(openedSec! >= dueSec - 0.3, `${name}: ${openedSec}, too early for ${dueSec}`);
    assert.ok(openedSec! <= latestSec(dueSec, keep), `${name}: ${openedSec}, due ${dueSec}`);
  }
}

function assertSilent(scene: Scene, why: string): void {
  for (const { name, keep } of arrivals()) {
    const found = play({ ...scene, keep });
    assert.deepEqual(
      found.map((one) => one.openedSec),
      [],
      `${why}, ${name}`,
    );
  }
}

/** Comes from the left, enters the yard at 2 s, stands at 0.6 from 4 s on. */
const comer = body((t) => [Math.min(0.6, 0.2 + 0.1 * t), 0.7]);
const passer = (speed: number, y = 0.72) =>
  body((t) => (speed * t > 1.1 ? null : [-0.05 + speed * t, y]));

describe("golden scenes: intrusion", () => {
  test("fires when the feet cross the edge, and after `seconds` of it", () => {
    const things = [comer];
    const at = (seconds: number) => ({
      behavior: { type: "intrusion", zone: "yard", seconds },
      things,
      untilSec: 9,
    });
    assertTimed(at(0), 2);
    assertTimed(at(3), 5);
  });

  test("is silent just outside of the zone, just under the time, and for another class", () => {
    const behavior = { type: "intrusion", zone: "yard", classes: ["person"] };
    const beside = [body(() => [0.392, 0.7]), body(() => [0.6, 0.392])];
    assertSilent({ behavior, things: beside, untilSec: 12 }, "beside");
    // Crosses the 0.4 of the yard in 3.2 s.
    const scene = { behavior: { ...behavior, seconds: 3.6 }, untilSec: 12 };
    assertSilent({ ...scene, things: [passer(0.125)] }, "in a hurry");
    assertSilent({ behavior, things: [vehicle(() => [0.6, 0.7])], untilSec: 5 }, "a car");
  });
});

describe("golden scenes: loitering", () => {
  const behavior = { type: "loitering", zone: "yard", seconds: 10 };

  test("fires after ten seconds inside", () => {
    assertTimed({ behavior, things: [comer], untilSec: 14 }, 12);
  });

  test("is silent for nine and a half seconds inside", () => {
    const leaver = body((t) => [
      t < 10.5 ? Math.min(0.6, 0.2 + 0.1 * t) : Math.max(0.2, 0.6 - 0.2 * (t - 10.5)),
      0.7,
    ]);
    assertSilent({ behavior, things: [leaver], untilSec: 20 }, "left at 11.5 s");
  });

  test("a pillar that hides him for 1.6 s does not end his stay; 4 s behind it do", () => {
    const hiddenFor = (sec: number) =>
      body((t) => (t > 6 && t < 6 + sec ? null : [Math.min(0.6, 0.2 + 0.1 * t), 0.7]));
    // The two seconds that a stay bridges count from the last frame that arrived.
    const scene = { behavior, things: [hiddenFor(1.2)], untilSec: 14 };
    assertTimed(scene, 12);
    assert.equal(play({ ...scene, things: [hiddenFor(1.7)] }).length, 1);
    assertTimed({ behavior, things: [hiddenFor(4)], untilSec: 22 }, 20);
  });

  test("somebody who walks past in front of him does not take his time along", () => {
    const things = (from: number) => [
      body((t) => {
        const hiding = 0.6 - (-0.05 + 0.16 * (t - from));
        return t > 4 && Math.abs(hiding) < 0.05 ? null : [Math.min(0.6, 0.2 + 0.1 * t), 0.7];
      }),
      body((t) => (t < from || t > from + 7 ? null : [-0.05 + 0.16 * (t - from), 0.74])),
    ];
    assertTimed({ behavior, things: things(3), untilSec: 14 }, 12);
  });

  test("the detector changes his class and his height from frame to frame", () => {
    const desk = (t: number): number => (t > 5 && t < 8 ? 0.62 : 0.7);
    const sitter = body((t) => [Math.min(0.6, 0.2 + 0.1 * t), desk(t)], 0.3);
    const dithering = { ...comer, labelAt: (i: number) => (i % 3 === 0 ? "bicycle" : "person") };
    const people = { ...behavior, classes: ["person"] };
    assertTimed({ behavior: people, things: [sitter], untilSec: 14 }, 12);
    assertTimed({ behavior: people, things: [dithering], untilSec: 14 }, 12);
  });
});

describe("golden scenes: line crossing", () => {
  const crossing = (direction: "any" | "a_to_b" | "b_to_a") => ({
    behavior: { type: "line_crossing", line: "gate", direction },
    untilSec: 9,
  });

  test("fires when the feet are past the line, in the asked direction only", () => {
    // At 0.5 after 4 s; past the band of 5 % of the height at 4.15 s.
    const things = [body((t) => [0.1 + 0.1 * t, 0.7])];
    assertTimed({ ...crossing("any"), things }, 4.15);
    assertTimed({ ...crossing("b_to_a"), things }, 4.15);
    assertSilent({ ...crossing("a_to_b"), things }, "other way");
  });

  test("fires once for who is hidden on the line, and for each of a crowd", () => {
    const hidden = body((t) => (t > 3.5 && t < 4.8 ? null : [0.1 + 0.1 * t, 0.7]));
    for (const { name, keep } of arrivals()) {
      assert.equal(play({ ...crossing("any"), things: [hidden], keep }).length, 1, name);
    }
    const crowd = [0.5, 0.65, 0.8, 0.95].map((y, i) => body((t) => [0.1 * i + 0.1 * t, y], 0.14));
    for (const { name, keep } of arrivals()) {
      const found = play({ ...crossing("any"), things: crowd, keep });
      assert.equal(found.length, 4, name);
    }
  });

  test("is silent for who turns back before it, stands on it, or passes its end", () => {
    const turning = body((t) => [0.47 - 0.05 * Math.abs(t - 4), 0.7]);
    const onIt = body(() => [0.5, 0.7]);
    const above = body((t) => [0.1 + 0.1 * t, 0.18], 0.15);
    const things = [turning, onIt, above];
    assertSilent({ ...crossing("any"), things }, "no crossing");
  });
});

describe("golden scenes: wrong direction", () => {
  const behavior = { type: "wrong_direction", zone: "yard", heading: 90, seconds: 1 };

  test("fires after a second against the way, counted from the entry", () => {
    // At the edge 0.8 after 2 s.
    const things = [body((t) => [1 - 0.1 * t, 0.7], 0.2)];
    assertTimed({ behavior, things, untilSec: 6 }, 3);
  });

  test("is silent along the way, across it, outside, for who stands, and for a step back", () => {
    const along = passer(0.15);
    const across = body((t) => [0.5, Math.max(0.5, 0.99 - 0.08 * t)], 0.15);
    const outside = body((t) => [0.9 - 0.1 * t, 0.38], 0.2);
    const still = body(() => [0.75, 0.6], 0.2);
    const things = [along, across, outside, still];
    assertSilent({ behavior, things, untilSec: 6 }, "allowed");
    const stepper = body((t) => [0.42 + 0.06 * t - (t > 3 && t < 3.4 ? 0.03 : 0), 0.7]);
    assertSilent({ behavior, things: [stepper], untilSec: 6 }, "a step back");
  });
});

describe("golden scenes: crowding", () => {
  const behavior = { type: "crowding", zone: "yard", min_count: 3, seconds: 4 };
  const two = [body(() => [0.5, 0.7], 0.2), body(() => [0.58, 0.8], 0.2)];
  const third = (leavesSec: number) =>
    body((t) => {
      const x = t < leavesSec ? Math.max(0.7, 1 - 0.1 * t) : 0.7 + 0.15 * (t - leavesSec);
      return x > 1 ? null : [x, 0.75];
    }, 0.2);

  test("fires four seconds after the third came in", () => {
    assertTimed({ behavior, things: [...two, third(99)], untilSec: 9 }, 6);
  });

  test("is silent for two and one beside the zone, and when the third leaves early", () => {
    const beside = body(() => [0.82, 0.7], 0.2);
    assertSilent({ behavior, things: [...two, beside], untilSec: 8 }, "two");
    assertSilent({ behavior, things: [...two, third(4.8)], untilSec: 12 }, "3.5 s");
  });

  test("one who is hidden for a moment still counts", () => {
    const hidden = body((t) => (t > 4 && t < 5.2 ? null : [Math.max(0.7, 1 - 0.1 * t), 0.75]), 0.2);
    assertTimed({ behavior, things: [...two, hidden], untilSec: 9 }, 6);
  });
});

describe("golden scenes: protective equipment", () => {
  const behavior = { type: "ppe_missing", zone: "yard", classes: ["no-helmet"], seconds: 2 };
  const worker = (label: string) => body((t) => [Math.min(0.6, 0.2 + 0.1 * t), 0.7], 0.3, label);

  test("fires after two seconds in the zone without a helmet, and not with one", () => {
    assertTimed({ behavior, things: [worker("no-helmet")], untilSec: 7 }, 4);
    assertSilent({ behavior, things: [worker("helmet")], untilSec: 7 }, "with a helmet");
  });

  test("is silent for a detector's slip of a few frames, and outside", () => {
    const slip = {
      ...worker("helmet"),
      labelAt: (i: number) => (i % 7 < 2 ? "no-helmet" : "helmet"),
    };
    assertSilent({ behavior, things: [slip], untilSec: 10 }, "slips");
    const outside = body(() => [0.3, 0.7], 0.3, "no-helmet");
    assertSilent({ behavior, things: [outside], untilSec: 7 }, "outside");
  });
});
