import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpAnswer } from "../../../support/http/ask.ts";
import { Rig } from "../../../support/http/rig.ts";

const path = "/api/v1/session";
const create = "/api/v1/surveillance/streams";

interface SignedIn {
  cookie: string;
  csrf: string;
}

describe("page sessions", () => {
  const rig = new Rig();
  before(async () => void (await rig.start()));
  after(() => rig.stop());

  async function signIn(key = rig.key): Promise<SignedIn> {
    const answer = await rig.ask(path, { method: "POST", key: null, body: { key } });
    assert.equal(answer.status, 201);
    const [cookie] = answer.headers["set-cookie"]!;
    assert.match(
      cookie!,
      /^gatehouse_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    return { cookie: cookie!.split(";")[0]!, csrf: answer.json.data.csrf_token };
  }

  const act = (who: SignedIn, headers: Record<string, string>): Promise<HttpAnswer> =>
    rig.ask(create, {
      method: "POST",
      key: null,
      body: { stream_id: "a" },
      headers: { cookie: who.cookie, ...headers },
    });

  test("a key opens a session that reads, tells its CSRF token again, and ends on sign-out", async () => {
    const who = await signIn();
    const headers = { cookie: who.cookie };
    const read = await rig.ask("/api/v1/jobs", { key: null, headers });
    assert.equal(read.status, 200);
    assert.ok(read.headers["x-ratelimit-limit"]);
    const seen = await rig.ask(path, { key: null, headers });
    assert.deepEqual(
      [seen.json.data.kind, seen.json.data.organisation, seen.json.data.csrf_token],
      ["session", "default", who.csrf],
    );
    const out = await rig.ask(path, {
      method: "DELETE",
      key: null,
      headers: { ...headers, "x-csrf-token": who.csrf },
    });
    assert.equal(out.status, 200);
    assert.match(out.headers["set-cookie"]![0]!, /Max-Age=0/);
    const gone = await rig.ask("/api/v1/jobs", { key: null, headers });
    assert.deepEqual([gone.status, gone.json.error.code], [401, "session_expired"]);
  });

  test("a session changes something only with its CSRF token and from the page's own origin", async () => {
    const who = await signIn();
    const own = `http://127.0.0.1:${rig.server.address()!.port}`;
    const token = { "x-csrf-token": who.csrf };
    const matrix: [string, Record<string, string>, number][] = [
      ["no token", {}, 403],
      ["another token", { "x-csrf-token": "x".repeat(43) }, 403],
      ["the token of another session", { "x-csrf-token": (await signIn()).csrf }, 403],
      ["foreign origin", { ...token, origin: "http://evil.example" }, 403],
      ["opaque origin", { ...token, origin: "null" }, 403],
      ["cross-site", { ...token, "sec-fetch-site": "cross-site" }, 403],
      ["same-site", { ...token, "sec-fetch-site": "same-site" }, 403],
      ["token only", token, 202],
      ["the page", { ...token, origin: own, "sec-fetch-site": "same-origin" }, 202],
    ];
    for (const [name, headers, status] of matrix) {
      const answer = await act(who, headers);
      assert.equal(answer.status, status, name);
      if (status === 403) assert.equal(answer.json.error.code, "csrf_rejected", name);
    }
  });

  test("a session reads nothing for another site", async () => {
    const { cookie } = await signIn();
    const headers = { cookie, "sec-fetch-site": "cross-site" };
    const answer = await rig.ask("/api/v1/jobs", { key: null, headers });
    assert.deepEqual([answer.status, answer.json.error.code], [403, "csrf_rejected"]);
  });

  test("signing in is refused to other sites and to wrong keys", async () => {
    const foreign = await rig.ask(path, {
      method: "POST",
      key: null,
      body: { key: rig.key },
      headers: { origin: "http://evil.example" },
    });
    assert.deepEqual([foreign.status, foreign.json.error.code], [403, "csrf_rejected"]);
    const wrong = await rig.ask(path, { method: "POST", key: null, body: { key: "svk_x" } });
    assert.deepEqual([wrong.status, wrong.json.error.code], [401, "invalid_api_key"]);
  });

  test("revoking the key ends its sessions", async () => {
    const made = await rig.keys.create({ org: "default", name: "brief", preset: "viewer" });
    const { cookie } = await signIn(made.token);
    await rig.keys.revoke(made.key.id);
    const answer = await rig.ask("/api/v1/jobs", { key: null, headers: { cookie } });
    assert.deepEqual([answer.status, answer.json.error.code], [401, "session_expired"]);
  });

  test("a Bearer key needs no CSRF token, and wins over a cookie", async () => {
    const { cookie } = await signIn();
    const answer = await rig.ask(create, {
      method: "POST",
      body: { stream_id: "b" },
      headers: { cookie, origin: "http://evil.example" },
    });
    assert.equal(answer.status, 202);
  });
});
