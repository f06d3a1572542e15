import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong } from "../../support/box/long-form.ts";
import { numbers } from "../../support/box/numbers.ts";
import { sightRun } from "../../support/robots/sight-runs.ts";

/** Of each of the two tests. */
const runs = isLong ? 5000 : 40;
const limits = { fullSpeedAgeMs: 300, stopAgeMs: 900 };
/** Between two looks at the picture's age the robot keeps its velocity. */
const lookMs = 25 + 5;

for (const isHonest of [true, false]) {
  const who = isHonest
    ? "the picture that the page shows"
    : "the box's newest picture, whatever the page says";
  test(`in ${runs} runs over a bad network the robot never moves by more than the limit of ${who}`, async () => {
    const random = numbers(isHonest ? 20_261_123 : 20_261_124);
    const sum = { moved: 0, stops: 0, oldestMs: 0, excessMps: 0 };
    for (let at = 0; at < runs; at += 1) {
      const run = await sightRun(random, { isHonest, limits });
      assert.ok(run.oldestMs < limits.stopAgeMs, `run ${at}: ${run.oldestMs} ms`);
      sum.moved += run.movedSteps;
      sum.stops += run.stops;
      sum.oldestMs = Math.max(sum.oldestMs, run.oldestMs);
      sum.excessMps = Math.max(sum.excessMps, run.excessMps);
    }
    const fallMps = lookMs / (limits.stopAgeMs - limits.fullSpeedAgeMs);
    assert.ok(sum.excessMps <= fallMps, `${sum.excessMps} m/s too fast`);
    assert.ok(sum.moved > runs * 100, "it drives where the picture is young");
    if (!isHonest) return;
    assert.ok(sum.oldestMs > limits.stopAgeMs - 100, "it drives up to the limit");
    assert.ok(sum.stops > runs / 4, `${sum.stops} stops for the picture`);
  });
}
