import assert from "node:assert/strict";
import { test } from "node:test";
import { timeLimit } from "../../../../src/base/concurrency/time-limit.ts";
import { until } from "../../../support/box/wait.ts";

test("a time limit aborts after its time with a TimeoutError, and with its parent for the parent's reason", async () => {
  const late = timeLimit(1);
  await until(() => late.aborted);
  assert.equal((late.reason as DOMException).name, "TimeoutError");
  const parent = new AbortController();
  const nested = timeLimit(60_000, timeLimit(60_000, parent.signal));
  assert.equal(nested.aborted, false);
  const why = new Error("no longer wanted");
  parent.abort(why);
  assert.equal(nested.reason, why);
  assert.equal(timeLimit(60_000, parent.signal).reason, why);
});
