import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldFrames } from "../../../../src/adapters/vision/held-frames.ts";
import type { Fragment } from "../../../../src/cameras/source.ts";

function frameAt(ptsSec: number, bytes = 100): Fragment {
  return { ptsSec, bytes: new Uint8Array(bytes) } as Fragment;
}

/** How many frames are handed on with each of those that come at `times`. */
function handedOn(times: readonly number[], fps: number, bytes?: number): number[] {
  const held = new HeldFrames();
  return times.map((ptsSec) => held.add(frameAt(ptsSec, bytes), fps).length);
}

test("of fifteen frames a second that are looked at five times, three come at once", () => {
  const times = Array.from({ length: 10 }, (_, at) => at / 15);
  assert.deepEqual(handedOn(times, 5), [1, 0, 0, 3, 0, 0, 3, 0, 0, 3]);
});

test("a camera that gives no more frames than are looked at has none held back", () => {
  const times = Array.from({ length: 10 }, (_, at) => 7.3 + at / 5);
  assert.ok(handedOn(times, 5).every((count) => count === 1));
});

test("frames in another order than they are shown are not held back", () => {
  // An I frame, then P with two B frames before it, again and again.
  const times = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8].map((at) => at / 15);
  const counts = handedOn(times, 1);
  assert.deepEqual(counts, [1, 0, 2, 1, 1, 1, 1, 1, 1, 1]);
});

test("neither many frames nor many bytes are held back", () => {
  const times = Array.from({ length: 60 }, (_, at) => at / 30);
  assert.deepEqual(
    handedOn(times, 0.1).flatMap((count) => count || []),
    [1, 16, 16, 16],
  );
  assert.deepEqual(handedOn(times.slice(0, 5), 0.1, 40_000), [1, 0, 2, 0, 2]);
});

test("what is held can be had at any time, and another decoder begins with the next frame", () => {
  const held = new HeldFrames();
  held.add(frameAt(0), 1);
  held.add(frameAt(0.1), 1);
  assert.deepEqual(
    held.take().map(({ ptsSec }) => ptsSec),
    [0.1],
  );
  assert.deepEqual(held.take(), []);
  held.add(frameAt(0.2), 1);
  held.reset();
  assert.deepEqual(
    held.add(frameAt(0.3), 1).map(({ ptsSec }) => ptsSec),
    [0.3],
  );
});
