import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OutboundClient } from "../../../src/adapters/outbound/outbound-client.ts";
import type { StoreTransaction } from "../../../src/base/core/store.ts";
import { loopbackClient, testSecret } from "../../support/notifications/make-webhooks.ts";
import { Rig } from "../../support/http/rig.ts";

const webhook = { endpoint_url: "https://receiver.example/hook", secret: testSecret };

describe("what is made under an Idempotency-Key", () => {
  let outbound: OutboundClient;
  let rig: Rig;
  /** Keys that each transaction wrote, in order. */
  const written: string[][] = [];

  before(async () => {
    outbound = await loopbackClient();
    rig = await new Rig({ outbound }).start();
    const transact = rig.store.transact.bind(rig.store);
    rig.store.transact = (work, options) =>
      transact((tx) => {
        const puts: string[] = [];
        written.push(puts);
        const watched: StoreTransaction = {
          ...tx,
          put(key, value) {
            puts.push(key.join(" "));
            tx.put(key, value);
          },
        };
        return work(watched);
      }, options);
  });
  after(() => rig.stop());

  const post = (path: string, body: unknown, key: string) =>
    rig.ask(path, { method: "POST", body, headers: { "idempotency-key": key } });

  /** A crash falls before or behind this one transaction, never between the thing and its answer. */
  function assertTogether(thing: string, key: string): void {
    const together = written.filter((puts) => puts.includes(`default idempotency ${key}`));
    assert.equal(together.length, 1);
    assert.ok(together[0]!.includes(thing), together[0]!.join(", "));
  }

  test("a webhook, its new secret, an API key and its roll are stored together with their answers", async () => {
    const made = await post("/api/v1/webhooks", webhook, "w1");
    assertTogether(`default webhook ${made.json.data.id}`, "w1");
    const rotated = await post(`/api/v1/webhooks/${made.json.data.id}/rotate-secret`, {}, "w2");
    assertTogether(`default webhook ${made.json.data.id}`, "w2");
    assert.match(rotated.json.data.secret, /^whsec_/);
    const key = await post("/api/v1/keys", { name: "desk", preset: "viewer" }, "k1");
    assert.equal(key.status, 201);
    assertTogether(`default key ${key.json.data.id}`, "k1");
    const rolled = await post(`/api/v1/keys/${key.json.data.id}/roll`, {}, "k2");
    assertTogether(`default key ${key.json.data.id}`, "k2");
    assert.match(rolled.json.data.key, /^svk_/);
  });

  test("the repetition is the first answer without the secret, and a refusal keeps nothing", async () => {
    const body = { name: "twice", preset: "viewer" };
    const first = await post("/api/v1/keys", body, "k3");
    const again = await post("/api/v1/keys", body, "k3");
    const { key: _, ...shown } = first.json.data;
    assert.deepEqual([again.status, again.json], [201, { ...first.json, data: shown }]);
    const other = { ...webhook, endpoint_url: "https://receiver.example/other" };
    const refused = await post("/api/v1/webhooks", { ...other, secret: "short" }, "w3");
    assert.equal(refused.status, 400);
    const mended = await post("/api/v1/webhooks", other, "w3");
    assert.equal(mended.status, 201);
  });
});
