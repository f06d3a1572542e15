import assert from "node:assert/strict";
import { test } from "node:test";
import type { StreamRequest } from "../../../../src/perception/settings/stream-document.ts";
import { streamForm } from "../../../../src/perception/settings/stream-form.ts";
import { requestOf } from "../../../support/perception/perception-fixtures.ts";

type Word = NonNullable<NonNullable<StreamRequest["output"]>["format"]>;

function formOf(ofEvents?: Word, ofResults?: Word) {
  return streamForm(
    requestOf({
      input: { data: "AA==" },
      ...(ofEvents ? { outputs: { format: ofEvents } } : {}),
      ...(ofResults ? { output: { format: ofResults } } : {}),
    }),
  );
}

test("each format is taken by its own field without a warning", () => {
  assert.deepEqual(formOf("compact", "annotated"), {
    compact: true,
    annotated: true,
    warnings: [],
  });
  assert.deepEqual(formOf("full", "json"), { compact: false, annotated: false, warnings: [] });
  assert.deepEqual(formOf(), { compact: false, annotated: false, warnings: [] });
});

test("a word of the other field counts as if it stood there, with a warning that names it", () => {
  const swapped = formOf("annotated", "compact");
  assert.deepEqual([swapped.compact, swapped.annotated], [true, true]);
  assert.match(swapped.warnings[0]!, /^outputs\.format: annotated .* Use output\.format$/);
  assert.match(swapped.warnings[1]!, /^output\.format: compact .* Use outputs\.format$/);
  assert.equal(formOf("json").warnings.length, 1);
});

test("where both fields speak of one form, the one that it belongs to counts", () => {
  assert.equal(formOf("annotated", "json").annotated, false);
  assert.equal(formOf("full", "compact").compact, false);
});
