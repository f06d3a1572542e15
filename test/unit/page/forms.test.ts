import assert from "node:assert/strict";
import { test } from "node:test";
import { GatehouseApiError } from "../../../client/source/errors.ts";
import { fieldProblems } from "../../../console/source/api/field-problems.ts";
import { linesOf, valuesOf } from "../../../console/source/parts/own-values.ts";

function refusal(param: string | undefined): GatehouseApiError {
  const name = param ?? "body";
  return new GatehouseApiError("invalid_request_body", `${name}: is too long. Shorten it`, {
    status: 400,
    requestId: "req_1",
    retryable: false,
    retryAfterSec: undefined,
    param,
    details: undefined,
  });
}

test("a refusal stands beside the field that it concerns, without the field's name", () => {
  const problems = fieldProblems(refusal("voice_id"), ["name", "voice_id"]);
  assert.equal(problems.of("voice_id"), "is too long. Shorten it");
  assert.equal(problems.of("name"), undefined);
  assert.equal(problems.rest, undefined);
});

test("a refusal of a part of a field stands beside the field", () => {
  for (const param of ["metadata.floor", "metadata[0]"]) {
    assert.notEqual(fieldProblems(refusal(param), ["metadata"]).of("metadata"), undefined);
  }
  assert.equal(fieldProblems(refusal("name_x"), ["name"]).of("name"), undefined);
});

test("a refusal of no field of the form is left for the whole form", () => {
  for (const error of [refusal(undefined), refusal("other"), new Error("no network")]) {
    const problems = fieldProblems(error, ["name"]);
    assert.equal(problems.rest, error);
    assert.equal(problems.of("name"), undefined);
  }
});

test("own values are lines, with anything behind the first equals sign as the value", () => {
  const values = { floor: "2", url: "a=b", empty: "" };
  assert.deepEqual(valuesOf(linesOf(values)), values);
  assert.deepEqual(valuesOf(" wing = north \n\nalone"), { wing: "north", alone: "" });
});
