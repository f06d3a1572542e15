import assert from "node:assert/strict";
import { test } from "node:test";
import { BlockedShare } from "../../../../src/adapters/vision/blocked-share.ts";

test("the share of the nets is that of the last four seconds", () => {
  const share = new BlockedShare();
  assert.equal(share.value, 0);
  for (let atMs = 0; atMs <= 10_000; atMs += 200) share.note(atMs, 0);
  assert.equal(share.value, 0);
  for (let atMs = 10_200; atMs <= 20_000; atMs += 200) share.note(atMs, (atMs - 10_000) * 0.75);
  assert.ok(Math.abs(share.value - 0.75) < 0.01, `${share.value}`);
});

test("a new process starts from nothing", () => {
  const share = new BlockedShare();
  share.note(0, 0);
  share.note(1000, 900);
  assert.equal(share.value, 0.9);
  share.note(2000, 0);
  share.note(3000, 100);
  assert.equal(share.value, 0.1);
});
