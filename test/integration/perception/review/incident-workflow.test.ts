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

async function watched(t: TestContext, more: object = {}): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await rig.submit({ ...yardRequest, ...more });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(12);
  return rig;
}

test("notes and a verdict are kept, told as updates, and outlive what the stream goes on to write", async (t) => {
  const rig = await watched(t);
  const open = rig.listed("default", { state: "open" }, page).items[0]!;
  const told = rig.events.length;
  await rig.incidents.note("default", open.id, { text: "The gardener.", keyId: "key-1" });
  await rig.incidents.judge("default", open.id, "false_positive");
  await until(() => rig.events.length >= told + 2);
  for (const event of rig.events.slice(told)) assert.equal(event.type, "incident.updated");
  assert.equal(rig.events.at(-1)!.data["verdict"], "false_positive");
  await rig.incidents.acknowledge("default", open.id, "key-1");
  await rig.play(6);
  const resolved = (await rig.incidents.resolve("default", open.id, "key-1"))!;
  assert.equal(resolved.state, "resolved");
  const kept = rig.incidents.get("default", open.id)!;
  const [note] = kept.notes!;
  assert.deepEqual([note!.text, note!.keyId], ["The gardener.", "key-1"]);
  assert.deepEqual([kept.verdict, kept.state], ["false_positive", "resolved"]);
  assert.notEqual(kept.acknowledgedAtMs, null);
  const again = (await rig.incidents.judge("default", open.id, null))!;
  assert.equal(again.verdict, null);
  assert.equal(await rig.incidents.judge("acme", open.id, null), undefined);
  for (let n = 1; n < 50; n += 1) {
    await rig.incidents.note("default", open.id, { text: `${n}`, keyId: "key-1" });
  }
  const full = () => rig.incidents.note("default", open.id, { text: "more", keyId: "key-1" });
  assert.equal((await codedError(full)).code, "conflict");
});

test("what a person changes is told in the form and to those that the stream asked for", async (t) => {
  const rig = await watched(t, { outputs: { delivery: ["sse"], format: "compact" } });
  const [open] = rig.listed("default", { state: "open" }, page).items;
  await rig.incidents.note("default", open!.id, { text: "seen", keyId: "key-1" });
  const event = rig.events.findLast(({ type }) => type === "incident.updated")!;
  assert.deepEqual([event.delivery, event.data["notes"]], [["sse"], undefined]);
});

test("the advice counts what a higher min_score would have done to the marked incidents", async (t) => {
  const rig = await watched(t);
  assert.equal(rig.incidents.advice("acme", "yard-cam"), undefined);
  assert.match(rig.incidents.advice("default", "yard-cam")!.sentence, /No incident .* is marked/);
  const { items } = rig.listed("default", {}, page);
  const [one, other] = items;
  await rig.incidents.judge("default", one!.id, "false_positive");
  const advice = rig.incidents.advice("default", "yard-cam")!;
  assert.deepEqual([advice.falsePositives, advice.truePositives], [1, 0]);
  assert.ok(advice.minScore! > one!.confidence);
  assert.match(advice.sentence, /would have removed 1 of 1 false .* no incident is marked as true/);
  await rig.incidents.judge("default", other!.id, "true_positive");
  const both = rig.incidents.advice("default", "yard-cam")!;
  const removesTrue = other!.confidence < advice.minScore!;
  assert.equal(both.minScore === null, removesTrue);
});

test("incidents that group_by puts together are listed together, of all cameras", async (t) => {
  const rig = await watched(t, { alerts: { group_by: "type" } });
  const other = { ...yardRequest, stream_id: "gate-cam", alerts: { group_by: "type" } };
  const runs = rig.ingest.runs.length;
  await rig.submit({ ...other, source: { ...yardRequest.source, url: "rtsp://10.0.0.9/gate" } });
  await until(() => rig.ingest.runs.length > runs);
  rig.ingest.last.init();
  await rig.play(12);
  const { items } = rig.listed("default", { groupKey: "type:intrusion" }, page);
  assert.deepEqual(
    items.map(({ stream_id }) => stream_id).toSorted(),
    ["gate-cam", "yard-cam"],
    JSON.stringify(rig.told()),
  );
  assert.ok(items.every(({ type }) => type === "intrusion"));
  const none = rig.listed("default", { groupKey: "type:fall" }, page);
  assert.equal(none.total, 0);
});

/** Incidents of three cameras at these seconds, the odd ones resolved. */
async function storedAt(t: TestContext, groupKey: string | null, ...seconds: number[]) {
  const rig = await PerceptionRig.make(t);
  const startMs = 1_790_000_000_000;
  await rig.parts.store.transact((tx) => {
    for (const [at, second] of seconds.entries()) {
      const startedAtMs = startMs + second * 1000;
      const record = {
        v: 1,
        id: uuidv7(startedAtMs),
        org: "default",
        streamId: `cam-${at % 3}`,
        type: at === 0 ? "loitering" : "intrusion",
        severity: at === 1 ? "critical" : "warning",
        state: at % 2 === 0 ? "open" : "resolved",
        startedAtMs,
        lastSeenAtMs: startedAtMs,
        groupKey,
        snapshotAssetId: null,
      } as unknown as IncidentRecord;
      putIncident(tx, record);
    }
  });
  const groups = (more: object = {}, asked: object = {}) =>
    rig.incidents.groups("default", { gapSec: 60, ...more }, { ...page, ...asked });
  return { groups, startSec: startMs / 1000 };
}

test("incidents of one key that follow one another are one group, across cameras", async (t) => {
  const { groups, startSec } = await storedAt(t, "site:north", 0, 30, 80, 500, 510);
  const { items, total, hasMore } = await groups();
  assert.deepEqual([total, hasMore], [2, false]);
  const [late, early] = items;
  assert.deepEqual([late!.count, late!.open, late!.severity], [2, 1, "warning"]);
  assert.deepEqual([early!.count, early!.open, early!.severity], [3, 2, "critical"]);
  assert.deepEqual([early!.groupKey, early!.types], ["site:north", ["intrusion", "loitering"]]);
  assert.deepEqual(early!.streamIds.toSorted(), ["cam-0", "cam-1", "cam-2"]);
  assert.deepEqual(
    [early!.firstStartedAtMs, early!.lastStartedAtMs].map((ms) => ms / 1000 - startSec),
    [0, 80],
  );
  assert.equal(early!.latest.streamId, "cam-2");
  assert.equal((await groups({ gapSec: 600 })).total, 1);
  assert.equal((await groups({ gapSec: 1 })).total, 5);
  assert.equal((await groups({ type: "loitering" })).items[0]!.count, 1);
  assert.deepEqual((await groups({ groupKey: "site:south" })).items, []);
  const first = await groups({}, { limit: 1 });
  assert.equal(first.items[0]!.count, 2);
  const second = await groups({}, { limit: 1, after: first.nextCursor! });
  assert.deepEqual([second.items[0]!.count, second.hasMore], [3, false]);
  assert.deepEqual((await groups({}, { offset: 1 })).items, second.items);
  await assert.rejects(groups({}, { after: "nonsense" }), { code: "invalid_query_parameter" });
});

test("incidents without a key are not grouped", async (t) => {
  const { groups } = await storedAt(t, null, 0, 1, 2);
  const { items, total } = await groups();
  assert.equal(total, 3);
  assert.ok(items.every(({ groupKey: key, count }) => key === null && count === 1));
});
