import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newPerson, password, signIn } from "../../../support/http/signed-in.ts";
import { incidentId, Rig } from "../../../support/http/rig.ts";

const people = "/api/v1/people";
const session = "/api/v1/session";

describe("accounts of people", () => {
  const rig = new Rig({ quotas: { failedLoginsPerMinute: 1000, createsPerMinute: 1000 } });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  const ask = (path: string, headers: Record<string, string>, more: object = {}) =>
    rig.ask(path, { key: null, headers, ...more });

  test("a person signs in with name and password, whatever the name's case, and has the role's scopes", async () => {
    const id = await newPerson(rig, { name: "Anna Weber", role: "operator" });
    const { headers, answer } = await signIn(rig, { name: "anna  WEBER", password });
    const { data } = answer.json;
    assert.deepEqual(data.person, { id, name: "Anna Weber", role: "operator", cameras: null });
    assert.ok(data.scopes.includes("robots:command") && !data.scopes.includes("keys:admin"));
    assert.equal((await ask(session, headers)).json.data.person.name, "Anna Weber");
    assert.equal((await ask(people, headers)).json.error.code, "insufficient_scope");
    assert.equal((await ask(`${people}/me`, headers)).json.data.id, id);
  });

  test("no answer and no record shows a password", async () => {
    await newPerson(rig, { name: "Secretive", role: "viewer" });
    const listed = await rig.ask(people);
    const stored = JSON.stringify([
      rig.store.range({ prefix: ["default"] }),
      rig.store.range({ prefix: ["box"] }),
    ]);
    assert.ok(stored.includes("Secretive"));
    for (const text of [JSON.stringify(listed.json), stored]) assert.ok(!text.includes(password));
    assert.ok(!JSON.stringify(listed.json).includes("salt"));
  });

  test("a wrong name, a wrong password and an account without one are one and the same answer", async () => {
    await newPerson(rig, { name: "Ben", role: "viewer" });
    await rig.accounts.people.create({
      org: "default",
      name: "Passwordless",
      role: "viewer",
      cameras: null,
      createdBy: null,
    });
    const answers = [];
    for (const name of ["Ben", "Nobody", "Passwordless"]) {
      const body = { name, password: "something else entirely" };
      const { status, json } = await rig.ask(session, { method: "POST", key: null, body });
      answers.push([status, json.error.code, json.error.message]);
    }
    assert.equal(answers[0]![0], 401);
    assert.equal(answers[0]![1], "invalid_credentials");
    assert.equal(new Set(answers.map((each) => JSON.stringify(each))).size, 1);
  });

  test("weak passwords, taken names and mixed ways to sign in are refused with the field", async () => {
    const make = async (body: object) =>
      await rig.post(people, { name: "Carla", password, role: "viewer", ...body });
    const weak = ["short", "aaaaaaaaaaaaaaaa", "my name is carla"];
    for (const each of weak) {
      const { status, json } = await make({ password: each });
      assert.deepEqual([status, json.error.param], [400, "password"], each);
    }
    assert.equal((await make({})).status, 201);
    assert.equal((await make({ name: "CARLA" })).json.error.code, "conflict");
    assert.equal((await make({ role: "integrator" })).status, 400);
    const mixed = [
      {},
      { name: "Carla" },
      { key: rig.key, name: "Carla", password },
      { setup_code: "12345678", name: "Carla" },
      { setup_code: "12345678", key: rig.key },
      { passkey: {}, key: rig.key },
      { passkey: {}, name: "Carla" },
      { invitation: "x" },
    ];
    for (const body of mixed) {
      const answer = await rig.ask(session, { method: "POST", key: null, body });
      assert.equal(answer.status, 400, JSON.stringify(body));
    }
  });

  test("signing in makes a new session id, whatever cookie the browser brought", async () => {
    await newPerson(rig, { name: "Dora", role: "viewer" });
    const planted = `gatehouse_session=${"A".repeat(43)}`;
    const first = await signIn(rig, { name: "Dora", password }, { cookie: planted });
    const second = await signIn(rig, { name: "Dora", password }, { cookie: first.cookie });
    assert.notEqual(first.cookie, planted);
    assert.notEqual(second.cookie, first.cookie);
    const stale = await ask(session, { cookie: planted });
    assert.equal(stale.json.error.code, "session_expired");
  });

  test("another site can neither sign in nor act with a person's session", async () => {
    await newPerson(rig, { name: "Emil", role: "admin" });
    const body = { name: "Emil", password };
    const foreign = { "sec-fetch-site": "cross-site" };
    const refused = await rig.ask(session, { method: "POST", key: null, body, headers: foreign });
    assert.equal(refused.json.error.code, "csrf_rejected");
    const { cookie } = await signIn(rig, body);
    const made = { method: "POST", body: { name: "x", password, role: "admin" } };
    assert.equal((await ask(people, { cookie }, made)).json.error.code, "csrf_rejected");
  });

  test("removing a person ends the sessions at once; changing the role holds in open sessions", async () => {
    const id = await newPerson(rig, { name: "Finn", role: "admin" });
    const { headers } = await signIn(rig, { name: "Finn", password });
    assert.equal((await ask(people, headers)).status, 200);
    const change = { method: "PATCH", body: { role: "viewer" } };
    assert.equal((await rig.ask(`${people}/${id}`, change)).json.data.role, "viewer");
    assert.equal((await ask(people, headers)).json.error.code, "insufficient_scope");
    assert.equal((await rig.ask(`${people}/${id}`, { method: "DELETE" })).status, 200);
    assert.equal((await ask(session, headers)).json.error.code, "session_expired");
    const body = { name: "Finn", password };
    const gone = await rig.ask(session, { method: "POST", key: null, body });
    assert.equal(gone.json.error.code, "invalid_credentials");
  });

  test("the last administrator cannot take the own role away or remove the account", async () => {
    const other = new Rig();
    await other.start();
    try {
      const id = await newPerson(other, { name: "Only", role: "admin" });
      const { headers } = await signIn(other, { name: "Only", password });
      const act = async (request: object) =>
        (await other.ask(`${people}/${id}`, { key: null, headers, ...request })).json.error?.code;
      assert.equal(await act({ method: "PATCH", body: { role: "viewer" } }), "conflict");
      assert.equal(await act({ method: "PATCH", body: { cameras: ["gate"] } }), "conflict");
      assert.equal(await act({ method: "DELETE" }), "conflict");
      await newPerson(other, { name: "Second", role: "admin" });
      assert.equal(await act({ method: "DELETE" }), undefined);
    } finally {
      await other.stop();
    }
  });

  test("a changed password needs the old one and ends the account's other sessions", async () => {
    await newPerson(rig, { name: "Greta", role: "viewer" });
    const here = await signIn(rig, { name: "Greta", password });
    const there = await signIn(rig, { name: "Greta", password });
    const change = async (body: object) =>
      await ask(`${people}/me/password`, here.headers, { method: "PUT", body });
    const next = "another long password";
    assert.equal((await change({ password: next })).json.error.param, "current_password");
    const wrong = { current_password: "wrong wrong wrong", password: next };
    assert.equal((await change(wrong)).json.error.param, "current_password");
    assert.equal((await change({ current_password: password, password: next })).status, 200);
    assert.equal((await ask(session, here.headers)).status, 200);
    assert.equal((await ask(session, there.headers)).json.error.code, "session_expired");
    await signIn(rig, { name: "Greta", password: next });
  });

  test("page sessions are listed and ended: the own ones, and with keys:admin everybody's", async () => {
    await newPerson(rig, { name: "Hana", role: "viewer" });
    const one = await signIn(rig, { name: "Hana", password }, { "user-agent": "Browser 1" });
    const two = await signIn(rig, { name: "Hana", password });
    const list = async (headers?: Record<string, string>) =>
      (await rig.ask("/api/v1/page-sessions?limit=100", headers ? { key: null, headers } : {})).json
        .data.data;
    const own = await list(one.headers);
    assert.deepEqual(
      own.map((each: { name: string }) => each.name),
      ["Hana", "Hana"],
    );
    const mine = own.find((each: { is_current: boolean }) => each.is_current);
    assert.equal(mine.browser, "Browser 1");
    assert.equal(mine.address, "127.0.0.1");
    assert.ok((await list()).length > 2, "an administrator sees everybody's");
    const theirs = own.find((each: { is_current: boolean }) => !each.is_current);
    const end = { method: "DELETE" };
    assert.equal((await ask(`/api/v1/page-sessions/${theirs.id}`, one.headers, end)).status, 200);
    assert.equal((await ask(session, two.headers)).json.error.code, "session_expired");
    await newPerson(rig, { name: "Ida", role: "viewer" });
    const ida = await signIn(rig, { name: "Ida", password });
    const foreign = await ask(`/api/v1/page-sessions/${mine.id}`, ida.headers, end);
    assert.equal(foreign.json.error.code, "not_found");
    assert.equal((await rig.ask(`/api/v1/page-sessions/${mine.id}`, end)).status, 200);
    assert.equal((await ask(session, one.headers)).json.error.code, "session_expired");
  });

  test("the audit log names the person; a person can make keys within the role", async () => {
    await newPerson(rig, { name: "Jan", role: "admin" });
    const { headers } = await signIn(rig, { name: "Jan", password });
    const body = { name: "for a program", preset: "integrator" };
    const key = await ask("/api/v1/keys", headers, { method: "POST", body });
    assert.equal(key.status, 201);
    assert.equal(key.json.data.created_by, "Jan");
    const { data } = (await rig.ask("/api/v1/audit?limit=5")).json.data;
    const entry = data.find((each: { action: string }) => each.action === "POST /api/v1/keys");
    assert.equal(entry.actor.kind, "person");
    assert.equal(entry.actor.name, "Jan");
    const acknowledged = await ask(
      `/api/v1/surveillance/incidents/${incidentId}/acknowledge`,
      headers,
      { method: "POST" },
    );
    assert.equal(acknowledged.status, 200);
  });

  test("an invitation makes one account, once, until it expires or is withdrawn", async () => {
    const path = `${people}/invitations`;
    const invite = async (body: object) => (await rig.post(path, body)).json.data;
    const made = await invite({ role: "operator", cameras: ["gate"] });
    assert.match(made.url, /#\/invitation\/[\w-]{43}$/);
    const stored = JSON.stringify(rig.store.range({ prefix: ["box", "invitation"] }));
    assert.ok(!stored.includes(made.token));
    const accept = async (token: string, name: string) =>
      await rig.ask(session, {
        method: "POST",
        key: null,
        body: { invitation: token, name, password },
      });
    const accepted = await accept(made.token, "Kim");
    assert.equal(accepted.json.data.person.role, "operator");
    assert.deepEqual(accepted.json.data.person.cameras, ["gate"]);
    const again = await accept(made.token, "Kim the second");
    assert.deepEqual([again.status, again.json.error.code], [401, "invalid_invitation"]);
    const withdrawn = await invite({ role: "viewer" });
    assert.equal((await rig.ask(`${path}/${withdrawn.id}`, { method: "DELETE" })).status, 200);
    assert.equal((await accept(withdrawn.token, "Lea")).json.error.code, "invalid_invitation");
    const race = await invite({ role: "viewer" });
    const both = await Promise.all([accept(race.token, "Max"), accept(race.token, "Moritz")]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 401]);
  });

  test("an invitation for an account gives it a new password and ends its sessions", async () => {
    const id = await newPerson(rig, { name: "Nora", role: "viewer" });
    const old = await signIn(rig, { name: "Nora", password });
    const { token } = (await rig.post(`${people}/invitations`, { person_id: id })).json.data;
    const next = "a fresh password for n";
    await signIn(rig, { invitation: token, password: next });
    assert.equal((await ask(session, old.headers)).json.error.code, "session_expired");
    await signIn(rig, { name: "Nora", password: next });
  });

  test("a person invites nobody to more than the own role", async () => {
    const scoped = await rig.newKey(["keys:admin"]);
    const body = { role: "admin" };
    const answer = await rig.ask(`${people}/invitations`, { method: "POST", key: scoped, body });
    assert.equal(answer.json.error.code, "insufficient_scope");
  });
});

describe("a new box", () => {
  const rig = new Rig({ withSetupCode: true });
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  test("takes the setup code for the first account, once", async () => {
    const methods = async () => (await rig.ask(`${session}/methods`, { key: null })).json.data;
    assert.deepEqual(await methods(), { password: false, provider: null, setup_code: true });
    const body = { setup_code: rig.setupCode, name: "Olga", password };
    const weak = await rig.ask(session, {
      method: "POST",
      key: null,
      body: { ...body, password: "short" },
    });
    assert.equal(weak.json.error.param, "password", "a weak password leaves the code good");
    const { answer } = await signIn(rig, body);
    assert.equal(answer.json.data.person.role, "admin");
    assert.equal(answer.json.data.key, undefined);
    assert.deepEqual(await methods(), { password: true, provider: null, setup_code: false });
    const again = await rig.ask(session, {
      method: "POST",
      key: null,
      body: { ...body, name: "Paul" },
    });
    assert.equal(again.json.error.code, "invalid_setup_code");
  });
});
