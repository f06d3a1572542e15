import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OutboundClient } from "../../../../src/adapters/outbound/outbound-client.ts";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import { loopbackClient, testSecret } from "../../../support/notifications/make-webhooks.ts";
import { Rig } from "../../../support/http/rig.ts";

const base = "/api/v1/webhooks";
const secret = testSecret;
const far = { endpoint_url: "https://receiver.example/hook", secret };
/** A registration at an address of its own. */
const at = (path: string) => ({ endpoint_url: `https://receiver.example/${path}`, secret });

describe("the webhook registry", () => {
  let outbound: OutboundClient;
  let rig: Rig;
  before(async () => {
    outbound = await loopbackClient();
    rig = await new Rig({ outbound, quotas: { createsPerMinute: 5000 } }).start();
  });
  after(() => rig.stop());

  const refusal = async (body: unknown) => {
    const { status, json } = await rig.post(base, body);
    return `${status} ${json.error?.code} ${json.error?.param ?? ""}`.trim();
  };

  test("a registration answers with the contract's fields, active, and without the secret", async () => {
    const { status, json, text } = await rig.post(base, far);
    assert.equal(status, 201);
    assert.deepEqual([json.object, json.status], ["webhook", "active"]);
    const { data } = json;
    assert.deepEqual(
      [data.object, data.endpoint_url, data.is_active, data.events],
      ["webhook", far.endpoint_url, true, ["job.completed", "job.failed"]],
    );
    assert.match(data.id, /^[0-9a-f-]{36}$/);
    for (const time of [data.created_at, data.updated_at]) {
      assert.equal(new Date(time).toISOString(), time);
    }
    assert.ok(!text.includes(secret) && !("secret" in data));
    const listed = await rig.ask(base);
    assert.equal(listed.json.data.object, "list");
    assert.deepEqual(listed.json.data.data.at(-1), data);
    assert.deepEqual((await rig.ask(`${base}/${data.id}`)).json.data, data);
    assert.ok(!listed.text.includes(secret));
  });

  test("url is another name of endpoint_url, and events narrow what is told", async () => {
    const { json } = await rig.post(base, {
      url: "https://receiver.example/two",
      secret,
      events: ["incident.created"],
      description: "guards",
    });
    assert.equal(json.data.endpoint_url, "https://receiver.example/two");
    assert.deepEqual([json.data.events, json.data.description], [["incident.created"], "guards"]);
  });

  test("an address has one webhook of an organisation, however it is spelled", async () => {
    const body = (address: string) => ({ endpoint_url: address, secret });
    const { id } = (await rig.post(base, body("https://once.example/hook"))).json.data;
    for (const same of [
      "https://once.example/hook",
      "https://ONCE.example:443/a/../hook",
      "https://once.example/hook#part",
    ]) {
      const { status, json } = await rig.post(base, body(same));
      assert.deepEqual(
        [status, json.error.code, json.error.param],
        [409, "conflict", "endpoint_url"],
      );
      assert.deepEqual(json.error.details, [
        { path: "endpoint_url", rule: "registered", message: id },
      ]);
    }
    const other = (await rig.post(base, body("https://once.example/other"))).json.data.id;
    const patch = (url: string) => rig.ask(`${base}/${other}`, { method: "PATCH", body: { url } });
    const moved = await patch("https://once.example/hook");
    assert.deepEqual([moved.status, moved.json.error.param], [409, "url"]);
    assert.equal((await patch("https://once.example/other")).status, 200);
    assert.equal((await rig.ask(`${base}/${id}`, { method: "DELETE" })).status, 200);
    assert.equal((await patch("https://once.example/hook")).status, 200);
  });

  test("what cannot be registered is refused with the field at fault", async () => {
    assert.equal(await refusal({ secret }), "400 invalid_request_body endpoint_url");
    assert.equal(
      await refusal({ ...far, endpoint_url: "http://receiver.example/hook" }),
      "400 invalid_request_body endpoint_url",
    );
    assert.equal(
      await refusal({ ...far, endpoint_url: "no url" }),
      "400 invalid_request_body endpoint_url",
    );
    assert.equal(
      await refusal({ ...far, endpoint_url: `${far.endpoint_url} ` }),
      "400 invalid_request_body endpoint_url",
    );
    assert.equal(
      await refusal({ ...far, endpoint_url: "https://a:b@receiver.example/" }),
      "400 invalid_request_body endpoint_url",
    );
    assert.equal(
      await refusal({ ...far, endpoint_url: "https://10.0.0.1/hook" }),
      "400 forbidden_address endpoint_url",
    );
    assert.equal(
      await refusal({ url: "https://192.168.4.4/", secret }),
      "400 forbidden_address url",
    );
    assert.equal(await refusal({ ...far, secret: "short" }), "400 invalid_request_body secret");
    assert.equal(
      await refusal({ ...far, secret: "x".repeat(501) }),
      "400 invalid_request_body secret",
    );
    assert.equal(
      await refusal({ ...far, events: ["job.queued"] }),
      "400 invalid_request_body events[0]",
    );
    assert.equal(await refusal({ ...far, more: 1 }), "400 invalid_request_body more");
    const header = (name: string, value = "x") =>
      refusal({
        ...at("headers"),
        headers: [
          { name: "X-One", value: "1" },
          { name, value },
        ],
      });
    for (const name of ["Host", "content-length", "X-Svc-Signature", "Webhook-Id", "Proxy-A"]) {
      assert.equal(await header(name), "400 invalid_request_body headers[1].name", name);
    }
    assert.equal(await header("x-one"), "400 invalid_request_body headers[1].name");
    assert.equal(await header("a b"), "400 invalid_request_body headers[1].name");
    assert.equal(await header("X-Two", "a\r\nb: c"), "400 invalid_request_body headers[1].value");
    const split = { headers: [{ name: "X-Two", value: "topsecret\n" }] };
    assert.ok(!(await rig.post(base, { ...at("split"), ...split })).text.includes("topsecret"));
    assert.equal(
      await refusal({ ...at("bare"), headers: [{ name: "X-Two" }] }),
      "400 invalid_request_body headers[0].value",
    );
    assert.equal(
      await refusal({ ...far, retry_delays_seconds: [0] }),
      "400 invalid_request_body retry_delays_seconds[0]",
    );
    assert.equal(
      await refusal({ ...far, filter: { min_severity: "loud" } }),
      "400 invalid_request_body filter.min_severity",
    );
    assert.equal(
      await refusal({ ...far, url: "https://other.example/" }),
      "400 invalid_request_body url",
    );
  });

  test("switching off and on, another address, and the end", async () => {
    const { id } = (await rig.post(base, at("switched"))).json.data;
    const patch = async (body: unknown) =>
      (await rig.ask(`${base}/${id}`, { method: "PATCH", body })).json;
    const off = await patch({ is_active: false });
    assert.deepEqual(
      [off.status, off.data.is_active, off.data.disabled_reason],
      ["disabled", false, "manual"],
    );
    const on = await patch({ is_active: true, endpoint_url: "https://new.example/" });
    assert.deepEqual(
      [on.status, on.data.endpoint_url, on.data.disabled_reason],
      ["active", "https://new.example/", null],
    );
    assert.equal((await patch({})).error.code, "invalid_request_body");
    assert.equal((await rig.ask(`${base}/${id}`, { method: "DELETE" })).json.data.deleted, true);
    assert.equal((await rig.ask(`${base}/${id}`)).status, 404);
    assert.equal((await rig.ask(`${base}/${id}`, { method: "DELETE" })).status, 404);
  });

  test("a test is sent at once, shown in the deliveries, and sent again on demand", async (t) => {
    const receiver = await new Receiver().start(t);
    const made = await rig.post(base, { endpoint_url: receiver.url(), secret });
    const { id } = made.json.data;
    const tested = await rig.post(`${base}/${id}/test`);
    assert.deepEqual([tested.status, tested.json.data.status], [200, "succeeded"]);
    assert.equal(receiver.received[0]!.headers["x-svc-event"], "webhook.test");
    const list = await rig.ask(`${base}/${id}/deliveries?status=succeeded&event_type=webhook.test`);
    assert.deepEqual(
      list.json.data.data.map((each: { id: string }) => each.id),
      [tested.json.data.id],
    );
    assert.equal((await rig.ask(`${base}/${id}/deliveries?status=pending`)).json.data.total, 0);
    const again = await rig.post(`${base}/${id}/deliveries/${tested.json.data.id}/redeliver`);
    assert.deepEqual([again.status, again.json.data.trigger], [202, "manual"]);
    const [first, second] = await receiver.count(2);
    assert.equal(second!.body, first!.body);
    const unknown = `${base}/${id}/deliveries/dlv_svc_${id}/redeliver`;
    assert.equal((await rig.post(unknown)).status, 404);
  });

  test("deliveries come in pages that stay stable", async (t) => {
    const receiver = await new Receiver().start(t);
    const { id } = (await rig.post(base, { endpoint_url: receiver.url(), secret })).json.data;
    for (let n = 0; n < 5; n += 1) await rig.post(`${base}/${id}/test`);
    const first = (await rig.ask(`${base}/${id}/deliveries?limit=3`)).json.data;
    await rig.post(`${base}/${id}/test`);
    const after = first.next_cursor;
    const rest = (await rig.ask(`${base}/${id}/deliveries?limit=3&after=${after}`)).json.data;
    assert.deepEqual([first.data.length, rest.data.length, rest.has_more], [3, 2, false]);
    const wrong = await rig.ask(`${base}/${id}/deliveries?after=nonsense`);
    assert.equal(wrong.json.error.code, "invalid_query_parameter");
  });

  test("a secret has 8 to 500 characters of any kind", async () => {
    for (const own of ["pässwörd€🔑", "whsec_not base64", "🔑".repeat(500), "a\ttab\nline"]) {
      const { status, json } = await rig.post(base, { ...at("secrets"), secret: own });
      assert.equal(status, 201, JSON.stringify(json.error));
      const { id } = json.data;
      assert.equal((await rig.ask(`${base}/${id}`, { method: "DELETE" })).status, 200);
    }
    for (const own of ["🔑".repeat(7), "🔑".repeat(501)]) {
      assert.equal(await refusal({ ...far, secret: own }), "400 invalid_request_body secret");
    }
  });

  test("a rotation shows the secret that the box made once, and never again", async () => {
    const { id } = (await rig.post(base, at("rotated"))).json.data;
    const key = { "idempotency-key": "rotate-1" };
    const rotated = await rig.post(`${base}/${id}/rotate-secret`, { grace_seconds: 60 }, key);
    assert.match(rotated.json.data.secret, /^whsec_/);
    const replayed = await rig.post(`${base}/${id}/rotate-secret`, { grace_seconds: 60 }, key);
    assert.equal(replayed.headers["idempotent-replayed"], "true");
    assert.equal(replayed.json.data.secret, undefined);
    const own = await rig.post(`${base}/${id}/rotate-secret`, { secret: "a secret of mine" });
    assert.equal(own.json.data.secret, undefined);
    const late = await rig.post(`${base}/${id}/rotate-secret`, { grace_seconds: 604_801 });
    assert.equal(late.json.error.param, "grace_seconds");
  });

  test("a recovery reaches back 14 days", async () => {
    const { id } = (await rig.post(base, at("recovered"))).json.data;
    const nowSec = Date.now() / 1000;
    const done = await rig.post(`${base}/${id}/recover`, { since: nowSec - 3600 });
    assert.deepEqual([done.status, done.json.data.queued], [202, 0]);
    const early = await rig.post(`${base}/${id}/recover`, { since: nowSec - 15 * 86_400 });
    assert.equal(early.json.error.param, "since");
  });

  test("another organisation sees none of it", async () => {
    const { id } = (await rig.post(base, at("hidden"))).json.data;
    const key = await rig.newKey(["webhooks:read", "webhooks:write"], "other");
    assert.equal((await rig.ask(base, { key })).json.data.total, 0);
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", { is_active: false }],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/test"],
      ["POST", "/rotate-secret", {}],
      ["POST", "/recover", { since: Date.now() / 1000 }],
      ["POST", `/deliveries/dlv_svc_${id}/redeliver`],
    ] as const) {
      const answer = await rig.ask(`${base}/${id}${path}`, { method, key, body });
      assert.equal(answer.status, 404, `${method} ${path}`);
    }
    assert.equal((await rig.ask(`${base}/${id}`)).json.data.is_active, true);
  });

  test("an organisation has at most twenty", async () => {
    const key = await rig.newKey(["webhooks:read", "webhooks:write"], "many");
    const post = (n: number) => rig.ask(base, { method: "POST", key, body: at(`${n}`) });
    for (let n = 0; n < 20; n += 1) assert.equal((await post(n)).status, 201);
    const refused = await post(20);
    assert.deepEqual([refused.status, refused.json.error.code], [409, "webhook_limit_reached"]);
    const { data } = (await rig.ask(`${base}?limit=15`, { key })).json;
    const rest = (await rig.ask(`${base}?limit=15&after=${data.next_cursor}`, { key })).json.data;
    assert.deepEqual([data.data.length, rest.data.length, rest.total], [15, 5, 20]);
  });
});
