import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isHung,
  type SilentChild,
  slownessOf,
} from "../../../../src/adapters/child-process/hang-rule.ts";

/** A child that has been silent for two seconds and slept on a quiet box. */
const asleep: SilentChild = {
  silentMs: 2_000,
  use: { elapsedMs: 1_800, ranMs: 0, waitedMs: 0 },
  state: "S",
  runnable: 0.5,
  slowness: 1,
};

test("a child that sleeps, is stopped or spins without a sign hangs", () => {
  assert.equal(isHung(asleep), true);
  assert.equal(isHung({ ...asleep, state: "T" }), true);
  const spinning = { elapsedMs: 1_800, ranMs: 1_700, waitedMs: 100 };
  assert.equal(isHung({ ...asleep, state: "R", use: spinning }), true);
});

test("a child that had no processor is slow, however long it is silent up to half a minute", () => {
  const starved = { elapsedMs: 19_800, ranMs: 300, waitedMs: 19_000 };
  assert.equal(isHung({ ...asleep, silentMs: 20_000, use: starved }), false);
  // The kernel has not counted a wait that still goes on.
  const waiting = { elapsedMs: 19_800, ranMs: 300, waitedMs: 0 };
  assert.equal(isHung({ ...asleep, silentMs: 20_000, use: waiting, state: "R" }), false);
  assert.equal(isHung({ ...asleep, silentMs: 31_000, use: waiting, state: "R" }), true);
});

test("a child that waits for a disk is slow", () => {
  assert.equal(isHung({ ...asleep, state: "D" }), false);
});

test("on a crowded box a child may sleep longer, since what it starts waits too", () => {
  assert.equal(isHung({ ...asleep, runnable: 6 }), false);
  const longer = { elapsedMs: 6_000, ranMs: 0, waitedMs: 0 };
  assert.equal(isHung({ ...asleep, silentMs: 6_200, use: longer, runnable: 6 }), true);
});

test("on a slow box, which the start of the child shows, a child may compute for longer", () => {
  assert.equal(slownessOf(0), 1);
  assert.equal(slownessOf(430), 1);
  const slow = slownessOf(12_000);
  assert.equal(slow, 12);
  assert.equal(slownessOf(90_000), 20);
  const computing = { elapsedMs: 8_000, ranMs: 8_000, waitedMs: 0 };
  const child = { ...asleep, silentMs: 8_200, state: "R", use: computing };
  assert.equal(isHung({ ...child, slowness: slow }), false);
  assert.equal(isHung({ ...child, slowness: 5 }), true);
  assert.equal(isHung({ ...child, silentMs: 31_000, slowness: 20 }), true);
});
