import assert from "node:assert/strict";
import { test } from "node:test";
import { readSource, readSubSource } from "../../../../src/perception/settings/stream-source.ts";

test("marks of an address that the box showed are filled in from the credentials, or refused", () => {
  const url = "rtsp://10.0.0.9/live?user=***&password=***&channel=1";
  const wire = { type: "rtsp", url, sub_url: url.replace("=1", "=2"), username: "anna" } as const;
  const known = { ...wire, password: "a&b" };
  const main = readSource(known);
  assert.equal(main.url, "rtsp://10.0.0.9/live?user=anna&password=a%26b&channel=1");
  const sub = readSubSource(known, main);
  assert.equal(sub?.url, "rtsp://10.0.0.9/live?user=anna&password=a%26b&channel=2");
  assert.throws(() => readSource(wire), { code: "invalid_request_body", param: "source.url" });
});
