import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { uuidv7 } from "../../../../src/base/core/ids.ts";
import type { IncidentRecord } from "../../../../src/perception/incidents/incident-record.ts";
import { putIncident } from "../../../../src/perception/incidents/incident-store.ts";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

const startMs = 1_790_000_000_000;
const acknowledge = { acknowledge: true, resolve: false, keyId: "key-1" };

/** Incidents of a stream that does not run, one a second, open; the summaries count them. */
async function stored(t: TestContext, amount: number) {
  const rig = await PerceptionRig.make(t);
  const ids = Array.from({ length: amount }, (_, n) => uuidv7(startMs + n * 1000));
  await rig.parts.store.transact((tx) => {
    for (const [n, id] of ids.entries()) putIncident(tx, incident(id, n));
  });
  return { rig, ids };
}

function incident(id: string, n: number): IncidentRecord {
  const startedAtMs = startMs + n * 1000;
  return {
    v: 1,
    id,
    org: "default",
    streamId: "gate-cam",
    jobId: "job",
    type: "intrusion",
    rule: "intrusion",
    zone: "Einfahrt",
    state: "open",
    severity: "warning",
    classes: ["person"],
    confidence: 0.8,
    trackIds: [n],
    count: 1,
    direction: null,
    startedAtMs,
    openedAtMs: startedAtMs,
    lastSeenAtMs: startedAtMs,
    resolvedAtMs: null,
    acknowledgedAtMs: null,
    locale: "en",
    summary: `A person entered Müller’s yard number ${n}.`,
    snapshotAssetId: null,
    site: null,
    groupKey: null,
    lastBoxNorm: null,
  };
}

test("one review acknowledges many incidents, tells one event for each, and says what changed", async (t) => {
  const { rig, ids } = await stored(t, 120);
  const unknown = uuidv7();
  const { items, hasMore } = await rig.incidents.review("default", {
    ...acknowledge,
    ids: [...ids, unknown, ids[0]!.toUpperCase()],
  });
  assert.equal(hasMore, false);
  assert.equal(items.length, 121);
  assert.deepEqual(items.at(-1), { id: unknown, outcome: "not_found", changes: [] });
  assert.ok(items.slice(0, 120).every(({ changes }) => changes.join() === "acknowledged"));
  await until(() => rig.events.length === 120);
  assert.ok(rig.events.every(({ type }) => type === "incident.updated"));
  const { total } = await rig.incidents.list("default", { isAcknowledged: false }, page);
  assert.equal(total, 0);
  assert.equal(rig.incidents.get("default", ids[7]!)!.acknowledgedBy, "key-1");
});

test("a reviewer who may see only some cameras changes no incident of others", async (t) => {
  const { rig, ids } = await stored(t, 3);
  const streamIds = ["elsewhere"];
  const named = await rig.incidents.review("default", { ...acknowledge, ids, streamIds });
  assert.ok(named.items.every(({ outcome }) => outcome === "not_found"));
  const filter = { streamIds };
  const filtered = await rig.incidents.review("default", { ...acknowledge, filter, streamIds });
  assert.deepEqual(filtered.items, []);
  const { total } = await rig.incidents.list("default", { isAcknowledged: false }, page);
  assert.equal(total, 3);
});

test("a repeated review changes nothing and tells nothing", async (t) => {
  const { rig, ids } = await stored(t, 3);
  const review = { ...acknowledge, resolve: true, verdict: "false_positive" as const, ids };
  const first = await rig.incidents.review("default", review);
  assert.deepEqual(first.items[0]!.changes, ["acknowledged", "resolved", "verdict"]);
  await until(() => rig.events.length === 3);
  assert.deepEqual([...new Set(rig.events.map(({ type }) => type))], ["incident.resolved"]);
  const again = await rig.incidents.review("default", review);
  assert.ok(again.items.every(({ outcome }) => outcome === "unchanged"));
  assert.equal(rig.events.length, 3);
});

test("a filter reviews what began before its cutoff, at most 500 at a time", async (t) => {
  const { rig } = await stored(t, 620);
  const filter = { to: startMs / 1000 + 610 };
  const first = await rig.incidents.review("default", { ...acknowledge, filter });
  assert.deepEqual([first.items.length, first.hasMore], [500, true]);
  const second = await rig.incidents.review("default", { ...acknowledge, filter });
  assert.deepEqual([second.items.length, second.hasMore], [110, false]);
  const { total } = await rig.incidents.list("default", { isAcknowledged: false }, page);
  assert.equal(total, 10);
  const elsewhere = await rig.incidents.review("acme", { ...acknowledge, filter });
  assert.deepEqual(elsewhere.items, []);
});

test("incidents of a running stream stay acknowledged, judged and closed while it goes on", async (t) => {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await rig.submit(yardRequest);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(12);
  const open = rig.listed("default", { state: "open" }, page).items;
  assert.ok(open.length > 0);
  const ids = open.map(({ id }) => id);
  const review = { ...acknowledge, resolve: true, verdict: "true_positive" as const, ids };
  const { items } = await rig.incidents.review("default", review);
  assert.ok(items.every(({ changes }) => changes.length === 3));
  await rig.play(6);
  for (const id of ids) {
    const now = rig.incidents.get("default", id)!;
    assert.deepEqual(
      [now.state, now.resolvedBy, now.verdict],
      ["resolved", "key-1", "true_positive"],
    );
    assert.equal(now.acknowledgedBy, "key-1");
    const events = rig.events.filter(({ data }) => data["id"] === id).map(({ type }) => type);
    assert.equal(events.filter((type) => type === "incident.resolved").length, 1);
  }
});

test("a search finds words of the summary, camera and zone in any order, case and accent", async (t) => {
  const { rig } = await stored(t, 60);
  const found = async (search: string) =>
    (await rig.incidents.list("default", { search }, page)).total;
  assert.equal(await found("MULLER yard"), 60);
  assert.equal(await found("number 47 person"), 1);
  assert.equal(await found("einfahrt gate-cam"), 60);
  assert.equal(await found("dog"), 0);
});

test("entries of earlier versions are searched, counted and reviewed by their records", async (t) => {
  const { rig, ids } = await stored(t, 2);
  const { store } = rig.parts;
  await store.transact((tx) => {
    for (const [n, id] of ids.entries()) {
      const entry = { streamId: "gate-cam", severity: "warning", type: "intrusion", state: "open" };
      tx.put(["default", "incident-time", startMs + n * 1000, id], entry);
    }
  });
  const query = { search: "number 1", isAcknowledged: false };
  assert.equal((await rig.incidents.list("default", query, page)).total, 1);
  const { items } = await rig.incidents.groups("default", { gapSec: 1 }, page);
  assert.deepEqual(
    items.map(({ unacknowledged }) => unacknowledged),
    [1, 1],
  );
});

test("a cursor pages through all incidents once while new ones arrive", async (t) => {
  const { rig, ids } = await stored(t, 250);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const part = await rig.incidents.list("default", {}, { limit: 100, offset: 0, after });
    seen.push(...part.items.map(({ id }) => id));
    after = part.nextCursor ?? undefined;
    await rig.parts.store.transact((tx) => putIncident(tx, incident(uuidv7(), 1000 + seen.length)));
  } while (after !== undefined);
  assert.deepEqual(seen, ids.toReversed());
});

test("a review is refused while the disk is full", async (t) => {
  const { rig, ids } = await stored(t, 1);
  Object.assign(rig.parts.store, { isFull: () => true });
  const error = await codedError(() => rig.incidents.review("default", { ...acknowledge, ids }));
  assert.equal(error.code, "storage_full");
});
