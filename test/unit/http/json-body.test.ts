import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJsonBody } from "../../../src/http/json-body.ts";

function codeOf(text: string): string {
  try {
    parseJsonBody(Buffer.from(text));
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "accepted";
}

test("a body of ordinary JSON is parsed as JSON.parse does", () => {
  const text = '{"a":[1,{"b":"x\\"y:{\\\\"}],"c":null, "d" : "[[[[" }';
  assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text));
});

test("32 levels are accepted, 33 are body_too_deep, brackets inside strings do not count", () => {
  assert.equal(codeOf("[".repeat(32) + "]".repeat(32)), "accepted");
  assert.equal(codeOf("[".repeat(33) + "]".repeat(33)), "body_too_deep");
  assert.equal(codeOf(JSON.stringify({ a: "[".repeat(500) })), "accepted");
  assert.equal(codeOf('{"a":'.repeat(150_000) + "1" + "}".repeat(150_000)), "body_too_deep");
});

test("an object may have 2000 members; as many objects as one likes may have them", () => {
  const members = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
  assert.equal(codeOf(members(2000)), "accepted");
  assert.equal(codeOf(members(2001)), "invalid_request_body");
  assert.equal(codeOf(`[${members(1500)},${members(1500)}]`), "accepted");
});

test("keys that reach a prototype are refused in every spelling, as values they are only text", () => {
  assert.equal(codeOf('{"__proto__":{"x":1}}'), "invalid_request_body");
  assert.equal(codeOf('{"a":{"constructor" : {"prototype":{}}}}'), "invalid_request_body");
  assert.equal(codeOf('{"\\u005f_proto__":1}'), "invalid_request_body");
  assert.equal(codeOf('{"a":"__proto__","b":["constructor"]}'), "accepted");
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});

test("what is not JSON is invalid_json, and an empty body is invalid_request_body", () => {
  for (const text of ["{", '{"a":"unterminated', "nonsense", '{"a":1}}', '"\\']) {
    assert.equal(codeOf(text), "invalid_json", text);
  }
  assert.equal(codeOf(""), "invalid_request_body");
});

test("a long string of backslashes and quotes is scanned in one pass", () => {
  const text = JSON.stringify({ a: '\\"'.repeat(200_000) });
  assert.deepEqual(parseJsonBody(Buffer.from(text)), JSON.parse(text));
});
