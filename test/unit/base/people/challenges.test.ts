import assert from "node:assert/strict";
import { test } from "node:test";
import type { PasskeyVerifier } from "../../../../src/base/people/passkey-port.ts";
import { Invitations } from "../../../../src/base/people/invitations.ts";
import { Passkeys } from "../../../../src/base/people/passkeys.ts";
import { People } from "../../../../src/base/people/people.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";

/** Accepts every answer: the challenges are what counts here. */
const verifier: PasskeyVerifier = {
  registered: async () => undefined,
  authenticated: async () => 1,
};
const answerTo = (challenge: string): object => {
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString("base64url");
  return { id: "key-1", response: { clientDataJSON } };
};

test("one address cannot displace the passkey challenges of others, and has at most 50", async (t) => {
  const clock = new FakeClock();
  const people = new People({ store: await makeStore(t), clock });
  const about = { org: "default", name: "Anna", role: "viewer", cameras: null } as const;
  const anna = await people.create({ ...about, createdBy: null });
  const times = { createdAtMs: 0, lastUsedAtMs: null };
  const key = { id: "key-1", name: "a", publicKey: "", counter: 0, rpId: "box.test", ...times };
  await people.addPasskey(anna, key);
  const passkeys = new Passkeys({ people, verifier, clock });
  const from = (address: string) => ({ origin: "https://box.test", rpId: "box.test", address });
  const mine = passkeys.challenge(null, from("10.0.0.1")).challenge;
  const theirs = Array.from(
    { length: 2000 },
    () => passkeys.challenge(null, from("10.0.0.66")).challenge,
  );
  const { person } = await passkeys.authenticate(answerTo(mine), from("10.0.0.1"));
  assert.equal(person.id, anna.id);
  const refused = { code: "invalid_credentials" };
  const use = (challenge: string) => passkeys.authenticate(answerTo(challenge), from("10.0.0.66"));
  await assert.rejects(use(theirs.at(-51)!), refused);
  await use(theirs.at(-50)!);
});

test("an invitation ends after its time, and makes room for another", async (t) => {
  const clock = new FakeClock();
  const invitations = new Invitations({ store: await makeStore(t), clock });
  const input = { org: "default", role: "viewer", cameras: null, name: null } as const;
  const create = () =>
    invitations.create({ ...input, personId: null, createdBy: null, lifeSec: 3600 });
  const { token } = await create();
  clock.advance(3_599_999);
  assert.equal(invitations.look(token).role, "viewer");
  clock.advance(1);
  assert.throws(() => invitations.look(token), { code: "invalid_invitation" });
  for (let n = 0; n < 100; n += 1) await create();
  await assert.rejects(create(), { code: "conflict" });
  clock.advance(3_600_000);
  await create();
});
