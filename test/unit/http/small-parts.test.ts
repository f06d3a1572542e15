import assert from "node:assert/strict";
import { constants } from "node:os";
import { test } from "node:test";
import { errorCodes } from "fastify";
import type { Event } from "../../../src/base/events/event.ts";
import { byteRange } from "../../../src/http/answers/byte-range.ts";
import { envelope, readyEnvelope, ReadyJson } from "../../../src/http/answers/envelope-wire.ts";
import { fingerprint, idempotencyKeyOf } from "../../../src/http/idempotency-key.ts";
import { hostAllowed } from "../../../src/http/plugins/host-check.ts";
import { assertSameOrigin } from "../../../src/http/same-origin.ts";
import { readSessionCookie, pageCookie } from "../../../src/http/session-cookie.ts";
import { shownHost } from "../../../src/http/connections/shown-host.ts";
import { passesFilter } from "../../../src/http/streaming/sse.ts";
import { formatEventId, parseEventId, sseBlock } from "../../../src/http/streaming/sse-frame.ts";
import { StreamSlots } from "../../../src/http/streaming/stream-slots.ts";
import { toWireError } from "../../../src/http/answers/error-wire.ts";
import { fail } from "../../../src/base/contract/fail.ts";

test("a Host header is answered for addresses, loopback and configured names only", () => {
  const names = new Set(["box.local"]);
  for (const host of [
    "127.0.0.1:80",
    "[::1]:8480",
    "[::1]",
    "LOCALHOST",
    "Box.local:1",
    "box.local.",
  ]) {
    assert.equal(hostAllowed(host, names), true, host);
  }
  for (const host of [
    undefined,
    "",
    "evil.example",
    "127.0.0.1.evil.example",
    "a b",
    "x@127.0.0.1",
  ]) {
    assert.equal(hostAllowed(host, names), false, String(host));
  }
});

test("a request of another site is refused whichever header tells it", () => {
  const host = "127.0.0.1:8480";
  const accepted = [
    { host },
    { host, origin: `http://${host}` },
    { host, origin: `https://${host}`, "sec-fetch-site": "same-origin" },
    { host, "sec-fetch-site": "none" },
  ];
  const refused = [
    { host, origin: "http://evil.example" },
    { host, origin: "null" },
    { host, origin: "http://127.0.0.1:9999" },
    { host, origin: `http://${host}@evil.example` },
    { host, "sec-fetch-site": "cross-site" },
    { host, "sec-fetch-site": "same-site" },
  ];
  for (const headers of accepted) assert.doesNotThrow(() => assertSameOrigin(headers));
  for (const headers of refused) {
    assert.throws(() => assertSameOrigin(headers), { code: "csrf_rejected" });
  }
});

test("the session cookie is unreadable to scripts, same-site, and secure over TLS", () => {
  const cookie = pageCookie("session", "abc", { secure: true, maxAgeSec: 60 });
  assert.match(cookie, /^gatehouse_session=abc; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/);
  assert.doesNotMatch(pageCookie("session", "abc", { secure: false, maxAgeSec: 60 }), /Secure/);
  assert.equal(readSessionCookie("a=1; gatehouse_session=xyz; b=2"), "xyz");
  assert.equal(readSessionCookie("xgatehouse_session=1"), undefined);
});

test("the envelope's created_at is whole seconds, whatever fraction the thing within has", () => {
  const answer = { object: "brand", status: "active", data: {} };
  const given = envelope("req", 9_900, { ...answer, createdAt: 1_763_640_000.7 });
  assert.equal(given.created_at, 1_763_640_000);
  assert.equal(envelope("req", 9_900, answer).created_at, 9);
  const text = readyEnvelope("req", 0, { ...answer, createdAt: 5.5, data: new ReadyJson("{}") });
  assert.match(text, /"created_at":5,/);
});

test("an Idempotency-Key may be bare or quoted; bodies are the same whatever their member order", () => {
  assert.equal(idempotencyKeyOf({}), undefined);
  assert.equal(idempotencyKeyOf({ "idempotency-key": "a-1" }), "a-1");
  assert.equal(idempotencyKeyOf({ "idempotency-key": '"a-1"' }), "a-1");
  for (const key of ["", "a b", "x".repeat(256), "ä"]) {
    assert.throws(() => idempotencyKeyOf({ "idempotency-key": key }), {
      code: "invalid_idempotency_key",
    });
  }
  const print = fingerprint("POST /x", { a: 1, b: [{ c: 2, d: 3 }] });
  assert.equal(fingerprint("POST /x", { b: [{ d: 3, c: 2 }], a: 1 }), print);
  assert.notEqual(fingerprint("POST /x", { a: 1, b: [{ c: 2, d: 4 }] }), print);
  assert.notEqual(fingerprint("POST /y", { a: 1, b: [{ c: 2, d: 3 }] }), print);
});

test("a range is read as RFC 9110 words it", () => {
  assert.deepEqual(byteRange("bytes=0-3", 10), { start: 0, end: 3 });
  assert.deepEqual(byteRange("bytes=4-", 10), { start: 4, end: 9 });
  assert.deepEqual(byteRange("bytes=-3", 10), { start: 7, end: 9 });
  assert.deepEqual(byteRange("bytes=5-99", 10), { start: 5, end: 9 });
  assert.equal(byteRange("bytes=10-", 10), "unsatisfiable");
  assert.equal(byteRange("bytes=-0", 10), "unsatisfiable");
  for (const header of [undefined, "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "lines=1-2"]) {
    assert.equal(byteRange(header, 10), undefined);
  }
});

test("an event id is read back, also when the box's name has dashes", () => {
  const position = { boxId: "box-at-gate", epoch: "ab12", seq: 77 };
  assert.deepEqual(parseEventId(formatEventId(position)), position);
  for (const text of ["", "x", "box-epoch-", "box-epoch-1x", "b\n-e-1"]) {
    assert.equal(parseEventId(text), undefined, text);
  }
});

test("no value can break out of its field of an event stream", () => {
  const block = sseBlock({ id: "a\nevent: x", event: "b\r\ndata: y\0", data: "c\n\nid: z" });
  const lines = block.toString().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(":")[0]),
    ["id", "event", "data", "", ""],
  );
  assert.doesNotMatch(block.toString(), /[\r\0]/);
});

const incident = (severity: string): Event => ({
  seq: 1,
  epoch: "e",
  boxId: "b",
  org: "default",
  type: "incident.created",
  v: 1,
  atMs: 0,
  streamId: "gate",
  data: { severity },
});

test("severity filters exactly, min_severity from below; both leave out states of streams", () => {
  assert.equal(passesFilter(incident("critical"), { severity: "warning" }), false);
  assert.equal(passesFilter(incident("warning"), { severity: "warning" }), true);
  assert.equal(passesFilter(incident("critical"), { minSeverity: "warning" }), true);
  assert.equal(passesFilter(incident("info"), { minSeverity: "warning" }), false);
  assert.equal(passesFilter(incident("info"), { streamId: "yard" }), false);
  const status: Event = { ...incident("info"), type: "stream.status", data: {} };
  assert.equal(passesFilter(status, {}), true);
  assert.equal(passesFilter(status, { minSeverity: "info" }), false);
  assert.equal(passesFilter({ ...status, type: "job.completed" }, {}), false);
});

test("event streams carry every incident; a delivery without sse leaves out its updates", () => {
  const passes = (type: Event["type"], delivery: Event["delivery"]) =>
    passesFilter({ ...incident("info"), type, ...(delivery ? { delivery } : {}) }, {});
  for (const type of ["incident.created", "incident.resolved", "stream.status"] as const) {
    assert.ok(passes(type, ["webhook"]), type);
    assert.ok(passes(type, []), type);
  }
  assert.ok(!passes("incident.updated", ["webhook"]));
  assert.ok(passes("incident.updated", ["sse"]) && passes("incident.updated", undefined));
});

test("places for open streams are bounded per key and for the box, and come back once", () => {
  const slots = new StreamSlots({ perKey: 2, perBox: 3, message: "too many" });
  const first = slots.take("a");
  slots.take("a");
  assert.throws(() => slots.take("a"), { code: "too_many_streams" });
  slots.take("b");
  assert.throws(() => slots.take("c"), { code: "too_many_streams" });
  first();
  first();
  assert.equal(slots.total, 2);
  slots.take("c");
});

test("a fault of the box is told in general words, a fault of the caller in its own", () => {
  const secret = toWireError(new Error("rtsp://user:pass@cam"), "req_svc_1", 1000);
  assert.equal(secret.status, 500);
  assert.doesNotMatch(JSON.stringify(secret.body), /pass/);
  const inner = toWireError(fail("store_failed", "disk sda1"), "req_svc_1", 1000);
  assert.equal(inner.code, "internal_error");
  assert.doesNotMatch(JSON.stringify(inner.body), /sda1/);
  const own = toWireError(
    fail("invalid_request_body", "source.fps_cap: has the wrong type. Send a number", {
      param: "source.fps_cap",
    }),
    "req_svc_1",
    1_700_000_000_500,
  );
  assert.deepEqual(own.body, {
    id: "req_svc_1",
    object: "error",
    status: "error",
    created_at: 1_700_000_000,
    error: {
      code: "invalid_request_body",
      message: "source.fps_cap: has the wrong type. Send a number",
      param: "source.fps_cap",
      retryable: false,
      request_id: "req_svc_1",
    },
  });
});

test("what Node refuses on the wire has a code of ours", () => {
  const refused = (code: string): string =>
    toWireError(Object.assign(new Error("x"), { code }), "req_svc_1", 0).code;
  assert.equal(refused("ERR_HTTP_REQUEST_TIMEOUT"), "request_timeout");
  assert.equal(refused("HPE_HEADER_OVERFLOW"), "headers_too_large");
  assert.equal(refused("FST_ERR_CTP_BODY_TOO_LARGE"), "request_too_large");
  assert.equal(refused("toString"), "internal_error");
});

test("each refusal of the framework is a refusal of ours, and a file too many is no fault of the box", () => {
  for (const Refusal of Object.values(errorCodes)) {
    const error = new Refusal("x");
    if ((error.statusCode ?? 500) >= 500) continue;
    const { status, code } = toWireError(error, "req_svc_1", 0);
    assert.ok(status < 500, `${error.code} is ${code}`);
  }
  for (const code of ["EMFILE", "ENFILE"] as const) {
    const cause = Object.assign(new Error("open"), { code });
    for (const error of [cause, fail("internal_error", "x", { cause })]) {
      const wire = toWireError(error, "req_svc_1", 0);
      assert.deepEqual([wire.status, wire.code], [503, "overloaded"]);
    }
    const nameless = { code: "ERR_SYSTEM_ERROR", errno: constants.errno[code] };
    assert.equal(toWireError(Object.assign(new Error("x"), nameless), "req_svc_1", 0).status, 503);
    const own = fail("input_unreadable", "x", { cause });
    assert.equal(toWireError(own, "req_svc_1", 0).status, 503);
  }
});

test("a server on every address is shown under one that others can call", () => {
  const lo = [{ address: "127.0.0.1", family: "IPv4", internal: true }] as const;
  const lan = [
    { address: "fe80::1", family: "IPv6", internal: false },
    { address: "fd00::5", family: "IPv6", internal: false },
    { address: "192.168.10.5", family: "IPv4", internal: false },
  ] as const;
  assert.equal(shownHost("0.0.0.0", { lo, lan }), "192.168.10.5");
  assert.equal(shownHost("::", { lo, lan: lan.slice(0, 2) }), "[fd00::5]");
  assert.equal(shownHost("::", { lo }), "127.0.0.1");
  assert.equal(shownHost("10.0.0.7", { lo, lan }), "10.0.0.7");
  assert.equal(shownHost("::1", { lo, lan }), "[::1]");
});
