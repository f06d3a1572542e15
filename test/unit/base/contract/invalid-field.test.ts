import { equal } from "node:assert/strict";
import { test } from "node:test";
import { invalidField } from "../../../../src/base/contract/fail.ts";

test("an invalid field's error names the field in its message and in param", () => {
  const error = invalidField("zones[0].polygon", "crosses itself. Draw it without crossings");

  equal(error.code, "invalid_request_body");
  equal(error.message, "zones[0].polygon: crosses itself. Draw it without crossings");
  equal(error.param, "zones[0].polygon");
  equal(error.retryable, false);
});
