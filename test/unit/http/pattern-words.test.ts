import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { patternWords } from "../../../src/base/contract/pattern-words.ts";
import { streamIdPattern } from "../../../src/perception/wire/surveillance.ts";
import { schemaCheck } from "../../../src/http/schema-check.ts";
import { closedObject, uuidParameter } from "../../../src/http/queries.ts";
import { InputCheck } from "../../../src/base/jobs/inputs/input-check.ts";

test("a value of the wrong form is told what it must be, never by an expression", () => {
  const id = Type.String({ pattern: streamIdPattern });
  const expected = /^stream_id must be 1 to 128 letters, digits/;
  const schema = closedObject({ stream_id: id });
  assert.throws(() => new InputCheck().check(schema, { stream_id: "a b" }), { message: expected });
  assert.throws(() => schemaCheck("body", schema)({ stream_id: "a b" }), { message: expected });
  const path = schemaCheck("path", closedObject({ job_id: uuidParameter }));
  assert.throws(() => path({ job_id: "0190" }), { message: /^job_id must be a UUID, such as / });
  assert.doesNotMatch(patternWords("^some[new]+pattern$"), /\^/);
});
