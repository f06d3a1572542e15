import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { scopes } from "../../../../src/base/contract/scopes.ts";
import { SetupCode } from "../../../../src/base/keys/setup-code.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { Rig } from "../../../support/http/rig.ts";

const path = "/api/v1/keys";

describe("key routes", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 10_000, readsPerMinute: 10_000 } });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("a key is made, listed, rolled and ended; its secret is told at the making and the roll only", async () => {
    const made = await rig.post(path, { name: "desk", preset: "viewer" });
    assert.deepEqual([made.status, made.json.object, made.json.status], [201, "key", "active"]);
    const { key, id } = made.json.data as { key: string; id: string };
    assert.equal((await rig.ask("/api/v1/jobs", { key })).status, 200);
    const shown = await rig.ask(`${path}/${id}`);
    assert.deepEqual([shown.json.data.name, shown.json.data.key], ["desk", undefined]);
    assert.equal(shown.json.data.created_by, rig.key.split("_")[1]);
    const rolled = await rig.post(`${path}/${id}/roll`, { grace_seconds: 0 });
    assert.equal((await rig.ask("/api/v1/jobs", { key })).json.error.code, "invalid_api_key");
    const fresh = rolled.json.data.key as string;
    assert.equal((await rig.ask("/api/v1/jobs", { key: fresh })).status, 200);
    const ended = await rig.ask(`${path}/${id}`, { method: "DELETE" });
    assert.deepEqual([ended.status, ended.json.data.state], [200, "revoked"]);
    assert.equal(
      (await rig.ask("/api/v1/jobs", { key: fresh })).json.error.code,
      "api_key_revoked",
    );
    const all = await rig.ask(path);
    for (const secret of [key, fresh]) {
      assert.ok(!all.text.includes(secret.slice("svk_".length + 13)));
    }
  });

  test("everybody who sees what keys did reads their names, of the own organisation and no more", async () => {
    const viewer = await rig.newKey(["surveillance:read"]);
    const { status, json } = await rig.ask(`${path}/names`, { key: viewer });
    assert.equal(status, 200);
    const own = json.data.names.find(({ id }: { id: string }) => id === viewer.split("_")[1]);
    assert.deepEqual(Object.keys(own), ["id", "name"]);
    const other = await rig.newKey(["surveillance:read"], "elsewhere");
    const theirs = (await rig.ask(`${path}/names`, { key: other })).json.data.names;
    assert.deepEqual(
      theirs.map(({ id }: { id: string }) => id),
      [other.split("_")[1]],
    );
    const blind = await rig.newKey(["jobs:read"]);
    assert.equal((await rig.ask(`${path}/names`, { key: blind })).status, 403);
  });

  test("a repeated creation is replayed without the secret, and makes one key", async () => {
    const body = { name: "once", preset: "viewer" };
    const headers = { "idempotency-key": "make-once" };
    const answers = await Promise.all([1, 2, 3].map(() => rig.post(path, body, headers)));
    const first = answers.filter(({ headers: sent }) => !sent["idempotent-replayed"]);
    assert.equal(first.length, 1);
    assert.match(first[0]!.json.data.key, /^svk_/);
    for (const answer of answers) {
      assert.equal(answer.status, 201);
      assert.equal(answer.json.data.id, first[0]!.json.data.id);
      if (answer !== first[0]) assert.equal(answer.json.data.key, undefined);
    }
    const kept = JSON.stringify(rig.jobs.idempotency.find("default", "make-once"));
    assert.ok(!kept.includes(first[0]!.json.data.key));
  });

  test("keys are listed in pages", async () => {
    const org = "pages";
    const admin = await rig.newKey(scopes, org);
    for (let n = 0; n < 4; n += 1) {
      await rig.ask(path, {
        method: "POST",
        key: admin,
        body: { name: `k${n}`, preset: "viewer" },
      });
    }
    const names: string[] = [];
    for (let after = ""; ;) {
      const page = await rig.ask(`${path}?limit=2${after}`, { key: admin });
      const { data, next_cursor: next, total } = page.json.data;
      assert.equal(total, 5);
      names.push(...data.map((key: { name: string }) => key.name));
      if (next === null) break;
      after = `&after=${next}`;
    }
    assert.equal(new Set(names).size, 5);
    const wrong = await rig.ask(`${path}?after=x`, { key: admin });
    assert.equal(wrong.json.error.code, "invalid_query_parameter");
  });

  test("what a key may not hand out is refused, and names the scope", async () => {
    const small = await rig.newKey(["keys:admin", "jobs:read"]);
    const ask = (body: object) => rig.ask(path, { method: "POST", key: small, body });
    const refused = await ask({ name: "x", scopes: ["jobs:read", "system:admin"] });
    assert.deepEqual([refused.status, refused.json.error.code], [403, "insufficient_scope"]);
    assert.equal(refused.json.error.details[0].message, "system:admin");
    const given = await ask({ name: "x", scopes: ["jobs:read"] });
    assert.deepEqual([given.status, given.json.data.scopes], [201, ["jobs:read"]]);
    for (const body of [
      { name: "" },
      { name: "x", scopes: ["jobs:everything"] },
      { name: "x", preset: "god" },
      { name: "x", preset: "viewer", scopes: ["jobs:read"] },
      { name: "x", preset: "viewer", networks: ["10.0.0.1"] },
      { name: "x", preset: "viewer", expires_in_seconds: 0 },
      { name: "x", preset: "viewer", colour: "red" },
    ]) {
      const answer = await ask(body);
      const { code } = answer.json.error;
      assert.deepEqual([answer.status, code], [400, "invalid_request_body"], JSON.stringify(body));
    }
  });

  test("a key with networks is refused from elsewhere, for a session too", async () => {
    const body = { name: "far", preset: "viewer", networks: ["192.0.2.0/24"] };
    const { key } = (await rig.post(path, body)).json.data as { key: string };
    const answer = await rig.ask("/api/v1/jobs", { key });
    assert.deepEqual([answer.status, answer.json.error.code], [403, "key_network_refused"]);
    const session = await rig.ask("/api/v1/session", { method: "POST", key: null, body: { key } });
    assert.deepEqual([session.status, session.json.error.code], [403, "key_network_refused"]);
    const near = { name: "near", preset: "viewer", networks: ["127.0.0.0/8"] };
    const local = (await rig.post(path, near)).json.data as { key: string };
    assert.equal((await rig.ask("/api/v1/jobs", { key: local.key })).status, 200);
  });

  test("every change is in the audit log before its answer: who, what, from where, and the outcome", async () => {
    const made = await rig.post(path, { name: "watched", preset: "viewer" });
    const { id, key } = made.json.data as { id: string; key: string };
    await rig.ask(`${path}/${id}?secret=1`, { method: "DELETE", key });
    await rig.ask("/api/v1/session", { method: "POST", key: null, body: { key: "svk_wrong" } });
    const { data } = (await rig.ask("/api/v1/audit?limit=3")).json.data;
    const shown = data.map(
      (entry: { actor: object; address: string; action: string; outcome: object }) => [
        entry.actor,
        entry.address,
        entry.action,
        entry.outcome,
      ],
    );
    const admin = rig.key.split("_")[1];
    assert.deepEqual(shown, [
      [
        { kind: "anonymous", key_id: null },
        "127.0.0.1",
        "POST /api/v1/session",
        { status: 401, code: "invalid_api_key" },
      ],
      [
        { kind: "key", key_id: id },
        "127.0.0.1",
        `DELETE ${path}/${id}`,
        { status: 403, code: "insufficient_scope" },
      ],
      [{ kind: "key", key_id: admin }, "127.0.0.1", `POST ${path}`, { status: 201, code: null }],
    ]);
    assert.equal(data[2].request_id, made.json.id);
    const before = (await rig.ask("/api/v1/audit")).json.data.total;
    await rig.ask("/api/v1/jobs");
    await rig.ask(path, { method: "POST", key: null, body: {} });
    assert.equal((await rig.ask("/api/v1/audit")).json.data.total, before);
  });
});

test("a box that has a key takes no setup code, and nobody gives one beside a key", async (t) => {
  const rig = new Rig();
  await rig.start();
  t.after(() => rig.stop());
  const signIn = (body: object) => rig.ask("/api/v1/session", { method: "POST", key: null, body });
  const setup = new SetupCode({ clock: rig.clock, keys: rig.keys, org: "default" });
  assert.equal(setup.issue(), undefined);
  const answer = await signIn({ setup_code: "12345678" });
  assert.deepEqual([answer.status, answer.json.error.code], [401, "invalid_setup_code"]);
  assert.equal(answer.headers["set-cookie"], undefined);
  const named = { key: "svk_x", key_name: "phone" };
  for (const body of [
    named,
    {},
    { key: "svk_x", setup_code: "12345678" },
    { setup_code: "1234" },
  ]) {
    assert.equal((await signIn(body)).json.error.code, "invalid_request_body");
  }
});

test("the setup code signs the page in and gives the first key, once", async (t) => {
  const rig = new Rig({ withSetupCode: true, quotas: { failedLoginsPerMinute: 5 } });
  await rig.start();
  t.after(() => rig.stop());
  const signIn = (code: string) =>
    rig.ask("/api/v1/session", { method: "POST", key: null, body: { setup_code: code } });
  const wrong = String((Number(rig.setupCode) + 1) % 1e8).padStart(8, "0");
  assert.equal((await signIn(wrong)).json.error.code, "invalid_setup_code");
  const opened = await signIn(rig.setupCode);
  assert.equal(opened.status, 201);
  assert.equal(opened.json.data.kind, "session");
  const { key } = opened.json.data as { key: string };
  const cookie = opened.headers["set-cookie"]![0]!.split(";")[0]!;
  const own = await rig.ask(path, { key: null, headers: { cookie } });
  assert.deepEqual([own.status, own.json.data.total], [200, 1]);
  assert.equal((await rig.ask(path, { key })).status, 200);
  assert.equal((await signIn(rig.setupCode)).json.error.code, "invalid_setup_code");
  const entries = (await rig.ask("/api/v1/audit", { key })).json.data.data;
  assert.equal(entries[1].actor.key_id, key.split("_")[1]);
  // Guesses count like wrong keys: per address, beyond the quota 429.
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push((await signIn(wrong)).json.error.code);
  assert.deepEqual(answers, [
    "invalid_setup_code",
    "invalid_setup_code",
    "invalid_setup_code",
    "rate_limited",
  ]);
});

test("the request after the last one of a window is refused, and a new window begins in time", async (t) => {
  const clock = new FakeClock();
  const rig = new Rig({ clock, quotas: { readsPerMinute: 50 } });
  await rig.start();
  t.after(() => rig.stop());
  const endsAt = Math.ceil((clock.wallMs() + 60_000) / 1000);
  const answers = await Promise.all(Array.from({ length: 80 }, () => rig.ask("/api/v1/jobs")));
  assert.equal(answers.filter(({ status }) => status === 200).length, 50);
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 30);
  for (const { headers, json } of refused) {
    assert.equal(json.error.code, "rate_limited");
    assert.deepEqual(
      [headers["retry-after"], headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"]],
      ["60", "0", String(endsAt)],
    );
    assert.equal(headers["ratelimit-policy"], '"read";q=50;w=60');
    assert.equal(headers["ratelimit"], '"read";r=0;t=60');
  }
  clock.advance(59_999);
  assert.equal((await rig.ask("/api/v1/jobs")).status, 429);
  clock.advance(1);
  const fresh = await rig.ask("/api/v1/jobs");
  assert.deepEqual([fresh.status, fresh.headers["ratelimit"]], [200, '"read";r=49;t=60']);
});
