import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { historyWire } from "../../../src/system/machine/machine-wire.ts";
import { scopes } from "../../../src/base/contract/scopes.ts";
import type { HttpAnswer } from "../../support/http/ask.ts";
import { Rig } from "../../support/http/rig.ts";

const streams = "/api/v1/surveillance/streams";
const someId = "01900000-0000-7000-8000-00000000abcd";

function assertError(answer: HttpAnswer, status: number, code: string, param?: string): void {
  const { id, object, status: state, created_at: createdAt, error } = answer.json;
  assert.deepEqual([answer.status, error.code, error.param], [status, code, param]);
  assert.deepEqual([object, state, id], ["error", "error", answer.headers["x-request-id"]]);
  assert.equal(error.request_id, id);
  assert.equal(typeof createdAt, "number");
  assert.equal(typeof error.retryable, "boolean");
  assert.ok(error.message.length > 0);
}

describe("requests", () => {
  const rig = new Rig({ quotas: { readsPerMinute: 5000, createsPerMinute: 5000 } });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("every answer is enveloped and carries its request id and the rate of the key", async () => {
    const answer = await rig.ask("/api/v1/jobs");
    assert.equal(answer.status, 200);
    assert.match(answer.json.id, /^req_svc_[0-9a-f-]{36}$/);
    assert.equal(answer.headers["x-request-id"], answer.json.id);
    assert.deepEqual(Object.keys(answer.json), ["id", "object", "status", "created_at", "data"]);
    assert.equal(answer.json.object, "list");
    assert.deepEqual(Object.keys(answer.json.data), [
      "object",
      "data",
      "has_more",
      "total",
      "next_cursor",
    ]);
    const resetSec = Number(answer.headers["x-ratelimit-reset"]);
    assert.ok(resetSec >= Date.now() / 1000 - 1 && resetSec <= Date.now() / 1000 + 61);
    assert.equal(answer.headers["x-ratelimit-limit"], "5000");
    assert.ok(Number(answer.headers["x-ratelimit-remaining"]) < 5000);
  });

  test("the client's own request id is not taken over", async () => {
    const answer = await rig.ask("/api/v1/jobs", { headers: { "x-request-id": "req_svc_mine" } });
    assert.notEqual(answer.headers["x-request-id"], "req_svc_mine");
  });

  test("a request without a valid key is told what is wrong with it", async () => {
    const ask = (authorization?: string): Promise<HttpAnswer> =>
      rig.ask("/api/v1/jobs", {
        key: null,
        headers: authorization === undefined ? {} : { authorization },
      });
    assertError(await ask(), 401, "missing_authorization_header");
    assertError(await ask("Basic abc"), 401, "invalid_authorization_header");
    assertError(await ask("Bearer"), 401, "invalid_authorization_header");
    assertError(await ask("Bearer nonsense"), 401, "invalid_api_key");
    assertError(await ask(`Bearer svk_AAAAAAAAAAAA_${"x".repeat(43)}`), 401, "invalid_api_key");
    assertError(await ask(`Bearer ${rig.key.slice(0, -1)}!`), 401, "invalid_api_key");
    assert.equal((await ask(`bearer ${rig.key}`)).status, 200);
  });

  test("a revoked and an expired key are refused by name", async () => {
    const revoked = await rig.keys.create({ org: "default", name: "gone", scopes });
    await rig.keys.revoke(revoked.key.id);
    assertError(await rig.ask("/api/v1/jobs", { key: revoked.token }), 401, "api_key_revoked");
    const brief = await rig.keys.create({ org: "default", name: "old", scopes, expiresInMs: 1 });
    const deadline = Date.now() + 5000;
    while (rig.keys.isAlive(brief.key.id) && Date.now() < deadline) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assertError(await rig.ask("/api/v1/jobs", { key: brief.token }), 401, "api_key_expired");
  });

  test("a key without the route's scope is refused with the scope's name", async () => {
    const key = await rig.newKey(["jobs:read"]);
    const answer = await rig.ask(streams, { method: "POST", key, body: { stream_id: "a" } });
    assertError(answer, 403, "insufficient_scope");
    assert.match(answer.json.error.message, /surveillance:write/);
    assert.ok(answer.headers["x-ratelimit-remaining"]);
  });

  test("unknown routes and wrong methods are enveloped, with Allow where it helps", async () => {
    assertError(await rig.ask("/api/v1/nothing"), 404, "not_found");
    assertError(await rig.ask("/nothing", { key: null }), 404, "not_found");
    assertError(
      await rig.ask("/api/v1/nothing", { key: null }),
      401,
      "missing_authorization_header",
    );
    const answer = await rig.ask(`/api/v1/jobs/${someId}/cancel`, { method: "PATCH" });
    assertError(answer, 405, "method_not_allowed");
    assert.equal(answer.headers.allow, "POST");
    const both = await rig.ask(streams, { method: "DELETE" });
    assert.equal(both.headers.allow, "GET, HEAD, POST");
  });

  test("what is not there, or belongs to another organisation, is the same 404", async () => {
    const foreign = await rig.newKey(scopes, "other");
    const made = await rig.post(streams, { stream_id: "mine" });
    for (const path of [
      `/api/v1/jobs/${made.json.data.job_id}`,
      `${streams}/gate`,
      `${streams}/gate/snapshot.jpg`,
      `${streams}/gate/live.mjpeg`,
      `/api/v1/surveillance/incidents/${someId}`,
      `/api/v1/surveillance/incidents/${someId}/snapshot.jpg`,
    ]) {
      assertError(await rig.ask(path, { key: foreign }), 404, "not_found");
    }
    for (const path of [
      `/api/v1/jobs/${made.json.data.job_id}/cancel`,
      `/api/v1/surveillance/incidents/${someId}/acknowledge`,
      `/api/v1/surveillance/incidents/${someId}/resolve`,
    ]) {
      assertError(await rig.ask(path, { key: foreign, method: "POST" }), 404, "not_found");
    }
    const removed = await rig.ask(`${streams}/gate`, { key: foreign, method: "DELETE" });
    assertError(removed, 404, "not_found");
  });

  test("bad bodies name the field, and the service goes on", async () => {
    const cases: [unknown, string | undefined][] = [
      [{}, "stream_id"],
      [{ stream_id: 5 }, "stream_id"],
      [{ stream_id: "a", source: { url: "x", fps_cap: "5" } }, "source.fps_cap"],
      [{ stream_id: "a", sauce: {} }, "sauce"],
      [{ stream_id: "a", source: { url: "x", user: "y" } }, "source.user"],
      [[], undefined],
      ["text", undefined],
    ];
    for (const [body, param] of cases) {
      assertError(await rig.post(streams, body), 400, "invalid_request_body", param);
    }
    assertError(await rig.post(streams), 400, "invalid_request_body");
    const raw = (text: string | Buffer): Promise<HttpAnswer> =>
      rig.ask(streams, { method: "POST", raw: text });
    assertError(await raw(""), 400, "invalid_request_body");
    assertError(await raw("{"), 400, "invalid_json");
    const notUtf8 = Buffer.from('{"stream_id":"caf\xe9"}', "latin1");
    assertError(await rig.ask(streams, { method: "POST", raw: notUtf8 }), 400, "invalid_json");
    const poisoned = '{"stream_id":"a","__proto__":{"x":1}}';
    assertError(await raw(poisoned), 400, "invalid_request_body", "__proto__");
    const deep = `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`;
    assertError(await raw(deep), 400, "body_too_deep");
    assert.equal((await rig.post(streams, { stream_id: "ok" })).status, 202);
  });

  test("a client that asks for application/problem+json gets its refusals as RFC 9457 has them", async () => {
    const ask = (accept: string) =>
      rig.ask(streams, { method: "POST", body: { stream_id: 1 }, headers: { accept } });
    const { status, headers, json } = await ask("application/json, application/problem+json;q=0.9");
    assert.equal(status, 400);
    assert.match(headers["content-type"] ?? "", /^application\/problem\+json/);
    const { type, title, detail, ...more } = json;
    assert.equal(type, "/docs/reference#error-invalid_request_body");
    const page = await rig.ask("/docs/reference", { key: null });
    assert.match(page.text, /<tr id="error-invalid_request_body">/);
    assert.deepEqual(
      [typeof title, detail],
      ["string", "stream_id: has the wrong type. Send a string"],
    );
    const { code, param, retryable, request_id: id } = more;
    assert.deepEqual(
      [more.status, code, param, retryable],
      [400, "invalid_request_body", "stream_id", false],
    );
    assert.equal(id, headers["x-request-id"]);
    const plain = await ask("application/json, application/problem+json;q=0");
    assertError(plain, 400, "invalid_request_body", "stream_id");
  });

  test("16 MB of base64 pass where pictures are taken; more than the route's limit is 413", async () => {
    const picture = JSON.stringify({ stream_id: "a", input: { data: "A".repeat(16_000_000) } });
    assert.equal((await rig.ask(streams, { method: "POST", raw: picture })).status, 202);
    const large = Buffer.alloc(25 * 1024 * 1024, 0x20);
    const tooLarge = await rig.ask(streams, { method: "POST", raw: large });
    assertError(tooLarge, 413, "request_too_large");
    assert.match(tooLarge.json.error.message, /larger than 24 MiB/);
    const onSmallRoute = await rig.ask(`/api/v1/jobs/${someId}/cancel`, {
      method: "POST",
      raw: Buffer.alloc(2 * 1024 * 1024, 0x20),
    });
    assertError(onSmallRoute, 413, "request_too_large");
    assert.match(onSmallRoute.json.error.message, /larger than 1 MiB/);
  });

  test("a client that sends its whole body before it reads still gets the refusal", async () => {
    for (const [path, bytes] of [
      [streams, 25 * 1024 * 1024],
      [`/api/v1/jobs/${someId}/cancel`, 20 * 1024 * 1024],
    ] as const) {
      for (const chunked of [false, true]) {
        const body = Buffer.alloc(bytes, 0x20);
        const answer = await fetch(rig.server.url() + path, {
          method: "POST",
          headers: { authorization: `Bearer ${rig.key}`, "content-type": "application/json" },
          body: chunked ? new Blob([body]).stream() : body,
          ...(chunked ? { duplex: "half" } : {}),
        } as RequestInit);
        assert.equal(answer.status, 413);
        const { error } = (await answer.json()) as { error: { code: string } };
        assert.equal(error.code, "request_too_large");
      }
    }
  });

  test("only application/json is taken", async () => {
    const headers = { "content-type": "text/plain" };
    const answer = await rig.ask(streams, { method: "POST", raw: '{"stream_id":"a"}', headers });
    assertError(answer, 415, "unsupported_media_type");
    const packed = { method: "POST", body: {}, headers: { "content-encoding": "gzip" } };
    assertError(await rig.ask(streams, packed), 415, "unsupported_media_type");
    const charset = { "content-type": "application/json; charset=utf-8" };
    const named = await rig.ask(streams, {
      method: "POST",
      raw: '{"stream_id":"a"}',
      headers: charset,
    });
    assert.equal(named.status, 202);
  });

  test("queries and paths are checked, and unknown parameters are refused", async () => {
    for (const [query, param] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["offset=10001", "offset"],
      ["limit=x", "limit"],
      ["status=done", "status"],
      ["colour=red", "colour"],
    ] as const) {
      const answer = await rig.ask(`/api/v1/jobs?${query}`);
      assertError(answer, 400, "invalid_query_parameter", param);
    }
    assertError(await rig.ask("/api/v1/jobs/nonsense"), 400, "invalid_path_parameter", "job_id");
    assertError(await rig.ask("/api/v1/jobs/%zz"), 400, "invalid_path_parameter");
    assertError(
      await rig.ask(`${streams}/${encodeURIComponent("a/../b")}`),
      400,
      "invalid_path_parameter",
      "stream_id",
    );
    assertError(
      await rig.post(streams, { stream_id: "a" }, { "idempotency-key": "has space" }),
      400,
      "invalid_idempotency_key",
    );
  });

  test("a Host header that names another machine is not answered", async () => {
    const ask = (host: string): Promise<HttpAnswer> => rig.ask("/healthz", { headers: { host } });
    assertError(await ask("evil.example"), 421, "host_not_allowed");
    assertError(await ask("evil.example:80"), 421, "host_not_allowed");
    assert.equal((await ask("gate.local")).status, 200);
    assert.equal((await ask("localhost:1234")).status, 200);
    assert.equal((await ask("[::1]:80")).status, 200);
  });

  test("what is not HTTP, or has headers without end, is refused in the envelope", async () => {
    const talk = async (text: string): Promise<string> => {
      const socket = connect(rig.server.address()!.port, "127.0.0.1");
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.on("error", () => undefined);
      socket.write(text);
      await once(socket, "close");
      return Buffer.concat(chunks).toString();
    };
    const malformed = await talk("HELLO\r\n\r\n");
    assert.match(malformed, /^HTTP\/1.1 400 /);
    assert.match(malformed, /X-Request-Id: req_svc_/);
    assert.match(malformed, /"code":"malformed_request"/);
    const huge = await talk(
      `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${"x".repeat(40_000)}\r\n\r\n`,
    );
    assert.match(huge, /^HTTP\/1.1 431 /);
    assert.match(huge, /"code":"headers_too_large"/);
  });

  test("readiness says what is missing", async () => {
    const missing: { part: string; reason: string }[] = [];
    const starting = await new Rig({ readiness: () => missing }).start();
    try {
      assert.equal((await starting.ask("/readyz", { key: null })).status, 200);
      missing.push({ part: "vision", reason: "starting" });
      const answer = await starting.ask("/readyz", { key: null });
      assertError(answer, 503, "not_ready");
      assert.equal(answer.json.error.details[0].path, "vision");
      assert.equal((await starting.ask("/healthz", { key: null })).status, 200);
    } finally {
      await starting.stop();
    }
  });

  test("a failure inside a route is a general 500 and shows nothing of its cause", async () => {
    const system = {
      describe(): never {
        throw new Error("password=hunter2 at /srv/secret");
      },
      history: () => historyWire([]),
    };
    const failing = await new Rig({ system }).start();
    try {
      const answer = await failing.ask("/api/v1/system");
      assertError(answer, 500, "internal_error");
      assert.doesNotMatch(answer.text, /hunter2|secret/);
    } finally {
      await failing.stop();
    }
  });

  test("large bodies beyond the box's budget are turned away until there is room", async () => {
    const small = await new Rig({ quotas: { bodiesInFlightBytes: 3 * 1024 * 1024 } }).start();
    try {
      const send = (bytes: number): Promise<HttpAnswer> =>
        small.ask(streams, {
          method: "POST",
          raw: JSON.stringify({ stream_id: "a", input: { data: "A".repeat(bytes) } }),
        });
      assertError(await send(4_000_000), 503, "overloaded");
      assert.equal((await send(2_000_000)).status, 202);
      assert.equal((await send(2_000_000)).status, 202);
    } finally {
      await small.stop();
    }
  });
});

describe("rate limits", () => {
  test("the request beyond the window's quota is 429, for this key and this kind only", async () => {
    const rig = await new Rig({ quotas: { readsPerMinute: 3, createsPerMinute: 2 } }).start();
    try {
      const other = await rig.newKey(scopes);
      const remaining = [];
      for (let at = 0; at < 3; at += 1) {
        remaining.push((await rig.ask("/api/v1/jobs")).headers["x-ratelimit-remaining"]);
      }
      assert.deepEqual(remaining, ["2", "1", "0"]);
      const refused = await rig.ask("/api/v1/jobs");
      assertError(refused, 429, "rate_limited");
      assert.equal(refused.json.error.retryable, true);
      assert.equal(Number(refused.headers["retry-after"]), refused.json.error.retry_after);
      assert.equal(refused.headers["x-ratelimit-remaining"], "0");
      assert.equal((await rig.post(streams, { stream_id: "a" })).status, 202);
      assert.equal((await rig.ask("/api/v1/jobs", { key: other })).status, 200);
    } finally {
      await rig.stop();
    }
  });

  test("wrong keys are counted by address and never cost a right key anything", async () => {
    const rig = await new Rig({ quotas: { failedLoginsPerMinute: 2 } }).start();
    try {
      const wrong = { key: `svk_AAAAAAAAAAAA_${"x".repeat(43)}` };
      assertError(await rig.ask("/api/v1/jobs", wrong), 401, "invalid_api_key");
      assertError(await rig.ask("/api/v1/jobs", wrong), 401, "invalid_api_key");
      assertError(await rig.ask("/api/v1/jobs", wrong), 429, "rate_limited");
      const signIn = { method: "POST", key: null, body: { key: wrong.key } };
      assertError(await rig.ask("/api/v1/session", signIn), 429, "rate_limited");
      assert.equal((await rig.ask("/api/v1/jobs")).status, 200);
    } finally {
      await rig.stop();
    }
  });
});
