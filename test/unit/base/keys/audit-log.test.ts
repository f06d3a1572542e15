import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { AuditLog } from "../../../../src/base/keys/audit-log.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { auditPage } from "../../../../src/base/keys/audit-wire.ts";

const dayMs = 86_400_000;

async function open(t: TestContext, maxCount = 1000) {
  const store = await makeStore(t);
  const clock = new FakeClock();
  const retention = { maxAgeMs: 10 * dayMs, maxCount };
  const audit = new AuditLog({ store, clock, log: silentLogger, retention });
  const add = (action: string, org = "default") =>
    audit.add({
      org,
      actor: { kind: "key", key_id: "AAAAAAAAAAAA" },
      address: "10.0.0.1",
      action,
      outcome: { status: 200, code: null },
      requestId: "req_svc_x",
    });
  const actions = (org = "default") =>
    auditPage(audit, org, { limit: 100, offset: 0 }).items.map(({ action }) => action);
  return { store, clock, audit, add, actions };
}

test("entries are listed newest first, by organisation, in pages that do not shift", async (t) => {
  const { audit, add } = await open(t);
  for (let n = 1; n <= 5; n += 1) await add(`POST /${n}`);
  await add("POST /theirs", "acme");
  const first = auditPage(audit, "default", { limit: 2, offset: 0 });
  assert.deepEqual(
    [first.items.map(({ action }) => action), first.total, first.hasMore],
    [["POST /5", "POST /4"], 5, true],
  );
  await add("POST /6");
  const next = auditPage(audit, "default", { limit: 9, offset: 7, after: first.nextCursor! });
  assert.deepEqual(
    next.items.map(({ action }) => action),
    ["POST /3", "POST /2", "POST /1"],
  );
  assert.equal(next.nextCursor, null);
  assert.throws(() => auditPage(audit, "default", { limit: 1, offset: 0, after: "eA" }), {
    code: "invalid_query_parameter",
  });
});

test("the oldest entries go by age and by number, and what is left keeps its place", async (t) => {
  const { store, clock, audit, add, actions } = await open(t, 3);
  await add("old");
  clock.advance(10 * dayMs);
  for (const action of ["a", "b", "c", "d"]) await add(action, action === "b" ? "acme" : "default");
  assert.equal(await audit.trim(), 2);
  assert.deepEqual([actions(), actions("acme")], [["d", "c"], ["b"]]);
  assert.equal(store.count(["box", "audit"]), 3);
  clock.advance(10 * dayMs);
  assert.equal(await audit.trim(), 3);
  await add("later");
  assert.equal(auditPage(audit, "default", { limit: 1, offset: 0 }).items[0]!.id, "6");
});

test("an entry that cannot be written is counted and stops nobody", async (t) => {
  const { store, audit, add } = await open(t);
  await store.stop();
  await add("POST /x");
  assert.equal(audit.lost, 1);
});
