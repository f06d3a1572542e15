import assert from "node:assert/strict";
import { test } from "node:test";
import {
  operatingScore,
  scoreScale,
} from "../../../../../src/adapters/inference/onnx/score-scale.ts";
import { fc } from "../../../../support/box/properties.ts";

test("the score at which a net is at its best becomes the site's default, and comes back", () => {
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(share, share, (minScore, score) => {
      const scale = scoreScale(minScore);
      assert.ok(Math.abs(scale.scaled(minScore) - operatingScore) < 1e-9);
      assert.ok(Math.abs(scale.raw(scale.scaled(score)) - score) < 1e-6);
      assert.deepEqual([scale.scaled(0), scale.scaled(1)], [0, 1]);
    }),
  );
});

test("better boxes stay better on the shared scale", () => {
  const scale = scoreScale(0.19);
  const scores = [0.05, 0.19, 0.2, 0.6, 0.95].map((score) => scale.scaled(score));
  assert.deepEqual(scores, scores.toSorted());
});

test("a net that names no score keeps its scores", () => {
  for (const minScore of [undefined, 0, 1]) {
    assert.equal(scoreScale(minScore).scaled(0.37), 0.37);
    assert.equal(scoreScale(minScore).raw(0.37), 0.37);
  }
});
