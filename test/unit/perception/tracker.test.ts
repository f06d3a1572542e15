import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoxNorm } from "../../../src/base/contract/geometry.ts";
import { boxIou } from "../../../src/base/geo/box.ts";
import { assign } from "../../../src/perception/tracking/assignment.ts";
import { maxTracks, Tracker } from "../../../src/perception/tracking/tracker.ts";
import type { Detection } from "../../../src/perception/core/vision-port.ts";
import { halfOf, standing } from "../../support/perception/scripted-tracks.ts";
import { fc } from "../../support/box/properties.ts";

const aspect = 16 / 9;

function person(boxNorm: BoxNorm, score = 0.8): Detection {
  return { label: "person", score, boxNorm };
}

function newTracker(): Tracker {
  return new Tracker({ aspect, minScore: () => 0.4 });
}

/** Ids that were in sight in any frame of a script. */
function idsOver(
  script: (tSec: number) => readonly Detection[] | null,
  options: { untilSec: number; fps?: number; keep?: (frame: number) => boolean },
): { ids: Set<number>; tracker: Tracker; last: ReturnType<Tracker["update"]> } {
  const { untilSec, fps = 5, keep = () => true } = options;
  const tracker = newTracker();
  const ids = new Set<number>();
  let last = tracker.update({ tSec: 0, detected: true, detections: [] });
  for (let frame = 0; frame / fps <= untilSec; frame += 1) {
    if (!keep(frame)) continue;
    const tSec = 1 + frame / fps;
    const detections = script(frame / fps);
    last = tracker.update({
      tSec,
      detected: detections !== null,
      detections: detections ?? [],
    });
    for (const track of last.tracks) ids.add(track.id);
  }
  return { ids, tracker, last };
}

test("one walking person is one track", () => {
  const { ids } = idsOver((t) => [person(standing(0.1 + 0.08 * t, 0.8))], { untilSec: 10 });
  assert.deepEqual([...ids], [1]);
});

test("a person who runs at five frames a second is one track", () => {
  const { ids } = idsOver((t) => [person(standing(0.05 + 0.25 * t, 0.8))], { untilSec: 3.6 });
  assert.equal(ids.size, 1);
});

test("half of the frames missing does not split a track", () => {
  for (let seed = 1; seed < 20; seed += 1) {
    const { ids } = idsOver((t) => [person(standing(0.1 + 0.06 * t, 0.8))], {
      untilSec: 12,
      keep: halfOf(seed),
    });
    assert.equal(ids.size, 1, `seed ${seed}`);
  }
});

test("two people who cross keep their tracks", () => {
  const { ids, last } = idsOver(
    (t) => [person(standing(0.2 + 0.06 * t, 0.8)), person(standing(0.8 - 0.06 * t, 0.86))],
    { untilSec: 9 },
  );
  assert.equal(ids.size, 2);
  const left = last.tracks.find((track) => track.boxNorm[0] < 0.5);
  assert.equal(left?.id, last.tracks.length === 2 ? left?.id : -1);
  assert.equal(last.tracks.length, 2);
});

test("a person out of sight for under two seconds comes back as the same track", () => {
  const { ids } = idsOver(
    (t) => (t > 4 && t < 5.8 ? [] : [person(standing(0.2 + 0.03 * t, 0.8))]),
    { untilSec: 10 },
  );
  assert.deepEqual([...ids], [1]);
});

test("a person who is gone for five seconds is a new track", () => {
  const { ids } = idsOver((t) => (t > 4 && t < 9 ? [] : [person(standing(0.2, 0.8))]), {
    untilSec: 12,
  });
  assert.deepEqual([...ids], [1, 2]);
});

test("a parked car stays one track for three days of missed detections and quiet pictures", () => {
  const tracker = newTracker();
  const box: BoxNorm = [0.3, 0.5, 0.5, 0.7];
  const missed = halfOf(7);
  const ids = new Set<number>();
  let frame = 0;
  for (let tSec = 0; tSec < 3 * 86_400; tSec += frame % 500 === 0 ? 1200 : 0.2) {
    frame += 1;
    const quiet = frame % 500 < 250 || frame % 500 > 450;
    const jitter = ((frame * 7919) % 100) / 100_000;
    const shaken: BoxNorm = [box[0] + jitter, box[1], box[2] + jitter, box[3] - jitter];
    const label = frame % 11 === 0 ? "truck" : "car";
    const detections = missed(frame) ? [] : [{ label, score: 0.6, boxNorm: shaken }];
    const result = tracker.update({ tSec, detected: !quiet, detections: quiet ? [] : detections });
    for (const track of result.tracks) {
      ids.add(track.id);
      assert.equal(track.label, "car");
      assert.ok(boxIou(track.boxNorm, box) > 0.8);
    }
  }
  assert.deepEqual([...ids], [1]);
});

test("weak detections continue a track but start none", () => {
  const weakOnly = idsOver(() => [person(standing(0.5, 0.8), 0.3)], { untilSec: 4 });
  assert.equal(weakOnly.ids.size, 0);
  const fading = idsOver((t) => [person(standing(0.5, 0.8), t < 1 ? 0.8 : 0.3)], { untilSec: 9 });
  assert.deepEqual([...fading.ids], [1]);
  assert.equal(fading.last.tracks.length, 1);
});

test("a single false detection is no track", () => {
  const { ids } = idsOver((t) => (t === 2 ? [person(standing(0.5, 0.8))] : []), { untilSec: 6 });
  assert.equal(ids.size, 0);
});

test("the class is what most of the evidence says", () => {
  const { last } = idsOver(
    (t) => [
      {
        label: Math.round(t * 5) % 4 === 1 ? "bus" : "truck",
        score: 0.7,
        boxNorm: [0.2, 0.4, 0.5, 0.7],
      },
    ],
    { untilSec: 6 },
  );
  assert.deepEqual(
    last.tracks.map((track) => track.label),
    ["truck"],
  );
});

test("the same thing reported twice is one track", () => {
  const { ids } = idsOver(
    () => [
      { label: "car", score: 0.8, boxNorm: [0.2, 0.4, 0.5, 0.7] },
      { label: "truck", score: 0.6, boxNorm: [0.21, 0.4, 0.5, 0.7] },
    ],
    { untilSec: 3 },
  );
  assert.equal(ids.size, 1);
});

test("a moving thing that falls into pieces and joins again is one track", () => {
  const { ids } = idsOver(
    (t) => {
      const [x1, y1, x2, y2] = standing(0.1 + 0.05 * t, 0.8);
      const whole: Detection = { label: "motion", score: 1, boxNorm: [x1, y1, x2, y2] };
      if (Math.round(t * 5) % 3 !== 2) return [whole];
      const middle = y1 + (y2 - y1) * 0.45;
      return [
        { ...whole, boxNorm: [x1, y1, x2, middle] },
        { ...whole, boxNorm: [x1, middle + 0.02, x2, y2] },
      ];
    },
    { untilSec: 10 },
  );
  assert.deepEqual([...ids], [1]);
});

test("two moving things that meet and part keep their tracks", () => {
  const box = (x: number): BoxNorm => standing(x, 0.8);
  const { ids, last } = idsOver(
    (t) => {
      const a = box(0.2 + 0.05 * t);
      const b = box(0.8 - 0.05 * t);
      const motion = (boxNorm: BoxNorm): Detection => ({ label: "motion", score: 1, boxNorm });
      const meet = boxIou(a, b) > 0 || Math.abs(a[0] - b[0]) < 0.08;
      return meet
        ? [motion([Math.min(a[0], b[0]), a[1], Math.max(a[2], b[2]), a[3]])]
        : [motion(a), motion(b)];
    },
    { untilSec: 11 },
  );
  assert.ok(ids.size <= 3, `${ids.size} tracks`);
  assert.equal(last.tracks.length, 2);
});

test("more detections than there is room for are refused and counted", () => {
  const tracker = newTracker();
  const many = Array.from({ length: maxTracks + 40 }, (_, i): Detection => {
    const x = (i % 20) / 20;
    const y = Math.floor(i / 20) / 20;
    return person([x, y, x + 0.02, y + 0.02]);
  });
  tracker.update({ tSec: 0, detected: true, detections: many });
  const { tracks: seen } = tracker.update({ tSec: 0.2, detected: true, detections: many });
  assert.equal(seen.length, maxTracks);
  assert.equal(tracker.refused, 80);
});

test("whatever is detected, ids are unique, never reused, and each detection feeds one track", () => {
  const number = fc.double({ min: 0, max: 0.9, noNaN: true });
  const detection = fc.record({
    label: fc.constantFrom("person", "car", "motion"),
    score: fc.double({ min: 0.1, max: 1, noNaN: true }),
    boxNorm: fc
      .tuple(number, number, fc.double({ min: 0.01, max: 0.1, noNaN: true }))
      .map(([x, y, size]): BoxNorm => [x, y, x + size, y + size]),
  });
  const frame = fc.record({
    dtSec: fc.double({ min: 0.01, max: 4, noNaN: true }),
    detected: fc.boolean(),
    detections: fc.array(detection, { maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 30 }), (frames) => {
      const tracker = newTracker();
      const ended = new Set<number>();
      let tSec = 0;
      for (const { dtSec, detected, detections } of frames) {
        tSec += dtSec;
        const result = tracker.update({ tSec, detected, detections });
        for (const id of result.endedIds) ended.add(id);
        const ids = [...result.tracks, ...result.lost].map((track) => track.id);
        assert.equal(new Set(ids).size, ids.length);
        for (const id of ids) assert.ok(id > 0 && id <= tracker.confirmed && !ended.has(id));
        if (detected) {
          const fed = result.tracks.filter((track) => track.label !== "motion");
          assert.ok(fed.length <= detections.length);
        }
        for (const { boxNorm } of result.tracks) {
          assert.ok(boxNorm.every((value) => value >= 0 && value <= 1));
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("one good pair beats two poor ones", () => {
  const table = [
    [0.8, 0.55],
    [0.3, 0],
  ];
  const pairs = assign({ rows: 2, columns: 2 }, (row, column) => table[row]![column]!, 0.1);
  assert.deepEqual(pairs, [[0, 0]]);
});

test("a person in sight keeps the box for which one out of sight fits better", () => {
  const tracker = newTracker();
  const at = (x: number): Detection => person(standing(x, 0.8));
  const step = (tSec: number, detections: Detection[]): number[] =>
    tracker.update({ tSec, detected: true, detections }).tracks.map(({ id }) => id);
  assert.deepEqual(step(0, [at(0.5), at(0.58)]), []);
  assert.deepEqual(step(0.2, [at(0.5), at(0.58)]), [1, 2]);
  assert.deepEqual(step(0.4, [at(0.5), at(0.58)]), [1, 2]);
  assert.deepEqual(step(0.6, [at(0.58)]), [2], "the first steps behind something");
  assert.deepEqual(step(0.8, [at(0.52)]), [2], "and the second comes to where it was");
});

test("a child in front of a hidden adult is someone else", () => {
  const { last } = idsOver((t) => [person(standing(0.5, 0.8, t < 2 ? 0.4 : 0.18))], {
    untilSec: 3,
  });
  assert.deepEqual(
    last.tracks.map(({ id }) => id),
    [2],
  );
});

test("the nearer the scores are to the smallest, the more detections confirm a track", () => {
  const detectionsFor = (score: number, minScore: number): number => {
    const tracker = new Tracker({ aspect, minScore: () => minScore });
    for (let count = 1; count <= 20; count += 1) {
      const detections = [person(standing(0.5, 0.8), score)];
      const { tracks: seen } = tracker.update({ tSec: count / 5, detected: true, detections });
      if (seen.length > 0) return count;
    }
    return Number.POSITIVE_INFINITY;
  };
  assert.equal(detectionsFor(0.81, 0.4), 2);
  assert.equal(detectionsFor(0.56, 0.4), 3);
  assert.equal(detectionsFor(0.45, 0.4), Number.POSITIVE_INFINITY, "never sure");
  assert.equal(detectionsFor(0.3, 0.2), 3, "for a site that sets a lower score");
  assert.equal(detectionsFor(0.95, 0.9), 2, "and for one that sets a high one");
});

test("where the picture looks as before, only a sure detection confirms a track", () => {
  const confirms = (score: number, correlations: readonly (number | undefined)[]): boolean => {
    const tracker = newTracker();
    return correlations.some((backgroundCorrelation, index) => {
      const one = person(standing(0.5, 0.8), score);
      const detections = [
        backgroundCorrelation === undefined ? one : { ...one, backgroundCorrelation },
      ];
      return tracker.update({ tSec: index / 5, detected: true, detections }).tracks.length > 0;
    });
  };
  const always = (correlation: number | undefined) => Array.from({ length: 40 }, () => correlation);
  assert.equal(confirms(0.6, always(0.98)), false, "a post that the detector takes for a person");
  assert.equal(confirms(0.75, always(0.98)), true, "a person who has stood there all the time");
  assert.equal(confirms(0.6, always(0.4)), true, "somebody who came");
  assert.equal(confirms(0.6, always(undefined)), true, "where the two cannot be compared");
  assert.equal(confirms(0.6, [0.95, 0.95, 0.2, 0.1]), true, "somebody who begins to move");
});

test("a structure that the detector took for a person before is none when a disturbance hides it", () => {
  const tracksAt = (x: number): number => {
    const tracker = newTracker();
    const looks = Array.from({ length: 60 }, (_, index) => {
      const isDisturbed = index >= 40;
      const one = person(standing(isDisturbed ? x : 0.5, 0.8), isDisturbed ? 0.6 : 0.3);
      return [{ ...one, backgroundCorrelation: isDisturbed ? 0.5 : 0.98 }];
    });
    return Math.max(
      ...looks.map(
        (detections, index) =>
          tracker.update({ tSec: index / 5, detected: true, detections }).tracks.length,
      ),
    );
  };
  assert.equal(tracksAt(0.5), 0);
  assert.equal(tracksAt(0.8), 1, "somebody elsewhere");
});

test("weak detections do not confirm what was seen once", () => {
  const { ids } = idsOver((t) => [person(standing(0.5, 0.8), t === 0 ? 0.8 : 0.3)], {
    untilSec: 2,
  });
  assert.equal(ids.size, 0);
});

test("assignment takes the best sum of squares, and never a pair below the minimum", () => {
  const table = [
    [0.9, 0.8, 0],
    [0.85, 0.1, 0],
  ];
  const pairs = assign({ rows: 2, columns: 3 }, (row, column) => table[row]![column]!, 0.2);
  assert.deepEqual(pairs.toSorted(), [
    [0, 1],
    [1, 0],
  ]);
  assert.deepEqual(
    assign({ rows: 2, columns: 2 }, () => 0.05, 0.2),
    [],
  );
  assert.deepEqual(
    assign({ rows: 0, columns: 2 }, () => 1, 0.2),
    [],
  );
});
