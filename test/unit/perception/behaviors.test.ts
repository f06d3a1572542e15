import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Actor, halfOf, runBehavior } from "../../support/perception/scripted-tracks.ts";

const zones = { yard: { xyxy: [0.4, 0.4, 0.8, 1] as [number, number, number, number] } };

/** Walks from left to right along y = 0.7; feet enter the yard at `(0.4 − from) / speed` seconds. */
function walker(id: number, speed: number, from = 0): Actor {
  return { id, at: (t) => [Math.min(1, from + speed * t), 0.7] };
}

function still(id: number, x = 0.6, y = 0.7, label = "person"): Actor {
  return { id, label, at: () => [x, y] };
}

describe("intrusion", () => {
  test("fires as soon as the feet are inside, and stops after they leave", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion", zone: "yard" },
      zones,
      actors: [walker(1, 0.1)],
      untilSec: 15,
    });
    assert.equal(verdict.firstSec, 4);
    assert.deepEqual([...verdict.subjects], ["1"]);
    const lastSec = verdict.found.at(-1)!.tSec;
    assert.ok(lastSec >= 8 && lastSec <= 10.2, `still holds at ${lastSec}`);
  });

  test("begins again with a second person who comes where the first one left the picture", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion", zone: "yard" },
      zones,
      actors: [
        { ...still(1), at: (t) => (t < 2 ? [0.5 + 0.1 * t, 0.7] : null), endsSec: 2.6 },
        { ...still(2), at: (t) => (t < 3.4 ? null : [0.7, 0.7]) },
      ],
      untilSec: 5,
    });
    const subjectsAt = (sec: number) =>
      verdict.found.find(({ tSec }) => tSec >= sec)!.findings.map(({ subject }) => subject);
    assert.ok(verdict.found.every(({ tSec }) => tSec < 2.6 || tSec >= 3.4));
    assert.deepEqual(subjectsAt(3.4), ["2"]);
    assert.equal(verdict.found.find(({ tSec }) => tSec >= 3.4)!.findings[0]!.sinceSec, 1003.4);
  });

  test("is silent for somebody beside the zone whose head reaches into it", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion", zone: "yard" },
      zones: { yard: { xyxy: [0.4, 0.4, 0.8, 0.6] } },
      actors: [still(1, 0.6, 0.7)],
      untilSec: 10,
    });
    assert.equal(verdict.firstSec, undefined);
  });

  test("is silent for other classes, and counts motion as any class", () => {
    const ask = (label: string) =>
      runBehavior({
        behavior: { type: "intrusion", zone: "yard", classes: ["person"] },
        zones,
        actors: [still(1, 0.6, 0.7, label)],
        untilSec: 2,
      }).firstSec;
    assert.equal(ask("car"), undefined);
    assert.equal(ask("person"), 0);
    assert.equal(ask("motion"), 0);
  });

  test("with seconds, fires only for those who stay", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion", zone: "yard", seconds: 3 },
      zones,
      actors: [still(1), walker(2, 0.4)],
      untilSec: 10,
    });
    assert.deepEqual([...verdict.subjects], ["1"]);
  });

  test("without a zone the whole frame is meant", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion" },
      actors: [still(1, 0.05, 0.9)],
      untilSec: 1,
    });
    assert.equal(verdict.firstSec, 0);
  });

  test("a polygon with a notch does not include the notch", () => {
    const verdict = runBehavior({
      behavior: { type: "intrusion", zone: "u" },
      zones: {
        u: {
          polygon: [
            [0, 0],
            [0.3, 0],
            [0.3, 0.8],
            [0.7, 0.8],
            [0.7, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        },
      },
      actors: [still(1, 0.5, 0.5), still(2, 0.5, 0.9)],
      untilSec: 1,
    });
    assert.deepEqual([...verdict.subjects], ["2"]);
  });
});

describe("loitering", () => {
  const behavior = { type: "loitering", zone: "yard", seconds: 10 };

  test("fires after ten seconds within 0.3 s, also with half of the frames dropped", () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const verdict = runBehavior({
        behavior,
        zones,
        // Walks in, crosses the edge at 2.0 s, and stays.
        actors: [{ id: 1, at: (t) => [Math.min(0.6, 0.2 + 0.1 * t), 0.7] }],
        untilSec: 20,
        fps: 10,
        ...(seed === 0 ? {} : { keep: halfOf(seed) }),
      });
      assert.ok(verdict.firstSec !== undefined, `seed ${seed}: did not fire`);
      const error = verdict.firstSec - 12;
      // The nearest frame that arrived may itself be late by the length of a run of drops.
      const keep = seed === 0 ? () => true : halfOf(seed);
      let frame = 120;
      while (!keep(frame)) frame += 1;
      const gapSec = frame / 10 - 12;
      assert.ok(Math.abs(error) <= Math.max(0.3, gapSec + 0.05), `seed ${seed}: off by ${error} s`);
    }
  });

  test("every second frame missing at five a second stays within 0.3 s", () => {
    for (const parity of [0, 1]) {
      const verdict = runBehavior({
        behavior,
        zones,
        actors: [{ id: 1, at: (t) => [Math.min(0.6, 0.13 + 0.1 * t), 0.7] }],
        untilSec: 20,
        keep: (frame) => frame % 2 === parity,
      });
      assert.ok(Math.abs(verdict.firstSec! - 12.7) <= 0.3, `at ${verdict.firstSec}`);
    }
  });

  test("bridges gaps under two seconds, out of sight or outside", () => {
    const hidden: Actor = { id: 1, at: (t) => (t > 4 && t < 5.8 ? null : [0.6, 0.7]) };
    const outside: Actor = { id: 2, at: (t) => (t > 4 && t < 5.8 ? [0.3, 0.7] : [0.6, 0.7]) };
    const verdict = runBehavior({ behavior, zones, actors: [hidden, outside], untilSec: 11 });
    assert.equal(Math.round(verdict.firstSec!), 10);
    assert.deepEqual([...verdict.subjects].toSorted(), ["1", "2"]);
  });

  test("starts again after a gap of more than two seconds", () => {
    const actor: Actor = { id: 1, at: (t) => (t > 4 && t < 7 ? null : [0.6, 0.7]) };
    const verdict = runBehavior({ behavior, zones, actors: [actor], untilSec: 20 });
    assert.ok(Math.abs(verdict.firstSec! - 17) <= 0.3, `at ${verdict.firstSec}`);
  });

  test("a track that begins where one was lost goes on with its time, one beside it does not", () => {
    const at = (x: number) =>
      runBehavior({
        behavior,
        zones,
        actors: [
          { id: 1, at: (t) => (t < 5 ? [0.6, 0.7] : null) },
          { id: 2, at: (t) => (t < 5.6 ? null : [x, 0.7]) },
        ],
        untilSec: 14,
      }).firstSec;
    assert.ok(Math.abs(at(0.61)! - 10) <= 0.3, `at ${at(0.61)}`);
    assert.equal(at(0.7), undefined);
  });

  test("keeps the time of each track apart", () => {
    const verdict = runBehavior({
      behavior,
      zones,
      actors: [still(1), { id: 2, at: (t) => (t < 5 ? null : [0.5, 0.8]) }],
      untilSec: 13,
    });
    assert.deepEqual([...verdict.subjects], ["1"]);
  });

  test("is silent for those who pass", () => {
    const verdict = runBehavior({ behavior, zones, actors: [walker(1, 0.05)], untilSec: 30 });
    assert.equal(verdict.firstSec, undefined);
  });
});

describe("line crossing", () => {
  const line = {
    gate: {
      line: [
        [0.5, 0.2],
        [0.5, 1],
      ] as [[number, number], [number, number]],
    },
  };

  test("fires once, at the moment of crossing, with its direction", () => {
    const verdict = runBehavior({
      behavior: { type: "line_crossing", line: "gate" },
      zones: line,
      actors: [walker(1, 0.1)],
      untilSec: 9,
    });
    assert.equal(verdict.found.length, 1);
    assert.ok(Math.abs(verdict.firstSec! - 5.2) <= 0.4);
    // Along the line downwards, the left hand points to the right of the picture: side a.
    assert.equal(verdict.found[0]!.findings[0]!.direction, "b_to_a");
  });

  test("counts only the asked direction", () => {
    const ask = (direction: "any" | "a_to_b" | "b_to_a") =>
      runBehavior({
        behavior: { type: "line_crossing", line: "gate", direction },
        zones: line,
        actors: [walker(1, 0.1)],
        untilSec: 9,
      }).found.length;
    assert.deepEqual([ask("any"), ask("b_to_a"), ask("a_to_b")], [1, 1, 0]);
  });

  test("sees every crossing with half of the frames dropped", () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const verdict = runBehavior({
        behavior: { type: "line_crossing", zone: "gate" },
        zones: line,
        actors: [walker(1, 0.1), walker(2, 0.2), { id: 3, at: (t) => [0.9 - 0.1 * t, 0.8] }],
        untilSec: 9,
        keep: halfOf(seed),
      });
      assert.deepEqual([...verdict.subjects].toSorted(), ["1", "2", "3"], `seed ${seed}`);
    }
  });

  test("is silent for a thing that shakes on the line, and beyond its ends", () => {
    const shaking: Actor = { id: 1, at: (t) => [0.5 + 0.004 * Math.sin(9 * t), 0.7] };
    const above: Actor = { id: 2, at: (t) => [0.1 * t, 0.1] };
    const verdict = runBehavior({
      behavior: { type: "line_crossing", line: "gate" },
      zones: line,
      actors: [shaking, above],
      untilSec: 10,
    });
    assert.equal(verdict.firstSec, undefined);
  });

  test("sees a slow crossing that pauses on the line", () => {
    const pausing: Actor = {
      id: 1,
      at: (t) => [t < 2 ? 0.4 + 0.05 * t : t < 8 ? 0.5 : 0.5 + 0.05 * (t - 8), 0.7],
    };
    const verdict = runBehavior({
      behavior: { type: "line_crossing", line: "gate" },
      zones: line,
      actors: [pausing],
      untilSec: 12,
    });
    assert.equal(verdict.found.length, 1);
  });
});

describe("wrong direction", () => {
  const behavior = { type: "wrong_direction", zone: "yard", heading: 90 };

  test("fires against the allowed way and is silent along and across it", () => {
    const verdict = runBehavior({
      behavior,
      zones,
      actors: [
        walker(1, 0.1, 0.3),
        { id: 2, at: (t) => [0.9 - 0.1 * t, 0.8] },
        { id: 3, at: (t) => [0.5, Math.max(0.45, 0.99 - 0.1 * t)] },
        still(4),
      ],
      untilSec: 8,
    });
    assert.deepEqual([...verdict.subjects], ["2"]);
  });

  test("fires with half of the frames dropped", () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const verdict = runBehavior({
        behavior,
        zones,
        actors: [{ id: 2, at: (t) => [0.95 - 0.06 * t, 0.8] }, walker(1, 0.06, 0.3)],
        untilSec: 10,
        keep: halfOf(seed),
      });
      assert.deepEqual([...verdict.subjects], ["2"], `seed ${seed}`);
    }
  });

  test("is silent for a step back", () => {
    const verdict = runBehavior({
      behavior,
      zones,
      actors: [{ id: 1, at: (t) => [0.5 + (t > 2 && t < 2.4 ? -0.02 : 0) + 0.02 * t, 0.7] }],
      untilSec: 8,
    });
    assert.equal(verdict.firstSec, undefined);
  });
});

describe("crowding", () => {
  const behavior = { type: "crowding", zone: "yard", min_count: 3, seconds: 4 };
  const crowd = [still(1, 0.5), still(2, 0.6), { ...still(3, 0.7) }];

  test("fires for the zone as a whole once enough have been there long enough", () => {
    const verdict = runBehavior({ behavior, zones, actors: crowd, untilSec: 8 });
    assert.ok(Math.abs(verdict.firstSec! - 4) <= 0.3);
    assert.deepEqual([...verdict.subjects], ["zone"]);
    assert.equal(verdict.found[0]!.findings[0]!.count, 3);
  });

  test("is silent below the number, and when the third comes and goes", () => {
    const guest: Actor = { id: 3, at: (t) => (t % 6 < 2 ? [0.7, 0.7] : [0.2, 0.7]) };
    assert.equal(
      runBehavior({ behavior, zones, actors: crowd.slice(0, 2), untilSec: 8 }).firstSec,
      undefined,
    );
    const pair = [...crowd.slice(0, 2), guest];
    assert.equal(
      runBehavior({ behavior: { ...behavior, seconds: 5 }, zones, actors: pair, untilSec: 30 })
        .firstSec,
      undefined,
    );
  });

  test("holds while single members are out of sight for a moment", () => {
    const actors = crowd.map((actor, i): Actor => ({
      id: actor.id,
      at: (t) => (Math.floor(t * 5) % 3 === i ? null : actor.at(t)),
    }));
    const verdict = runBehavior({ behavior, zones, actors, untilSec: 8 });
    assert.ok(Math.abs(verdict.firstSec! - 4) <= 0.5, `at ${verdict.firstSec}`);
    assert.equal(verdict.found.length >= 18, true);
  });
});
