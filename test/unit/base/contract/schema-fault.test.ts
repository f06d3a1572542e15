import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { hasMessage, schemaFault } from "../../../../src/base/contract/schema-fault.ts";

const cases: [keyword: string, schema: object, value: unknown, expected: string][] = [
  [
    "additionalProperties",
    { additionalProperties: false },
    { b: 1 },
    "b: is not a known field. Remove it or correct its name",
  ],
  [
    "anyOf",
    { anyOf: [{ minimum: 5 }] },
    1,
    ": has none of the allowed forms. Send one of the API reference",
  ],
  ["const", { const: "a" }, "b", ': is not an allowed value. Send "a"'],
  ["enum", { enum: ["a", "b"] }, "c", ": is not an allowed value. Send one of a, b"],
  ["exclusiveMaximum", { exclusiveMaximum: 3 }, 3, ": is too large. Send less than 3"],
  ["exclusiveMinimum", { exclusiveMinimum: 3 }, 3, ": is too small. Send more than 3"],
  ["format", { format: "uuid" }, "x", ": has the wrong form. Send a valid uuid"],
  ["maxItems", { maxItems: 1 }, [1, 2], ": has too many entries. Send at most 1"],
  ["maxLength", { maxLength: 1 }, "ab", ": is too long. Send at most 1 character"],
  ["maxProperties", { maxProperties: 0 }, { a: 1 }, ": has too many entries. Send at most 0"],
  ["maximum", { maximum: 3 }, 4, ": is too large. Send at most 3"],
  ["minItems", { minItems: 2 }, [], ": has too few entries. Send at least 2"],
  ["minLength", { minLength: 2 }, "", ": is too short. Send at least 2 characters"],
  ["minProperties", { minProperties: 1 }, {}, ": has too few entries. Send at least 1"],
  ["minimum", { minimum: 3 }, 2, ": is too small. Send at least 3"],
  ["multipleOf", { multipleOf: 2 }, 3, ": is between two steps. Send a multiple of 2"],
  [
    "oneOf",
    { oneOf: [{}, {}] },
    1,
    ": has none of the allowed forms. Send one of the API reference",
  ],
  ["pattern", { pattern: "^[0-9]{8}$" }, "1", ": has the wrong form. Send 8 digits"],
  [
    "propertyNames",
    { propertyNames: { maxLength: 1 } },
    { ab: 1 },
    "ab: is not an allowed name. Choose another name",
  ],
  ["required", { required: ["a"] }, {}, "a: is required. Add the field"],
  ["type", { type: ["integer", "null"] }, "a", ": has the wrong type. Send a whole number or null"],
  [
    "unevaluatedProperties",
    { unevaluatedProperties: false },
    { b: 1 },
    "b: is not a known field. Remove it or correct its name",
  ],
  ["uniqueItems", { uniqueItems: true }, [1, 1], ": has an entry twice. Remove one of the two"],
];

for (const [keyword, schema, value, expected] of cases) {
  test(`a value that breaks ${keyword} gets a sentence and what to do`, () => {
    const ajv = new Ajv2020({ strict: false, formats: { uuid: /^[0-9a-f-]{36}$/ } });
    assert.equal(ajv.validate(schema, value), false);
    const error = ajv.errors!.find((each) => each.keyword === keyword);
    const { path, message } = schemaFault(error);
    assert.equal(`${path}: ${message}`, expected);
    assert.match(message, /^[^.]+\. [A-Z]/);
    assert.ok(hasMessage(keyword));
  });
}

test("a complaint without a sentence of its own still says what to do", () => {
  assert.match(schemaFault(undefined).message, /^is not valid\. See /);
  const error = { keyword: "if", instancePath: "/a~1b/0", params: {} };
  assert.deepEqual(schemaFault(error).path, "a/b[0]");
});
