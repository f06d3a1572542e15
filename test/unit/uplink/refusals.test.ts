import assert from "node:assert/strict";
import { test } from "node:test";
import {
  failureOfStatus,
  receivedOf,
  refusalIn,
} from "../../../src/adapters/model-endpoints/refusals.ts";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});
const kind = (...of: Parameters<typeof answer>) => {
  const { kind: found, retryAfterMs } = failureOfStatus(answer(...of), { wallMs: 0 });
  return retryAfterMs === null ? found : `${found} ${retryAfterMs}`;
};

test("each status means one thing, whoever says it", () => {
  const quota = { error: { message: "You exceeded your quota", code: "insufficient_quota" } };
  const policy = { error: { message: "No", code: "moderation_blocked" } };
  assert.equal(kind(401, "no"), "refused");
  assert.equal(kind(404, { error: { message: "no such model" } }), "refused");
  assert.equal(kind(429, quota), "refused");
  assert.equal(kind(429, {}, { "retry-after": "7" }), "throttled 7000");
  assert.equal(kind(429, {}, { "retry-after-ms": "1500" }), "throttled 1500");
  assert.equal(kind(429, {}, { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }), "throttled 9000");
  assert.equal(kind(529, {}), "throttled");
  assert.equal(kind(503, {}), "unavailable");
  assert.equal(kind(503, {}, { "retry-after": "2" }), "throttled 2000");
  assert.equal(kind(500, "<html>"), "unavailable");
  assert.equal(kind(409, {}), "unavailable");
  assert.equal(kind(400, { error: { message: "bad size" } }), "rejected");
  assert.equal(kind(400, policy), "content");
  assert.equal(kind(302, ""), "invalid");
});

test("what an endpoint says is one short line, and nothing where it refuses the key", () => {
  const long = { error: { message: `a\nb\u0000c ${"x".repeat(1000)}`, type: "t" } };
  const { message } = failureOfStatus(answer(400, long), { wallMs: 0 });
  assert.match(message, /^it answered 400: a b c x+$/);
  assert.ok(message.length < 330);
  const key = {
    error: { message: "Incorrect API key provided: sk-abcd", code: "invalid_api_key" },
  };
  const refused = failureOfStatus(answer(401, key), { wallMs: 0 });
  assert.equal(refused.message, "it answered 401: invalid_api_key");
});

test("a refusal of the content is found in each provider's form, and in nothing else", () => {
  const refusals = [
    { promptFeedback: { blockReason: "SAFETY" } },
    { candidates: [{ finishReason: "IMAGE_SAFETY" }] },
    { choices: [{ message: { refusal: "I can't." }, finish_reason: "stop" }] },
    { choices: [{ message: {}, finish_reason: "content_filter" }] },
    { output: [{ content: [{ type: "refusal", refusal: "I can't." }] }] },
    { stop_reason: "refusal" },
  ];
  for (const body of refusals) {
    assert.notEqual(refusalIn(answer(200, body).body), null, JSON.stringify(body));
  }
  for (const body of [
    { choices: [{ message: { refusal: null } }] },
    "garbage",
    [],
    { output: 3 },
  ]) {
    assert.equal(refusalIn(answer(200, body).body), null, JSON.stringify(body));
  }
});

test("the cost is what a gateway tells, and nothing is made up", () => {
  const cost = (...of: Parameters<typeof answer>) => receivedOf(answer(...of)).cost;
  assert.equal(cost(200, { usage: { cost: 0.0123 } }), 0.0123);
  assert.equal(cost(200, {}, { "x-litellm-response-cost": "0.5" }), 0.5);
  assert.equal(cost(200, { usage: { total_tokens: 7 } }), null);
  assert.equal(cost(200, {}, { "x-litellm-response-cost": "-3" }), null);
});
