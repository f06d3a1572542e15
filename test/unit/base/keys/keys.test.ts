import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { LmdbStore } from "../../../../src/adapters/lmdb/lmdb-store.ts";
import { scopePresets } from "../../../../src/base/contract/scopes.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { parseToken } from "../../../../src/base/keys/api-key.ts";
import { ApiKeys } from "../../../../src/base/keys/api-keys.ts";
import { Organisations } from "../../../../src/base/keys/organisations.ts";
import { Vault } from "../../../../src/base/secrets/vault.ts";
import { sessionIdleMs, Sessions } from "../../../../src/base/keys/sessions.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const dayMs = 86_400_000;

async function open(t: TestContext) {
  const clock = new FakeClock();
  const dir = await tempDir(t);
  const store = new LmdbStore({ dir, reserveBytes: 4096, log: silentLogger, clock });
  await store.start();
  t.after(() => store.stop());
  const vault = new Vault({ path: join(dir, "vault.key"), make: true });
  await vault.start();
  const keys = new ApiKeys({ store, clock, vault });
  const sessions = new Sessions({ store, clock, keys });
  return { clock, store, keys, sessions, vault, orgs: new Organisations({ store, clock }) };
}

test("a key is svk_<id>_<secret>, is shown once, and only its hash is stored", async (t) => {
  const { store, keys } = await open(t);
  const { key, token } = await keys.create({ org: "default", name: "door", preset: "viewer" });
  assert.match(token, /^svk_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  assert.equal(parseToken(token)!.id, key.id);
  assert.deepEqual(keys.verify(token), {
    org: "default",
    keyId: key.id,
    scopes: [...scopePresets.viewer],
  });
  const { secret } = parseToken(token)!;
  const stored = JSON.stringify([
    store.range({ prefix: ["box"] }),
    store.range({ prefix: ["default"] }),
  ]);
  assert.ok(stored.includes(key.id));
  assert.ok(!stored.includes(secret));
});

test("unknown, wrong and malformed keys are one and the same error", async (t) => {
  const { keys } = await open(t);
  const { token } = await keys.create({ org: "default", name: "a", preset: "viewer" });
  const other = await keys.create({ org: "default", name: "b", preset: "viewer" });
  const mixed = `svk_${parseToken(token)!.id}_${parseToken(other.token)!.secret}`;
  const messages = ["", "svk_x", `${token}x`, mixed, `svk_AAAAAAAAAAAA_${"A".repeat(43)}`].map(
    (wrong) => {
      try {
        keys.verify(wrong);
      } catch (error) {
        return `${(error as { code: string }).code}: ${(error as Error).message}`;
      }
      return "accepted";
    },
  );
  assert.deepEqual(
    new Set(messages),
    new Set(["invalid_api_key: API key: is not valid. Check the key"]),
  );
});

test("a key expires after a year unless told otherwise, and can be revoked for ever", async (t) => {
  const { clock, keys } = await open(t);
  const year = await keys.create({ org: "default", name: "year", preset: "viewer" });
  const never = await keys.create({
    org: "default",
    name: "never",
    preset: "viewer",
    expiresInMs: null,
  });
  clock.advance(366 * dayMs);
  assert.throws(() => keys.verify(year.token), { code: "api_key_expired" });
  assert.equal(keys.verify(never.token).keyId, never.key.id);
  assert.equal(keys.isAlive(year.key.id), false);
  const first = await keys.revoke(never.key.id);
  clock.advance(1000);
  assert.equal((await keys.revoke(never.key.id)).revokedAtMs, first.revokedAtMs);
  assert.throws(() => keys.verify(never.token), { code: "api_key_revoked" });
  await assert.rejects(keys.revoke("AAAAAAAAAAAA"), { code: "not_found" });
});

test("a key that was just used is refused as soon as it is rolled, revoked or past its time", async (t) => {
  const { clock, keys } = await open(t);
  const make = () =>
    keys.create({ org: "default", name: "k", preset: "viewer", expiresInMs: dayMs });
  const [rolled, revoked, late] = await Promise.all([make(), make(), make()]);
  for (const { token } of [rolled, revoked, late]) keys.verify(token);
  const { token } = await keys.roll(rolled.key.id, { graceMs: 1000 });
  assert.equal(keys.verify(rolled.token).keyId, keys.verify(token).keyId);
  clock.advance(1000);
  assert.throws(() => keys.verify(rolled.token), { code: "invalid_api_key" });
  await keys.revoke(revoked.key.id);
  assert.throws(() => keys.verify(revoked.token), { code: "api_key_revoked" });
  clock.advance(dayMs);
  assert.throws(() => keys.verify(late.token), { code: "api_key_expired" });
});

test("the last use is recorded to the minute", async (t) => {
  const { clock, keys } = await open(t);
  const { key, token } = await keys.create({ org: "default", name: "a", preset: "viewer" });
  assert.equal(keys.get(key.id)!.lastUsedAtMs, null);
  keys.verify(token);
  const usedMs = clock.wallMs();
  await until(() => keys.get(key.id)!.lastUsedAtMs === usedMs);
  clock.advance(30_000);
  keys.verify(token);
  clock.advance(31_000);
  keys.verify(token);
  await until(() => keys.get(key.id)!.lastUsedAtMs === usedMs + 61_000);
});

test("a key belongs to one organisation, which must exist; what is asked for is checked", async (t) => {
  const { keys, orgs } = await open(t);
  const wrong: [Parameters<ApiKeys["create"]>[0], string, string][] = [
    [{ org: "nowhere", name: "a", preset: "viewer" }, "not_found", "org"],
    [{ org: "default", name: "", preset: "viewer" }, "invalid_request_body", "name"],
    [{ org: "default", name: "a" }, "invalid_request_body", "preset"],
    [{ org: "default", name: "a", scopes: ["x" as "jobs:read"] }, "invalid_request_body", "scopes"],
    [
      { org: "default", name: "a", preset: "toString" as "admin" },
      "invalid_request_body",
      "preset",
    ],
    [
      { org: "default", name: "a", preset: "viewer", expiresInMs: 0 },
      "invalid_request_body",
      "expires_in_seconds",
    ],
  ];
  for (const [input, code, param] of wrong)
    await assert.rejects(keys.create(input), { code, param });
  await orgs.create({ id: "acme" });
  const theirs = await keys.create({ org: "acme", name: "a", scopes: ["jobs:read"] });
  const ours = await keys.create({ org: "default", name: "b", preset: "admin" });
  assert.equal(keys.verify(theirs.token).org, "acme");
  assert.deepEqual(
    keys.list("acme").map((key) => key.id),
    [theirs.key.id],
  );
  assert.deepEqual(
    new Set(keys.list().map((key) => key.id)),
    new Set([ours.key.id, theirs.key.id]),
  );
  await assert.rejects(keys.revoke(theirs.key.id, "default"), { code: "not_found" });
});

test("organisations have an id once; default is there from the start", async (t) => {
  const { orgs } = await open(t);
  assert.deepEqual(
    orgs.list().map((org) => org.id),
    ["default"],
  );
  await orgs.create({ id: "acme", name: "Acme" });
  await assert.rejects(orgs.create({ id: "acme" }), { code: "conflict" });
  await assert.rejects(orgs.create({ id: "default" }), { code: "conflict" });
  for (const id of ["box", "", "Acme", "a/b", "1a", "a".repeat(33)]) {
    await assert.rejects(orgs.create({ id }), { code: "invalid_request_body", param: "id" });
  }
});

test("a session lives twelve hours after its last use, bound to its key", async (t) => {
  const { clock, store, keys, sessions } = await open(t);
  const { key, token } = await keys.create({ org: "default", name: "a", preset: "viewer" });
  const { id, csrfToken } = await sessions.signIn(token);
  assert.equal(sessions.resolve(id).principal.keyId, key.id);
  assert.equal(sessions.csrfMatches(sessions.resolve(id), csrfToken), true);
  assert.equal(sessions.csrfMatches(sessions.resolve(id), id), false);
  assert.ok(!JSON.stringify(store.range({ prefix: ["box"] })).includes(id));

  const seenIsStored = async (): Promise<void> => {
    await until(() =>
      store
        .range<{ seenAtMs: number }>({ prefix: ["box", "session"] })
        .every(({ value }) => value.seenAtMs === clock.wallMs()),
    );
    // Its flush too: a clock that leaps meanwhile makes the store count as stalled.
    await store.transact(() => undefined);
  };

  clock.advance(sessionIdleMs - 60_000);
  sessions.resolve(id);
  await seenIsStored();
  clock.advance(sessionIdleMs - 1000);
  assert.equal(sessions.resolve(id).principal.org, "default");
  await seenIsStored();
  clock.advance(sessionIdleMs);
  assert.throws(() => sessions.resolve(id), { code: "session_expired" });

  const second = await sessions.signIn(token);
  assert.equal(store.count(["box", "session"]), 1, "the expired one was swept");
  await keys.revoke(key.id);
  assert.throws(() => sessions.resolve(second.id), { code: "session_expired" });
  await assert.rejects(sessions.signIn(token), { code: "api_key_revoked" });
});

test("a signed-out session is gone, and nonsense is no session", async (t) => {
  const { keys, sessions } = await open(t);
  const { token } = await keys.create({ org: "default", name: "a", preset: "viewer" });
  const { id } = await sessions.signIn(token);
  await sessions.signOut(id);
  await sessions.signOut("unknown");
  for (const cookie of [id, "", "x".repeat(5000)]) {
    assert.throws(() => sessions.resolve(cookie), { code: "session_expired" });
  }
});

/** A proof as ONVIF clients send it (UsernameToken Profile 1.0, 3.1). */
function tokenOf(username: string, password: string) {
  const nonce = randomBytes(16);
  const created = "2026-01-01T00:00:00Z";
  const digest = createHash("sha1").update(nonce).update(`${created}${password}`).digest("base64");
  return { username, nonce, created, digest };
}

test("a recorder's key signs in by UsernameToken, and its secret is stored encrypted only", async (t) => {
  const { store, keys } = await open(t);
  const input = { org: "default", name: "vms", preset: "recorder" } as const;
  const { key, token } = await keys.create(input);
  const principal = { org: "default", keyId: key.id, scopes: ["surveillance:read"] };
  assert.deepEqual(keys.verifyUsernameToken(tokenOf("vms", token)), principal);
  assert.deepEqual(keys.verifyUsernameToken(tokenOf(key.id, token)), principal);
  assert.throws(() => keys.verifyUsernameToken(tokenOf("vms", `${token}x`)), /is not valid/);
  const stored = JSON.stringify(store.range({ prefix: ["default"] }));
  assert.ok(!stored.includes(parseToken(token)!.secret));
  const rolled = await keys.roll(key.id, { graceMs: 60_000 });
  assert.throws(() => keys.verifyUsernameToken(tokenOf("vms", token)), /is not valid/);
  assert.deepEqual(keys.verifyUsernameToken(tokenOf("vms", rolled.token)), principal);
  await keys.revoke(key.id);
  const after = tokenOf("vms", rolled.token);
  assert.throws(() => keys.verifyUsernameToken(after), { code: "api_key_revoked" });
});

test("keys of other presets do not sign in by UsernameToken: the box has only their hashes", async (t) => {
  const { keys } = await open(t);
  const { token } = await keys.create({ org: "default", name: "wall", preset: "viewer" });
  assert.throws(() => keys.verifyUsernameToken(tokenOf("wall", token)), {
    code: "invalid_api_key",
  });
  assert.equal(keys.hasSealedToken("wall"), false);
  assert.equal(keys.hasSealedToken("nobody"), false);
  await keys.create({ org: "default", name: "vms", preset: "recorder" });
  assert.equal(keys.hasSealedToken("vms"), true);
});

test("a recorder's key needs the vault, and one sealed by another vault is not valid", async (t) => {
  const { store, clock, keys } = await open(t);
  const bare = new ApiKeys({ store, clock });
  const input = { org: "default", name: "vms", preset: "recorder" } as const;
  await assert.rejects(bare.create(input), { code: "conflict" });
  const { token } = await keys.create(input);
  const other = new Vault({ path: join(await tempDir(t), "vault.key"), make: true });
  await other.start();
  const restored = new ApiKeys({ store, clock, vault: other });
  assert.throws(() => restored.verifyUsernameToken(tokenOf("vms", token)), /is not valid/);
  assert.equal(restored.verify(token).org, "default");
});
