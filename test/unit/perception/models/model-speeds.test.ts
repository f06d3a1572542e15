import assert from "node:assert/strict";
import { test } from "node:test";
import { camerasAt } from "../../../../src/perception/models/model-speeds.ts";

test("a net serves as many cameras at 5 looks a second as fit into four fifths of the time", () => {
  assert.equal(camerasAt(8), 20);
  assert.equal(camerasAt(40), 4);
  assert.equal(camerasAt(170), 0);
});
