import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { Store } from "../../../src/base/core/store.ts";
import { EventLog } from "../../../src/base/events/event-log.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { listIncidents } from "../../../src/perception/incidents/incident-list.ts";
import { getIncident } from "../../../src/perception/incidents/incident-store.ts";
import { IncidentWriter } from "../../../src/perception/incidents/incident-writer.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { until } from "../../support/box/wait.ts";

const noUrls = { url: () => null, clipUrl: () => null };

function record(id: string, change: Partial<IncidentRecord> = {}): IncidentRecord {
  return {
    v: 1,
    id,
    org: "default",
    streamId: "cam",
    jobId: "job",
    type: "intrusion",
    rule: "intrusion",
    zone: null,
    state: "open",
    severity: "critical",
    classes: ["person"],
    confidence: 0.8,
    trackIds: [1],
    count: 1,
    direction: null,
    startedAtMs: 1000,
    openedAtMs: 1000,
    lastSeenAtMs: 1000,
    resolvedAtMs: null,
    acknowledgedAtMs: null,
    locale: "en",
    summary: "",
    snapshotAssetId: null,
    site: null,
    groupKey: null,
    lastBoxNorm: null,
    ...change,
  };
}

test("while the disk is full incidents wait, merged and in order, and none is lost", async (t) => {
  const real = await makeStore(t);
  const clock = new FakeClock();
  const events = new EventLog({ store: real, clock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  let isFull = true;
  const store: Store = {
    get: (key) => real.get(key),
    range: (options) => real.range(options),
    count: (prefix) => real.count(prefix),
    isFull: () => isFull,
    transact: (work) =>
      isFull ? Promise.reject(fail("storage_full", "the disk is full")) : real.transact(work),
  };
  const writer = new IncidentWriter({ store, events, clock, log: silentLogger }, noUrls);
  const ids = ["a", "b"].map((letter) => `${letter.repeat(8)}-0000-8000-8000-000000000000`);
  for (const id of ids) writer.write(record(id), "created");
  await writer.flush();
  assert.equal(writer.waiting, 2);
  writer.write(record(ids[0]!, { trackIds: [1, 2] }), "updated");
  writer.write(record(ids[0]!, { state: "resolved", resolvedAtMs: 2000 }), "resolved");
  await writer.flush();
  assert.equal(getIncident(real, "default", ids[0]!), undefined);

  isFull = false;
  clock.advance(1000);
  await until(() => writer.waiting === 0 && events.lastSeq() === 4);
  assert.deepEqual(
    events.read("default", 0, 10).map((event) => `${event.type} ${String(event.data["state"])}`),
    [
      "incident.created open",
      "incident.updated open",
      "incident.resolved resolved",
      "incident.created open",
    ],
  );
  assert.equal(writer.lost, 0);
  const page = { limit: 10, offset: 0 };
  assert.equal(listIncidents(real, "default", { filter: { state: "open" }, page }).total, 1);
});

test("an acknowledgement survives later changes of the incident", async (t) => {
  const store = await makeStore(t);
  const clock = new FakeClock();
  const events = new EventLog({ store, clock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  const writer = new IncidentWriter({ store, events, clock, log: silentLogger }, noUrls);
  const id = "cccccccc-0000-8000-8000-000000000000";
  writer.write(record(id, { acknowledgedAtMs: 1500 }), "created");
  await writer.flush();
  writer.write(record(id, { state: "resolved" }), "resolved");
  await writer.flush();
  assert.equal(getIncident(store, "default", id)!.acknowledgedAtMs, 1500);
});
