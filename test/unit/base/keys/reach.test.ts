import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { scopePresets, scopes } from "../../../../src/base/contract/scopes.ts";
import { ApiKeys } from "../../../../src/base/keys/api-keys.ts";
import { areWithin, isNetwork, isWithin } from "../../../../src/base/keys/networks.ts";
import { Organisations } from "../../../../src/base/keys/organisations.ts";
import { SetupCode } from "../../../../src/base/keys/setup-code.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const org = "default";

async function open(t: TestContext) {
  const store = await makeStore(t);
  const clock = new FakeClock();
  const keys = new ApiKeys({ store, clock });
  return { store, clock, keys };
}

test("networks hold addresses of their family, also of sockets that speak both", () => {
  const office = ["192.168.10.0/24", "fd00:1::/32"];
  for (const address of ["192.168.10.7", "::ffff:192.168.10.7", "fd00:1:2::3"]) {
    assert.equal(isWithin(address, office), true, address);
  }
  for (const address of ["192.168.11.7", "::1", "fd01::1", "", "localhost", undefined]) {
    assert.equal(isWithin(address, office), false, String(address));
  }
  assert.equal(isWithin("203.0.113.9", []), true);
  for (const text of ["10.0.0.0/33", "10.0.0.0", "x/8", "::/129", "10.0.0.0/8/8", "10.0.0.0/ 8"]) {
    assert.equal(isNetwork(text), false, text);
  }
});

test("networks are within others when every address is", () => {
  assert.equal(areWithin(["10.1.0.0/16"], ["10.0.0.0/8"]), true);
  assert.equal(areWithin(["10.0.0.0/8"], ["10.1.0.0/16"]), false);
  assert.equal(areWithin([], ["10.0.0.0/8"]), false);
  assert.equal(areWithin([], []), true);
  assert.equal(areWithin(["10.1.0.0/16", "11.0.0.0/16"], ["10.0.0.0/8"]), false);
  assert.equal(areWithin(["fd00::/16"], ["10.0.0.0/8", "fd00::/8"]), true);
});

test("presets grow from viewer to admin, and only those for people at the site move robots", () => {
  const has = (preset: keyof typeof scopePresets, scope: string): boolean =>
    (scopePresets[preset] as readonly string[]).includes(scope);
  for (const scope of scopePresets.viewer) {
    for (const preset of ["integrator", "operator", "technician", "admin"] as const) {
      assert.ok(has(preset, scope), `${preset} ${scope}`);
    }
  }
  assert.deepEqual(
    Object.keys(scopePresets).filter((preset) => has(preset as "admin", "robots:command")),
    ["operator", "technician", "admin"],
  );
  assert.deepEqual(
    Object.keys(scopePresets).filter((preset) => has(preset as "admin", "keys:admin")),
    ["admin"],
  );
  assert.equal(new Set(scopes).size, scopes.length);
});

test("a key works only from its networks; the reason is told only to the right secret", async (t) => {
  const { keys } = await open(t);
  const networks = ["192.168.10.0/24"];
  const { token } = await keys.create({ org, name: "desk", preset: "viewer", networks });
  assert.equal(keys.verify(token, { address: "192.168.10.9" }).org, org);
  assert.throws(() => keys.verify(token, { address: "192.168.20.9" }), {
    code: "key_network_refused",
  });
  assert.throws(() => keys.verify(token), { code: "key_network_refused" });
  const wrong = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  assert.throws(() => keys.verify(wrong, { address: "192.168.20.9" }), { code: "invalid_api_key" });
  await assert.rejects(keys.create({ org, name: "x", preset: "viewer", networks: ["10.0.0.1"] }), {
    code: "invalid_request_body",
    param: "networks",
  });
});

test("a key hands out no scope and no network that it does not have itself", async (t) => {
  const { keys } = await open(t);
  const networks = ["10.0.0.0/8"];
  const own = ["keys:admin", "jobs:read"] as const;
  const maker = await keys.create({ org, name: "maker", scopes: own, networks });
  const by = keys.verify(maker.token, { address: "10.1.1.1" });
  const child = await keys.create({ org, name: "child", scopes: ["jobs:read"] }, by);
  assert.deepEqual(child.key.networks, networks);
  assert.equal(child.key.createdBy, maker.key.id);
  const narrow = { org, name: "n", scopes: ["jobs:read"] as const, networks: ["10.2.0.0/16"] };
  assert.deepEqual((await keys.create(narrow, by)).key.networks, ["10.2.0.0/16"]);
  await assert.rejects(keys.create({ org, name: "up", preset: "admin" }, by), {
    code: "insufficient_scope",
  });
  for (const wide of [["0.0.0.0/0"], []]) {
    await assert.rejects(keys.create({ ...narrow, networks: wide }, by), { param: "networks" });
  }
  const admin = await keys.create({ org, name: "admin", preset: "admin", networks });
  await assert.rejects(keys.roll(admin.key.id, { graceMs: 0, by }), { code: "insufficient_scope" });
  const open2 = await keys.create({ org, name: "open", scopes: ["jobs:read"] });
  await assert.rejects(keys.roll(open2.key.id, { graceMs: 0, by }), { param: "networks" });
});

test("a key hands out no longer life than its own, neither by a new key nor by a roll", async (t) => {
  const { clock, keys } = await open(t);
  const maker = await keys.create({ org, name: "m", preset: "admin", expiresInMs: 30 * dayMs });
  const by = keys.verify(maker.token);
  const endMs = maker.key.expiresAtMs!;
  const wanted = { org, name: "child", preset: "viewer" } as const;
  const lifeOf = async (expiresInMs?: number | null) =>
    (await keys.create({ ...wanted, ...(expiresInMs === undefined ? {} : { expiresInMs }) }, by))
      .key.expiresAtMs;
  clock.advance(dayMs);
  assert.equal(await lifeOf(), endMs, "what is not asked for ends with its maker");
  assert.equal(await lifeOf(29 * dayMs), endMs);
  assert.equal(await lifeOf(dayMs), clock.wallMs() + dayMs);
  const refused = { code: "invalid_request_body", param: "expires_in_seconds" };
  for (const life of [29 * dayMs + 1, null]) await assert.rejects(lifeOf(life), refused);
  const older = (await keys.create({ ...wanted, expiresInMs: 60 * dayMs })).key.id;
  const endless = (await keys.create({ ...wanted, expiresInMs: null })).key.id;
  for (const id of [older, endless]) {
    await assert.rejects(keys.roll(id, { graceMs: 0, by }), refused);
  }
  for (const life of [30 * dayMs, null]) {
    const longer = keys.roll(maker.key.id, { graceMs: 0, by, expiresInMs: life });
    await assert.rejects(longer, refused);
  }
  assert.equal((await keys.roll(maker.key.id, { graceMs: 0, by })).key.expiresAtMs, endMs);
  const { key } = await keys.roll(maker.key.id, { graceMs: 0, expiresInMs: 60 * dayMs });
  assert.equal(key.expiresAtMs, clock.wallMs() + 60 * dayMs, "the command line may");
  assert.equal(await lifeOf(null).catch(() => "refused"), "refused");
  const root = await keys.create({ ...wanted, preset: "admin", expiresInMs: null });
  const endlessToo = await keys.create({ ...wanted, expiresInMs: null }, keys.verify(root.token));
  assert.equal(endlessToo.key.expiresAtMs, null);
});

test("after a roll both secrets work until the grace is over, and sessions of the key go on", async (t) => {
  const { clock, keys } = await open(t);
  const first = await keys.create({ org, name: "a", preset: "viewer" });
  const second = await keys.roll(first.key.id, { graceMs: hourMs });
  assert.equal(second.key.id, first.key.id);
  assert.notEqual(second.token, first.token);
  for (const { token } of [first, second]) assert.equal(keys.verify(token).keyId, first.key.id);
  assert.equal(second.key.expiresAtMs, first.key.expiresAtMs);
  const third = await keys.roll(first.key.id, { graceMs: hourMs });
  assert.throws(() => keys.verify(first.token), { code: "invalid_api_key" });
  clock.advance(hourMs);
  assert.throws(() => keys.verify(second.token), { code: "invalid_api_key" });
  assert.equal(keys.verify(third.token).keyId, first.key.id);
  const fourth = await keys.roll(first.key.id, { graceMs: 0, expiresInMs: 2 * dayMs });
  assert.throws(() => keys.verify(third.token), { code: "invalid_api_key" });
  assert.equal(fourth.key.expiresAtMs, clock.wallMs() + 2 * dayMs);
  clock.advance(2 * dayMs);
  assert.throws(() => keys.verify(fourth.token), { code: "api_key_expired" });
  await assert.rejects(keys.roll(first.key.id, { graceMs: 0 }), { code: "conflict" });
  await assert.rejects(keys.roll(first.key.id, { graceMs: 0, org: "other" }), {
    code: "not_found",
  });
});

test("five keys of an organisation may live for ever, a sixth when one of them has ended", async (t) => {
  const { store, clock, keys } = await open(t);
  const endless = { org, name: "e", preset: "viewer", expiresInMs: null } as const;
  const made = [];
  for (let n = 0; n < 5; n += 1) made.push(await keys.create(endless));
  const refused = { code: "conflict", param: "expires_in_seconds" };
  await assert.rejects(keys.create(endless), refused);
  const mortal = await keys.create({ org, name: "m", preset: "viewer" });
  await assert.rejects(keys.roll(mortal.key.id, { graceMs: 0, expiresInMs: null }), refused);
  await new Organisations({ store, clock }).create({ id: "acme" });
  await keys.create({ ...endless, org: "acme" });
  await keys.revoke(made[0]!.key.id);
  await keys.create(endless);
});

test("ended keys are listed for 90 days and then forgotten", async (t) => {
  const { clock, keys } = await open(t);
  const { key, token } = await keys.create({ org, name: "a", preset: "viewer" });
  await keys.revoke(key.id);
  clock.jumpWall(91 * dayMs);
  assert.equal(keys.list(org).length, 1);
  await keys.create({ org, name: "b", preset: "viewer" });
  assert.deepEqual(
    keys.list(org).map(({ name }) => name),
    ["b"],
  );
  assert.throws(() => keys.verify(token), { code: "invalid_api_key" });
});

test("a wrong secret costs the same wherever it differs, and for an unknown key", async (t) => {
  const { keys } = await open(t);
  const { token } = await keys.create({ org, name: "a", preset: "viewer" });
  const flip = (at: number): string =>
    token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
  const tokens = [flip(18), flip(token.length - 2), `svk_${"Z".repeat(12)}_${token.slice(17)}`];
  const times = tokens.map(() => [] as number[]);
  for (let round = 0; round < 1500; round += 1) {
    for (const [at, wrong] of tokens.entries()) {
      const start = performance.now();
      assert.throws(() => keys.verify(wrong), { code: "invalid_api_key" });
      times[at]!.push(performance.now() - start);
    }
  }
  const medians = times.map((each) => each.toSorted((a, b) => a - b)[each.length >> 1]!);
  assert.ok(
    Math.max(...medians.slice(0, 2)) < 1.5 * Math.min(...medians.slice(0, 2)),
    medians.join(" ms, "),
  );
  assert.ok(Math.max(...medians) < 4 * Math.min(...medians), medians.join(" ms, "));
});

test("a setup code of eight digits gives the first key once", async (t) => {
  const { clock, keys } = await open(t);
  const setup = new SetupCode({ clock, keys, org });
  await assert.rejects(setup.redeem("00000000"), { code: "invalid_setup_code" });
  const code = setup.issue()!;
  assert.match(code, /^\d{8}$/);
  const both = await Promise.allSettled([setup.redeem(code), setup.redeem(code)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  const token = both.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))[0]!;
  assert.deepEqual(keys.verify(token).scopes, [...scopes]);
  assert.equal(setup.issue(), undefined);
});

test("a setup code of the command line gives a named key beside others, once, and voids the one before", async (t) => {
  const { clock, keys } = await open(t);
  const setup = new SetupCode({ clock, keys, org });
  const refused = { code: "invalid_setup_code" };
  const first = setup.issue()!;
  const { code, lifeSec } = setup.issueBesideKeys();
  assert.deepEqual([code.length, lifeSec], [8, 900]);
  if (first !== code) await assert.rejects(setup.redeem(first), refused);
  await keys.create({ org, name: "cli", preset: "viewer" });
  const { keyId } = keys.verify(await setup.redeem(code, "Anna's phone"));
  assert.equal(keys.get(keyId)?.name, "Anna's phone");
  await assert.rejects(setup.redeem(code), refused);
  const late = setup.issueBesideKeys().code;
  clock.advance(15 * 60_000);
  await assert.rejects(setup.redeem(late), refused);
});

test("a setup code is over after ten tries, after 15 minutes, and once there is a key", async (t) => {
  const { clock, keys } = await open(t);
  const setup = new SetupCode({ clock, keys, org });
  const miss = (code: string): string => String((Number(code) + 1) % 1e8).padStart(8, "0");
  const refused = { code: "invalid_setup_code" };
  const tired = setup.issue()!;
  for (let n = 0; n < 10; n += 1) await assert.rejects(setup.redeem(miss(tired)), refused);
  await assert.rejects(setup.redeem(tired), refused);
  const old = setup.issue()!;
  clock.advance(15 * 60_000);
  await assert.rejects(setup.redeem(old), refused);
  const late = setup.issue()!;
  const { key } = await keys.create({ org, name: "cli", preset: "viewer" });
  await keys.revoke(key.id);
  await assert.rejects(setup.redeem(late), refused);
  assert.equal(setup.issue(), undefined);
});
