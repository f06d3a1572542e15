import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { GatehouseError } from "../../../src/base/core/errors.ts";
import { schemaCheck } from "../../../src/http/schema-check.ts";

const schema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    rate: Type.Optional(Type.Number({ maximum: 30 })),
    source: Type.Optional(Type.Object({ url: Type.String() }, { additionalProperties: false })),
    zones: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({ xyxy: Type.Array(Type.Number()) }, { additionalProperties: false }),
          Type.Object({ line: Type.Array(Type.Number()) }, { additionalProperties: false }),
        ]),
      ),
    ),
  },
  { additionalProperties: false },
);

function refusal(check: (value: unknown) => unknown, value: unknown): GatehouseError {
  try {
    check(value);
  } catch (error) {
    assert.ok(error instanceof GatehouseError);
    return error;
  }
  assert.fail("accepted");
}

test("a wrong body names the field by its path", () => {
  const check = schemaCheck("body", schema);
  const cases: [unknown, string | undefined][] = [
    [{}, "name"],
    [{ name: "a", source: {} }, "source.url"],
    [{ name: "a", source: { url: "x", user: 1 } }, "source.user"],
    [{ name: "a", extra: 1 }, "extra"],
    [{ name: "a", rate: "5" }, "rate"],
    [{ name: "a", rate: 31 }, "rate"],
    [{ name: "a", zones: [{ xyxy: [1] }, { line: ["x"] }] }, "zones[1].line[0]"],
    [[], undefined],
    [undefined, undefined],
  ];
  for (const [value, param] of cases) {
    const error = refusal(check, value);
    assert.equal(error.code, "invalid_request_body");
    assert.equal(error.param, param, JSON.stringify(value));
  }
});

test("a body is neither coerced nor trimmed, and the refusal does not repeat what was sent", () => {
  const check = schemaCheck("body", schema);
  const body = { name: "a", rate: 5 };
  assert.equal(check(body), body);
  const error = refusal(check, { name: "a", rate: "secret-value" });
  assert.doesNotMatch(JSON.stringify([error.message, error.details]), /secret-value/);
});

test("query parameters are read as numbers and booleans, but only well-formed ones", () => {
  const query = Type.Object(
    { limit: Type.Optional(Type.Integer()), wait: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  );
  const check = schemaCheck("query", query);
  assert.deepEqual(check({ limit: "5", wait: "true" }), { limit: 5, wait: true });
  for (const [value, param] of [
    [{ limit: "" }, "limit"],
    [{ limit: "1.5" }, "limit"],
    [{ limit: ["1", "2"] }, "limit"],
    [{ wait: "yes" }, "wait"],
    [{ other: "1" }, "other"],
  ] as const) {
    const error = refusal(check, value);
    assert.equal(error.code, "invalid_query_parameter");
    assert.equal(error.param, param);
  }
});
