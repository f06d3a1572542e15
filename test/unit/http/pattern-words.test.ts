import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { siteSchema } from "../../../src/system/config/schema.ts";
import { notBlankPattern, patternWords } from "../../../src/base/contract/pattern-words.ts";
import { schemaCheck } from "../../../src/http/schema-check.ts";
import { closedObject, uuidParameter } from "../../../src/http/queries.ts";
import { InputCheck } from "../../../src/base/jobs/inputs/input-check.ts";
import { streamIdPattern } from "../../../src/perception/core/stream-terms.ts";

test("a message about a wrong form describes the right one, never by an expression", () => {
  const id = Type.String({ pattern: streamIdPattern });
  const expected = /^stream_id: has the wrong form\. Send 1 to 128 letters, digits/;
  const schema = closedObject({ stream_id: id });
  assert.throws(() => new InputCheck().check(schema, { stream_id: "a b" }), { message: expected });
  assert.throws(() => schemaCheck("body", schema)({ stream_id: "a b" }), { message: expected });
  const path = schemaCheck("path", closedObject({ job_id: uuidParameter }));
  assert.throws(() => path({ job_id: "0190" }), {
    message: /^job_id: has the wrong form\. Send a UUID, such as /,
  });
  assert.doesNotMatch(patternWords("^some[new]+pattern$"), /\^/);
});

test("text of characters that show nothing is blank, in any script", () => {
  const check = schemaCheck(
    "body",
    closedObject({ prompt: Type.String({ pattern: notBlankPattern }) }),
  );
  const blank = [
    " \n\t",
    "\u00a0",
    "\u200b",
    "\u3164",
    "\ufeff",
    "\u2060\u200d",
    "\u2800",
    "\u0000",
    "\ufe0f",
  ];
  for (const prompt of blank) {
    assert.throws(() => check({ prompt }), {
      message: /^prompt: has the wrong form\. Send text that is not blank/,
    });
  }
  for (const prompt of ["a", ".", " é ", "猫", "قط", "🙂", "👩‍🚀", "हिं"]) check({ prompt });
});

test("each pattern of the site configuration has words for people", () => {
  const patterns = [...JSON.stringify(siteSchema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
  const found = new Set(patterns.map(([, text]) => JSON.parse(text!) as string));
  assert.ok(found.size > 10);
  const wordless = [...found].filter((pattern) => /API reference/.test(patternWords(pattern)));
  assert.deepEqual(wordless, []);
});
