import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Gatehouse } from "../../../client/source/client.ts";
import type { ClientOptions } from "../../../client/source/http.ts";
import { GatehouseApiError, WebhookVerificationError } from "../../../client/source/errors.ts";
import type { ServerEvent } from "../../../client/source/events.ts";
import { verifyWebhook } from "../../../client/source/webhook.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A box that answers as told, and a client of it. */
async function scripted(t: TestContext, handle: Handler, options: Partial<ClientOptions> = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume();
    handle(request, response, seen.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return { seen, client: new Gatehouse({ baseUrl, apiKey: "svk_test", ...options }) };
}

function refuse(response: ServerResponse, status: number, code: string, headers = {}): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "x-request-id": "req_svc_1",
    ...headers,
  });
  response.end(
    JSON.stringify({ error: { code, message: "no", retryable: status === 503, param: "x" } }),
  );
}

function answer(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ id: "req_svc_1", object: "job", status: "ok", created_at: 1, data }),
  );
}

const source = { type: "rtsp", url: "rtsp://camera.local/1" } as const;

test("a client without address or key says what it lacks", () => {
  const make = (options: object) => () => new Gatehouse(options as ClientOptions);
  const baseUrl = "http://127.0.0.1:8480";
  assert.throws(make({ apiKey: "svk_a_b" }), /^TypeError: baseUrl: /);
  assert.throws(make({ baseUrl: "gate.local:8480", apiKey: "svk_a_b" }), /^TypeError: baseUrl: /);
  assert.throws(make({ baseUrl }), /^TypeError: apiKey: /);
});

test("a write is repeated under one Idempotency-Key after 503 and a broken connection", async (t) => {
  const { seen, client } = await scripted(t, (request, response, count) => {
    if (count === 1) refuse(response, 503, "overloaded");
    else if (count === 2) request.socket.destroy();
    else answer(response, { job_id: "j" });
  });
  const made = await client.surveillance.createStream({ source });
  assert.equal(made.data.job_id, "j");
  const keys = new Set(seen.map(({ headers }) => headers["idempotency-key"]));
  assert.equal(seen.length, 3);
  assert.equal(keys.size, 1);
  assert.match([...keys][0] as string, /^[0-9a-f-]{36}$/);
});

test("429 is waited out as Retry-After says", async (t) => {
  const times: number[] = [];
  const { client } = await scripted(t, (_, response, count) => {
    times.push(performance.now());
    if (count === 1) refuse(response, 429, "rate_limited", { "retry-after": "1" });
    else answer(response, {});
  });
  await client.system.getSystem();
  assert.ok(times[1]! - times[0]! >= 990);
});

test("a Retry-After above the caller's limit is an error at once", async (t) => {
  const waits: Handler = (_, response) =>
    refuse(response, 429, "rate_limited", { "retry-after": "30" });
  const { seen, client } = await scripted(t, waits, { maxRetryAfterSec: 3 });
  await assert.rejects(client.system.getSystem(), { code: "rate_limited", retryAfterSec: 30 });
  assert.equal(seen.length, 1);
});

test("a refusal is an error with its code, and is not repeated", async (t) => {
  const { seen, client } = await scripted(t, (_, response) =>
    refuse(response, 400, "invalid_request_body"),
  );
  await assert.rejects(client.jobs.getJob({ job_id: "a/b" }), (error) => {
    assert.ok(error instanceof GatehouseApiError);
    const { code, status, requestId, param } = error;
    assert.deepEqual(
      [code, status, requestId, param],
      ["invalid_request_body", 400, "req_svc_1", "x"],
    );
    return true;
  });
  assert.deepEqual(
    seen.map(({ url }) => url),
    ["/api/v1/jobs/a%2Fb"],
  );
});

test("a wait polls until the job has ended, and gives up when told to", async (t) => {
  const { client } = await scripted(t, (_, response, count) =>
    answer(response, { job_id: "j", status: count < 3 ? "processing" : "completed" }),
  );
  assert.equal((await client.jobs.wait("j")).status, "completed");
  assert.equal((await client.runs.wait("r")).status, "completed");
  const slow = await scripted(t, (_, response) => answer(response, { status: "queued" }));
  await assert.rejects(slow.client.jobs.wait("j", { timeoutMs: 0 }), { code: "wait_timed_out" });
  await assert.rejects(slow.client.runs.wait("r", { timeoutMs: 0 }), { code: "wait_timed_out" });
});

test("a wait outlives a box that is away for a while, if it has answered before", async (t) => {
  const isAway = (count: number): boolean => count === 2 || count === 3;
  const { seen, client } = await scripted(
    t,
    (_, response, count) => {
      if (isAway(count)) response.destroy();
      else answer(response, { job_id: "j", status: count < 4 ? "processing" : "completed" });
    },
    { maxRetries: 0 },
  );
  assert.equal((await client.jobs.wait("j")).status, "completed");
  assert.equal(seen.length, 4);
  const dead = await scripted(t, (_, response) => void response.destroy(), { maxRetries: 0 });
  await assert.rejects(dead.client.jobs.wait("j"), { name: "GatehouseConnectionError" });
});

test("events go on after a break where they stopped, each once", async (t) => {
  const { seen, client } = await scripted(t, (_, response, count) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (count === 1) {
      response.write("retry: 3000\nid: b-1-0\n\n: heartbeat\n\n");
      response.write(
        'id: b-1-1\nevent: incident.created\ndata: {"n":1}\n\nid: b-1-2\r\nevent: incid',
      );
      setImmediate(() => response.destroy());
    } else {
      response.write('id: b-1-2\nevent: incident.updated\ndata: {"n":2}\n\n');
      response.end('event: server.closing\ndata: {"reason":"key_ended"}\n\n');
    }
  });
  const breaks: string[] = [];
  const options = { onReconnect: ({ name }: Error) => void breaks.push(name) };
  const got: ServerEvent[] = [];
  for await (const event of client.surveillance.followSurveillanceEvents({}, options)) {
    got.push(event);
  }
  assert.deepEqual(
    got.map(({ id, type }) => [id, type]),
    [
      ["b-1-1", "incident.created"],
      ["b-1-2", "incident.updated"],
      [undefined, "server.closing"],
    ],
  );
  assert.deepEqual(breaks, ["GatehouseConnectionError"]);
  assert.equal(seen[1]!.headers["last-event-id"], "b-1-1");
});

test("a silent stream is given up, and an aborted one ends at once", async (t) => {
  const stop = new AbortController();
  const { seen, client } = await scripted(t, (_, response, count) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(count === 1 ? ": \n\n" : "event: stream.gap\ndata: {}\n\n");
  });
  const options = { signal: stop.signal, silenceMs: 50 };
  for await (const event of client.surveillance.followSurveillanceEvents({}, options)) {
    assert.equal(event.type, "stream.gap");
    stop.abort();
  }
  assert.equal(seen.length, 2);
});

test("a wrong key ends the events instead of asking for ever", async (t) => {
  const { client } = await scripted(t, (_, response) => refuse(response, 401, "invalid_api_key"));
  const events = client.surveillance.followSurveillanceEvents();
  await assert.rejects(events.next(), { code: "invalid_api_key" });
});

const secret = `whsec_${Buffer.from("a key of enough length").toString("base64")}`;
const body = '{"id":"evt_svc_1","object":"event","type":"job.completed","created_at":1,"data":{}}';

/** Headers as the box sends them. */
function signed(with_: string, atSec = Math.floor(Date.now() / 1000)): Record<string, string> {
  const key = with_.startsWith("whsec_") ? Buffer.from(with_.slice(6), "base64") : with_;
  const whole = createHmac("sha256", key).update(`evt_svc_1.${atSec}.${body}`).digest("base64");
  return {
    "webhook-id": "evt_svc_1",
    "webhook-timestamp": String(atSec),
    "webhook-signature": `v1,${"A".repeat(43)}= v1,${whole}`,
    "x-svc-signature": `sha256=${createHmac("sha256", with_).update(body).digest("hex")}`,
  };
}

test("a delivery is believed with the right secret, old or new, in both forms of headers", async () => {
  for (const one of [secret, "a plain secret"]) {
    assert.equal((await verifyWebhook(body, signed(one), one)).id, "evt_svc_1");
    const headers = new Headers(signed(one));
    const event = await verifyWebhook(Buffer.from(body), headers, ["the new one", one]);
    assert.equal(event.type, "job.completed");
  }
  const upper = Object.entries(signed(secret)).map(([name, value]) => [name.toUpperCase(), value]);
  assert.equal((await verifyWebhook(body, Object.fromEntries(upper), secret)).id, "evt_svc_1");
});

test("a delivery is refused when body, time, secret or a header is not right", async () => {
  const now = Math.floor(Date.now() / 1000);
  const { "webhook-id": _, ...withoutId } = signed(secret);
  const cases: [string, string, Record<string, string>][] = [
    ["wrong_signature", `${body} `, signed(secret)],
    ["wrong_signature", body, signed("another secret")],
    ["wrong_signature", body, { ...signed(secret), "webhook-id": "evt_svc_2" }],
    ["outside_time_window", body, signed(secret, now - 301)],
    // A second may pass until it is verified: ten more than the window allows.
    ["outside_time_window", body, signed(secret, now + 310)],
    ["malformed_header", body, { ...signed(secret), "x-svc-signature": "sha1=aa" }],
    ["malformed_header", body, { ...signed(secret), "webhook-timestamp": "now" }],
    ["missing_header", body, withoutId],
  ];
  for (const [code, text, headers] of cases) {
    await assert.rejects(verifyWebhook(text, headers, secret), (error) => {
      assert.ok(error instanceof WebhookVerificationError);
      assert.equal(error.code, code);
      return true;
    });
  }
});
