import assert from "node:assert/strict";
import { test } from "node:test";
import { uuidv7 } from "../../../../src/base/core/ids.ts";

test("ids of one millisecond sort in the order in which they were made, more than the counter holds", () => {
  const ids = Array.from({ length: 10_000 }, () => uuidv7(1_700_000_000_000));
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test("an id has the form and the time of a UUID version 7", () => {
  const id = uuidv7(0x0123456789ab);
  assert.match(id, /^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(uuidv7(2) < uuidv7(3));
});
