import assert from "node:assert/strict";
import { test } from "node:test";
import { readMember } from "../../src/fleet/member-document.ts";

const member = { v: 1, session: "s", beat: 1, name: "A", url: "", version: "1", left: false };

test("a box reads the record of a later release, and leaves out what it does not know", () => {
  const later = readMember(JSON.stringify({ ...member, v: 2, weather: "fine" }));
  assert.equal(later?.name, "A");
});

test("a record with a wrong or missing field is not read", () => {
  assert.equal(readMember(JSON.stringify({ ...member, beat: -1 })), undefined);
  assert.equal(readMember(JSON.stringify({ ...member, left: undefined })), undefined);
  assert.equal(readMember("no JSON"), undefined);
});
