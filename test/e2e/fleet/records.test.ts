import assert from "node:assert/strict";
import { test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";

/** The status that the box answers a key with. */
async function statusOf(box: Appliance, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${box.url}/api/v1/surveillance/policies`, { headers })).status;
}

test(
  "a key made on one box of a fleet opens the other, and none of them once it is revoked",
  { skip: noNats },
  async (t) => {
    const { url } = await startNats(t);
    const yaml = `fleet: { name: test, voters: 1, servers: ["${url}"] }`;
    const [a, b] = await Promise.all([startAppliance({ yaml }), startAppliance({ yaml })]);
    t.after(() => Promise.all([a.stop(), b.stop()]));
    const { key, id } = (await a.post("/api/v1/keys", { name: "panel", preset: "operator" })).body
      .data;
    assert.equal(await statusOf(a, key), 200);
    await until(async () => (await statusOf(b, key)) === 200, { what: "the key on the other box" });
    const policy = { name: "Night", type: "intrusion" };
    await b.post("/api/v1/surveillance/policies", policy);
    await until(async () => (await a.get("/api/v1/surveillance/policies")).body.data.total === 1, {
      what: "the policy of the other box",
    });
    const removed = await b.fetch(`/api/v1/keys/${id}`, { method: "DELETE" });
    assert.equal(removed.status, 200);
    const revokedMs = performance.now();
    await until(async () => (await statusOf(a, key)) === 401, { what: "the refusal" });
    t.diagnostic(`refused after ${Math.round(performance.now() - revokedMs)} ms`);
    const records = (await a.get("/api/v1/fleet/records")).body.data;
    assert.deepEqual([records.conflicts, records.refused], [[], []]);
    const { fleet } = (await a.get("/api/v1/system")).body.data;
    assert.deepEqual(
      fleet.boxes.map(({ identity }: { identity: string }) => identity),
      ["trusted", "trusted"],
    );
    assert.equal(fleet.records.shared, records.records);
  },
);
