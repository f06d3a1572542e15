import assert from "node:assert/strict";
import { test } from "node:test";
import {
  coveredMs,
  missingOf,
  outagesOf,
} from "../../../../src/perception/backfill/missing-time.ts";

const gap = (reason: "source_down" | "box_off" | "overload", fromMs: number, toMs: number) => ({
  reason,
  fromMs,
  toMs,
  lostMs: toMs - fromMs,
});

test("outages are the times without the camera or the box, joined where they touch", () => {
  const gaps = [
    gap("source_down", 0, 10_000),
    gap("box_off", 11_000, 20_000),
    gap("overload", 30_000, 60_000),
    gap("source_down", 70_000, 72_000),
    { ...gap("source_down", 100_000, 3_700_000), lostMs: 5000 },
  ];
  assert.deepEqual(outagesOf(gaps), [{ fromMs: 0, toMs: 20_000 }]);
});

test("what is recorded is not missing, and a short rest is left", () => {
  const outage = { fromMs: 10_000, toMs: 60_000 };
  assert.deepEqual(missingOf(outage, []), [outage]);
  const recorded = [
    { startMs: 30_000, endMs: 40_000 },
    { startMs: 0, endMs: 12_000 },
    { startMs: 42_000, endMs: 50_000 },
    { startMs: 58_000, endMs: 90_000 },
  ];
  assert.deepEqual(missingOf(outage, recorded), [
    { fromMs: 12_000, toMs: 30_000 },
    { fromMs: 50_000, toMs: 58_000 },
  ]);
});

test("covered time counts inside the span only", () => {
  const spans = [
    { startMs: 0, endMs: 15 },
    { startMs: 20, endMs: 25 },
    { startMs: 90, endMs: 200 },
  ];
  assert.equal(coveredMs({ fromMs: 10, toMs: 100 }, spans), 20);
});
