import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SegmentList, StepScores } from "../../../src/health/eeg/segments.ts";

const rules = { threshold: 0.6, background: 0, joinSteps: 0, minSteps: 1 };

/** Scores `[classes, steps]` of two classes, the second given. */
function window(...scores: number[]): Float32Array {
  return Float32Array.from([...scores.map((score) => 1 - score), ...scores]);
}

function runs(scores: StepScores, more: object = {}) {
  return [...scores.runs({ ...rules, ...more })].map(({ from, to, confidence }) => [
    from,
    to,
    Number(confidence.toFixed(3)),
  ]);
}

describe("segments", () => {
  test("scores of overlapping windows are averaged, and steps that no window saw belong to nothing", () => {
    const scores = new StepScores(8, 2);
    scores.add(0, window(0.1, 0.9, 0.9, 0.4));
    scores.add(2, window(0.7, 0.9, 0.5, 0.1));
    assert.equal(scores.covered(), 6);
    assert.deepEqual(runs(scores), [[1, 4, 0.783]]);
    assert.ok(Math.abs(scores.highest(1) - 0.9) < 1e-6);
  });

  test("short gaps are joined before short segments are left out, and both only where they are asked for", () => {
    const scores = new StepScores(10, 2);
    scores.add(0, window(0.9, 0, 0.9, 0, 0, 0, 0.9, 0, 0, 0.9));
    assert.equal(runs(scores).length, 4);
    assert.deepEqual(runs(scores, { joinSteps: 1, minSteps: 3 }), [[0, 3, 0.9]]);
    assert.deepEqual(runs(scores, { joinSteps: 3 }), [[0, 10, 0.9]]);
  });

  test("a step belongs to the class of its highest score from the threshold on, and another class parts", () => {
    const scores = new StepScores(3, 3);
    scores.add(0, Float32Array.from([0.1, 0.1, 0.1, 0.6, 0.3, 0.65, 0.3, 0.6, 0.25]));
    const found = [...scores.runs({ ...rules, background: -1, joinSteps: 5 })];
    assert.deepEqual(
      found.map(({ label, from, to }) => [label, from, to]),
      [
        [1, 0, 1],
        [2, 1, 2],
        [1, 2, 3],
      ],
    );
    assert.deepEqual([...scores.runs({ ...rules, threshold: 0.66 })], []);
  });

  test("of many segments the most certain stay, in order of time, and the others are counted", () => {
    const list = new SegmentList(["seizure"]);
    for (let at = 0; at < 3000; at += 1) {
      const [startSec, endSec] = [at, at + (at === 7 ? 1 : 0.5)];
      const confidence = at % 10 === 0 ? 0.9 : 0.6;
      list.add(0, { label: "seizure", channel: null, startSec, endSec, confidence });
    }
    const { segments, leftOut } = list.finish();
    assert.deepEqual([segments.length, leftOut], [500, 2500]);
    assert.equal(segments.filter(({ confidence }) => confidence === 0.9).length, 300);
    assert.ok(
      segments.every(({ startSec }, at) => at === 0 || segments[at - 1]!.startSec < startSec),
    );
    const { segments: count, longest } = list.figures(0);
    assert.deepEqual([count, longest?.startSec], [3000, 7]);
  });
});
