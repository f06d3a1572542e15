import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import type { JWTPayload } from "jose";
import { OpenIdProvider } from "../../../../src/adapters/openid/openid-provider.ts";
import { People } from "../../../../src/base/people/people.ts";
import {
  ProviderSignIn,
  type ProviderSignInParts,
} from "../../../../src/base/people/provider-sign-in.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { siteCa } from "../../../support/notifications/https-receiver.ts";
import { client, OpenIdStandIn } from "../../../support/people/openid-stand-in.ts";
import { makeStore } from "../../../support/store/make-store.ts";

const here = "https://box.test/";
const refused = { code: "invalid_credentials" };
const roles = [
  { claim: "groups", value: "admins", role: "admin", cameras: [] },
  { claim: "groups", value: "guards", role: "operator", cameras: ["gate"] },
] as const;

async function makeRig(t: TestContext, more: Partial<ProviderSignInParts> = {}) {
  const standIn = await new OpenIdStandIn().start(t);
  const clock = new FakeClock(Date.now());
  const people = new People({ store: await makeStore(t), clock });
  const provider = new OpenIdProvider({
    issuer: standIn.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    scopes: ["openid", "profile"],
    ca: readFileSync(siteCa().caFile, "utf8"),
    clock,
  });
  const settings = { org: "default", name: "Company", roles, unknown: "refuse" } as const;
  const signIn = new ProviderSignIn({ people, clock, provider, ...settings, ...more });
  /** Signs in as a browser does; `change` alters what it brings back. */
  const enter = async (
    change: (back: Record<string, string>) => Record<string, string> = (b) => b,
  ) => {
    const { url, cookie } = await signIn.begin(here, "10.0.0.1");
    return await signIn.finish(change(await standIn.visit(url)), cookie);
  };
  return { standIn, clock, people, signIn, enter };
}

test("the first sign-in makes an account by the person's claims, further ones find it and follow the claims", async (t) => {
  const { standIn, people, enter } = await makeRig(t);
  const person = await enter();
  assert.deepEqual(
    [person.name, person.role, person.cameras, person.password],
    ["Anna Weber", "operator", ["gate"], null],
  );
  standIn.person = { ...standIn.person, name: "Anna Meier", groups: ["guards", "admins"] };
  const again = await enter();
  assert.deepEqual([again.id, again.role, again.cameras], [person.id, "admin", null]);
  assert.equal(people.list("default").length, 1);
  assert.deepEqual(standIn.faults, []);
});

test("a local account of the same name stays its owner's", async (t) => {
  const { people, enter } = await makeRig(t);
  const local = { org: "default", name: "anna weber", role: "admin", cameras: null } as const;
  const owner = await people.create({ ...local, createdBy: null });
  const person = await enter();
  assert.notEqual(person.id, owner.id);
  assert.equal(person.name, "Anna Weber (2)");
});

test("people whom no claim gives a role are refused, or become viewers where the site says so", async (t) => {
  const strict = await makeRig(t);
  strict.standIn.person = { sub: "u-2", name: "Bob", groups: "strangers" };
  await assert.rejects(strict.enter(), /no role on this site/);
  assert.ok(strict.people.isEmpty());
  const open = await makeRig(t, { unknown: "viewer" });
  open.standIn.person = { sub: "u-2", name: "Bob", roles: { nested: ["guards"] } };
  assert.equal((await open.enter()).role, "viewer");
});

test("tokens with a wrong nonce, audience, issuer, time or signature are refused", async (t) => {
  const { standIn, people, enter } = await makeRig(t);
  const nowSec = Math.floor(Date.now() / 1000);
  const spoilt: Record<string, (claims: JWTPayload) => JWTPayload> = {
    nonce: (claims) => ({ ...claims, nonce: "another" }),
    "no nonce": ({ nonce: _nonce, ...claims }) => claims,
    audience: (claims) => ({ ...claims, aud: "somebody-else" }),
    "several audiences": (claims) => ({ ...claims, aud: [client.id, "x"], azp: "x" }),
    issuer: (claims) => ({ ...claims, iss: "https://127.0.0.1:1" }),
    expired: (claims) => ({ ...claims, iat: nowSec - 900, exp: nowSec - 600 }),
    "no subject": ({ sub: _sub, ...claims }) => claims,
  };
  for (const [what, spoil] of Object.entries(spoilt)) {
    standIn.spoil = spoil;
    await assert.rejects(enter(), refused, what);
  }
  standIn.spoil = (claims) => claims;
  standIn.isForged = true;
  await assert.rejects(enter(), refused, "signature");
  standIn.isForged = false;
  assert.ok(people.isEmpty());
  await enter();
});

test("an answer is good once, in its own browser, with its own state and issuer", async (t) => {
  const { standIn, clock, signIn, enter } = await makeRig(t);
  const begin = () => signIn.begin(here, "10.0.0.1");
  const { url, cookie } = await begin();
  const back = await standIn.visit(url);
  const other = await begin();
  await assert.rejects(signIn.finish(back, other.cookie), refused, "another browser");
  await assert.rejects(signIn.finish(back, undefined), refused, "no cookie");
  await signIn.finish(back, cookie);
  await assert.rejects(signIn.finish(back, cookie), refused, "replayed");
  const { code } = back as { code: string };
  await assert.rejects(
    enter((fresh) => ({ ...fresh, code })),
    refused,
    "a used code",
  );
  await assert.rejects(
    enter((fresh) => ({ ...fresh, state: "x" })),
    refused,
    "another state",
  );
  await assert.rejects(
    enter((fresh) => ({ ...fresh, iss: "https://evil.test" })),
    refused,
    "issuer",
  );
  await assert.rejects(
    enter(({ state }) => ({ state: state!, error: "access_denied" })),
    refused,
    "the person declined",
  );
  const late = await begin();
  const lateBack = await standIn.visit(late.url);
  clock.advance(10 * 60_000);
  await assert.rejects(signIn.finish(lateBack, late.cookie), refused, "too late");
});

test("a provider that is away says so, and one address cannot displace the sign-ins of others", async (t) => {
  const { standIn, signIn } = await makeRig(t);
  const first = await signIn.begin(here, "10.0.0.1");
  for (let n = 0; n < 25; n += 1) await signIn.begin(here, "10.0.0.66");
  for (let n = 0; n < 19; n += 1) await signIn.begin(here, "10.0.0.1");
  const back = await standIn.visit(first.url);
  await signIn.finish(back, first.cookie);
  const { url, cookie } = await signIn.begin(here, "10.0.0.1");
  const late = await standIn.visit(url);
  assert.match((await signIn.signOutUrl(here))!, /\/signed-out\?.*post_logout_redirect_uri=/);
  await standIn.stop();
  await assert.rejects(signIn.finish(late, cookie), { code: "upstream_error" });
});

test("a provider that is away from the start refuses with upstream_error", async (t) => {
  const { standIn, signIn } = await makeRig(t);
  await standIn.stop();
  await assert.rejects(signIn.begin(here, "10.0.0.1"), { code: "upstream_error" });
  assert.equal(await signIn.signOutUrl(here), null);
});
