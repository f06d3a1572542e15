import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, changed, redone, undone } from "../../../console/source/parts/editing/edits.ts";

const at = (atMs: number, about = "a") => ({ about, atMs });

test("a drag is one step; a pause or another thing begins the next", () => {
  let edits = begun(0);
  for (const ms of [0, 100, 200]) edits = changed(edits, edits.now + 1, at(ms));
  edits = changed(edits, 10, at(2000));
  edits = changed(edits, 20, at(2001, "b"));
  assert.deepEqual([undone(edits).now, undone(undone(edits)).now], [10, 3]);
  assert.equal(undone(undone(undone(undone(edits)))).now, 0);
});

test("redo goes forward until something new happens", () => {
  const two = changed(changed(begun(0), 1, at(0)), 2, at(5000));
  const back = undone(two);
  assert.equal(redone(back).now, 2);
  const other = changed(back, 7, at(5100));
  assert.deepEqual([redone(other).now, undone(other).now], [7, 1]);
});

test("a change just after an undo is a step of its own", () => {
  const back = undone(changed(begun(0), 1, at(0)));
  assert.equal(undone(changed(back, 2, at(1))).now, 0);
});

test("the oldest steps are forgotten", () => {
  let edits = begun(0);
  for (let step = 1; step <= 150; step += 1) edits = changed(edits, step, at(step * 1000));
  for (let step = 0; step < 200; step += 1) edits = undone(edits);
  assert.equal(edits.now, 50);
});
