import assert from "node:assert/strict";
import { test } from "node:test";
import { GopCache } from "../../../../src/adapters/vision/gop-cache.ts";
import type { Fragment, InitSegment } from "../../../../src/cameras/source.ts";

const init: InitSegment = {
  generation: 1,
  bytes: Buffer.alloc(10),
  codec: "h264",
  mimeCodec: null,
  widthPx: 320,
  heightPx: 180,
};

function fragment(ptsSec: number, key = false, generation = 1): Fragment {
  const bytes = Buffer.alloc(100);
  return { generation, ptsSec, durationSec: 0.1, key, bytes, wallMs: 0 };
}

function times(cache: GopCache): number[] {
  return cache.start()!.fragments.map((one) => one.ptsSec);
}

test("a live decoder starts at the newest key frame", () => {
  const cache = new GopCache(10_000);
  assert.equal(cache.start(), undefined);
  cache.reset(init);
  for (const sec of [0, 1, 2, 3, 4]) cache.append(fragment(sec, sec % 2 === 0));
  assert.deepEqual(times(cache), [4]);
  cache.append(fragment(5));
  assert.deepEqual(times(cache), [4, 5]);
});

test("what lies before the first key frame, or in another generation, is not kept", () => {
  const cache = new GopCache(10_000);
  cache.reset(init);
  cache.append(fragment(0));
  cache.append(fragment(1, true, 2));
  assert.deepEqual(times(cache), []);
});

test("a file's decoder can go back to the last frame that was reported", () => {
  const cache = new GopCache(10_000);
  cache.reset(init);
  for (const sec of [0, 1, 2, 3, 4, 5, 6]) cache.append(fragment(sec, sec % 2 === 0), 3.5);
  assert.deepEqual(times(cache), [2, 3, 4, 5, 6]);
  cache.append(fragment(8, true), 8);
  assert.deepEqual(times(cache), [8]);
});

test("beyond the bound everything is forgotten until the next key frame", () => {
  const cache = new GopCache(350);
  cache.reset(init);
  for (const sec of [0, 1, 2, 3, 4]) cache.append(fragment(sec, sec === 0));
  assert.deepEqual(times(cache), []);
  cache.append(fragment(5, true));
  assert.deepEqual(times(cache), [5]);
});
