import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FakeVision } from "../../../support/perception/fake-vision.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";
import { Rig } from "../../../support/http/rig.ts";
import { newPerson, password, signIn } from "../../../support/http/signed-in.ts";

const base = "/api/v1/surveillance/incidents";

/** The API over a stream that has raised incidents. */
async function desk(t: TestContext): Promise<Rig> {
  const watch = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await watch.submit({ ...yardRequest, alerts: { group_by: "type" } });
  await until(() => watch.ingest.runs.length > 0);
  watch.ingest.last.init();
  await watch.play(12);
  const rig = new Rig({ incidents: watch.incidents });
  await rig.start();
  t.after(() => rig.stop());
  return rig;
}

test("what a person acknowledges, notes and closes carries the person's name", async (t) => {
  const rig = await desk(t);
  await newPerson(rig, { name: "Olga Owner", role: "operator" });
  const { headers } = await signIn(rig, { name: "olga owner", password });
  const [one] = (await rig.ask(`${base}?state=open&limit=1`)).json.data.data;
  const path = `${base}/${one.id}`;
  const asOlga = (at: string, body?: object) =>
    rig.ask(at, { method: "POST", key: null, headers, ...(body ? { body } : {}) });
  const seen = await asOlga(`${path}/acknowledge`);
  assert.deepEqual([seen.status, seen.json.data.acknowledged_by], [200, "Olga Owner"], seen.text);
  await asOlga(`${path}/notes`, { text: "The gardener." });
  const closed = await asOlga(`${path}/resolve`);
  assert.equal(closed.json.data.resolved_by, "Olga Owner");
  // A second acknowledgement, by a key, changes nothing.
  await rig.post(`${path}/acknowledge`, undefined);
  const { data } = (await rig.ask(path)).json;
  assert.equal(data.acknowledged_by, "Olga Owner");
  assert.equal(data.notes[0].created_by, "Olga Owner");
});

test("an incident says who acknowledged it, wrote about it, marked it and closed it", async (t) => {
  const rig = await desk(t);
  const [one] = (await rig.ask(`${base}?state=open&limit=1`)).json.data.data;
  const keyId = rig.key.split("_")[1];
  assert.deepEqual([one.acknowledged_by, one.resolved_by, one.notes], [null, null, []]);
  const path = `${base}/${one.id}`;
  const seen = await rig.post(`${path}/acknowledge`, undefined);
  assert.deepEqual([seen.status, seen.json.data.acknowledged_by], [200, keyId], seen.text);
  const noted = await rig.post(`${path}/notes`, { text: "The gardener." });
  assert.equal(noted.status, 200, noted.text);
  const marked = await rig.post(`${path}/verdict`, { verdict: "false_positive" });
  assert.equal(marked.json.data.verdict, "false_positive");
  const closed = await rig.post(`${path}/resolve`, undefined);
  assert.deepEqual([closed.json.status, closed.json.data.resolved_by], ["resolved", keyId]);
  const { data } = (await rig.ask(path)).json;
  const [note] = data.notes;
  assert.deepEqual([note.text, note.created_by], ["The gardener.", keyId]);
  assert.deepEqual([data.verdict, data.acknowledged_by], ["false_positive", keyId]);
  const advice = await rig.ask("/api/v1/surveillance/streams/yard-cam/advice");
  assert.equal(advice.json.data.false_positives, 1, advice.text);
});

test("notes and verdicts that are none are refused with their field", async (t) => {
  const rig = await desk(t);
  const [one] = (await rig.ask(`${base}?limit=1`)).json.data.data;
  for (const [route, body, param] of [
    ["notes", {}, "text"],
    ["notes", { text: "" }, "text"],
    ["notes", { text: "x".repeat(2001) }, "text"],
    ["notes", { text: "x", by: "me" }, "by"],
    ["verdict", {}, "verdict"],
    ["verdict", { verdict: "maybe" }, "verdict"],
  ] as const) {
    const answer = await rig.post(`${base}/${one.id}/${route}`, body);
    const got = [answer.status, answer.json.error.code, answer.json.error.param];
    assert.deepEqual(got, [400, "invalid_request_body", param], answer.text);
  }
  const unknown = `${base}/01900000-0000-7000-8000-0000000000ff`;
  assert.equal((await rig.post(`${unknown}/notes`, { text: "x" })).status, 404);
  assert.equal((await rig.post(`${unknown}/verdict`, { verdict: null })).status, 404);
});

test("incidents of one group are listed together", async (t) => {
  const rig = await desk(t);
  const [one] = (await rig.ask(`${base}?limit=1`)).json.data.data;
  assert.equal(one.group_key, `type:${one.type}`);
  const group = (await rig.ask(`${base}?group_key=${encodeURIComponent(one.group_key)}`)).json.data;
  assert.ok(group.total > 0);
  for (const { group_key: key } of group.data) assert.equal(key, one.group_key);
  assert.equal((await rig.ask(`${base}?group_key=type:none`)).json.data.total, 0);
});

test("one request reviews many incidents; repeated under its key it answers the same and changes nothing", async (t) => {
  const rig = await desk(t);
  const all = (await rig.ask(`${base}?acknowledged=false`)).json.data;
  assert.ok(all.total > 0);
  const ids = all.data.map(({ id }: { id: string }) => id);
  const body = { incident_ids: ids, acknowledge: true, verdict: "false_positive" };
  const headers = { "idempotency-key": "review-1" };
  const first = await rig.post(`${base}/review`, body, headers);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([first.json.data.changed, first.json.data.has_more], [ids.length, false]);
  assert.deepEqual(first.json.data.incidents[0].changes, ["acknowledged", "verdict"]);
  const again = await rig.post(`${base}/review`, body, headers);
  assert.deepEqual(again.json.data, first.json.data);
  assert.equal((await rig.ask(`${base}?acknowledged=false`)).json.data.total, 0);
  const entries = (await rig.ask("/api/v1/audit?limit=50")).json.data.data;
  const reviews = entries.filter(({ action }: { action: string }) => action.endsWith("/review"));
  assert.equal(reviews.length, 2, "one entry for each request");
});

test("a review without incidents, an action or a cutoff is refused with its field", async (t) => {
  const rig = await desk(t);
  const id = "01900000-0000-7000-8000-0000000000ff";
  for (const [body, param] of [
    [{ acknowledge: true }, "incident_ids"],
    [{ incident_ids: [id], filter: { to: 1 }, acknowledge: true }, "incident_ids"],
    [{ incident_ids: [id] }, "acknowledge"],
    [{ filter: {}, acknowledge: true }, "filter.to"],
    [{ incident_ids: Array.from({ length: 501 }, () => id), acknowledge: true }, "incident_ids"],
  ] as const) {
    const answer = await rig.post(`${base}/review`, body);
    const got = [answer.status, answer.json.error.code, answer.json.error.param];
    assert.deepEqual(got, [400, "invalid_request_body", param], answer.text);
  }
  const late = await rig.post(`${base}/review`, { filter: { to: 1 }, resolve: true });
  assert.deepEqual([late.status, late.json.data.incidents], [200, []]);
});
