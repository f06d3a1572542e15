import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Rig } from "../../../support/http/rig.ts";

const base = "/api/v1/surveillance/policies";
const night = {
  name: "Night",
  type: "intrusion",
  condition: { zone: "yard" },
  action: { severity: "warning", cooldown_seconds: 60 },
  schedule: { time_zone: "Europe/Berlin", windows: [{ from: "22:00", to: "06:00" }] },
  modes: ["armed"],
};

describe("policies over HTTP", () => {
  const rig = new Rig();
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("are created, read, listed by stream, changed and removed", async () => {
    const made = await rig.post(base, { ...night, stream_id: "gate" });
    assert.deepEqual(
      [made.status, made.json.object, made.json.status],
      [201, "surveillance.policy", "active"],
    );
    const { data } = made.json;
    assert.deepEqual(
      { stream_id: data.stream_id, condition: data.condition, schedule: data.schedule },
      { stream_id: "gate", condition: night.condition, schedule: night.schedule },
    );
    const global = await rig.post(base, { name: "All", type: "intrusion" });
    const ids = async (query: string): Promise<string[]> =>
      (await rig.ask(`${base}${query}`)).json.data.data.map(({ id }: { id: string }) => id);
    const both = [data.id, global.json.data.id];
    assert.deepEqual(await ids(""), both);
    assert.deepEqual(await ids("?stream_id=gate"), both);
    assert.deepEqual(await ids("?stream_id=hall"), [global.json.data.id]);
    const page = (await rig.ask(`${base}?limit=1`)).json.data;
    assert.deepEqual(await ids(`?after=${page.next_cursor}`), [global.json.data.id]);

    const path = `${base}/${data.id}`;
    const off = await rig.ask(path, { method: "PATCH", body: { enabled: false, schedule: null } });
    assert.deepEqual(
      [off.status, off.json.status, off.json.data.schedule],
      [200, "disabled", null],
    );
    assert.deepEqual((await rig.ask(path)).json.data.modes, ["armed"]);
    const gone = await rig.ask(path, { method: "DELETE" });
    assert.deepEqual([gone.status, gone.json.data.deleted], [200, true]);
    assert.equal((await rig.ask(path)).status, 404);
  });

  test("answer bad input with the field", async () => {
    for (const [change, param] of [
      [{ conditions: {} }, "conditions"],
      [{ condition: { zone: "yard", severity: "info" } }, "condition.severity"],
      [{ action: { cooldown_seconds: -1 } }, "action.cooldown_seconds"],
      [{ modes: ["panic"] }, "modes[0]"],
      [{ stream_id: "../x" }, "stream_id"],
      [{ schedule: { time_zone: "UTC", windows: [] } }, "schedule.windows"],
      [{ schedule: { windows: [{}] } }, "schedule.time_zone"],
      [{ schedule: { time_zone: "UTC", windows: [{}], days: [] } }, "schedule.days"],
      [{ schedule: "nights" }, "schedule"],
      [{ schedule: { time_zone: "Nowhere", windows: [{}] } }, "schedule.time_zone"],
      [{ type: "teleporting" }, "type"],
    ] as const) {
      const answer = await rig.post(base, { ...night, ...change });
      assert.equal(answer.status, 400, JSON.stringify(change));
      assert.equal(answer.json.error.code, "invalid_request_body");
      assert.ok(String(answer.json.error.param).startsWith(param), answer.text);
    }
    const empty = await rig.ask(`${base}/01900000-0000-7000-8000-0000000000ff`, {
      method: "PATCH",
      body: {},
    });
    assert.equal(empty.status, 400);
  });

  test("a request that is sent twice under its key makes one policy", async () => {
    const headers = { "idempotency-key": "once" };
    const [first, second] = [
      await rig.post(base, night, headers),
      await rig.post(base, night, headers),
    ];
    assert.equal(first.json.data.id, second.json.data.id);
  });

  test("the mode is set by PUT, per organisation, and the audit log says by whom", async () => {
    const path = "/api/v1/system/mode";
    assert.equal((await rig.ask(path)).json.data.mode, "armed");
    const set = await rig.ask(path, { method: "PUT", body: { mode: "home" } });
    assert.deepEqual([set.status, set.json.object, set.json.status], [200, "system.mode", "home"]);
    assert.equal((await rig.ask(path)).json.data.source, "hand");
    const theirs = await rig.newKey(["surveillance:read"], "acme");
    assert.equal((await rig.ask(path, { key: theirs })).json.data.mode, "armed");
    const refused = await rig.ask(path, { method: "PUT", body: { mode: "away" } });
    assert.equal(refused.status, 400);
    assert.equal((await rig.ask(path, { method: "PUT", body: {} })).status, 400);
    const audit = (await rig.ask("/api/v1/audit")).json.data.data as {
      action: string;
      actor: { key_id: string | null };
    }[];
    const entry = audit.findLast(({ action }) => action === `PUT ${path}`)!;
    assert.equal(entry.actor.key_id, set.json.data.set_by);
  });
});
