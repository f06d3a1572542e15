import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Authenticator, type Claims } from "../../../support/http/authenticator.ts";
import type { HttpAnswer } from "../../../support/http/ask.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { newPerson, password, signIn } from "../../../support/http/signed-in.ts";
import { Rig } from "../../../support/http/rig.ts";

const me = "/api/v1/people/me";
const session = "/api/v1/session";

describe("passkeys", () => {
  const clock = new FakeClock(Date.now());
  const rig = new Rig({ clock, quotas: { failedLoginsPerMinute: 1000, createsPerMinute: 1000 } });
  const authenticator = new Authenticator();
  let site: { origin: string; rpId: string };
  let host: string;
  let headers: Record<string, string>;

  const post = async (path: string, more: { body?: object; headers?: object } = {}) =>
    await rig.ask(path, {
      method: "POST",
      key: null,
      body: more.body,
      headers: { host, ...more.headers },
    });
  const challengeAt = async (path: string, signedIn: object = {}): Promise<string> => {
    const { status, json } = await post(path, { headers: signedIn });
    assert.equal(status, 200, JSON.stringify(json));
    return json.data.challenge;
  };
  const add = async (by: Authenticator, wrong: Partial<Claims> = {}): Promise<HttpAnswer> => {
    const challenge = await challengeAt(`${me}/passkey-challenge`, headers);
    const response = by.create({ challenge, ...site, ...wrong });
    return await post(`${me}/passkeys`, { headers, body: { name: "Phone", response } });
  };
  const enter = async (wrong: Partial<Claims> = {}): Promise<HttpAnswer> => {
    const challenge = await challengeAt(`${session}/sign-in-challenge`);
    const passkey = authenticator.get({ challenge, ...site, ...wrong });
    return await post(session, { body: { passkey } });
  };
  const assertRefused = ({ status, json }: HttpAnswer, why: string) =>
    assert.deepEqual([status, json.error?.code], [401, "invalid_credentials"], why);

  /** What makes an answer unacceptable; a function, because the host is known once the server listens. */
  const wrongs = (): Partial<Claims>[] => [
    { origin: "http://localhost:1" },
    { origin: `https://${host}` },
    { origin: "http://evil.example" },
    { rpId: "evil.example" },
    { isUserVerified: false },
  ];

  before(async () => {
    await rig.start();
    host = `localhost:${rig.server.address()!.port}`;
    site = { origin: `http://${host}`, rpId: "localhost" };
    await newPerson(rig, { name: "Anna", role: "operator" });
    ({ headers } = await signIn(rig, { name: "Anna", password }, { host }));
    const added = await add(authenticator, { counter: 1 });
    assert.equal(added.status, 201, JSON.stringify(added.json));
  });
  after(() => rig.stop());

  test("sign their person in", async () => {
    const { status, json } = await enter({ counter: 2 });
    assert.equal(status, 201, JSON.stringify(json));
    assert.equal(json.data.person.name, "Anna");
  });

  test("of another origin, host name or without user verification are not added", async () => {
    for (const wrong of wrongs()) {
      assertRefused(await add(new Authenticator(), wrong), JSON.stringify(wrong));
    }
    const { json } = await rig.ask(me, { key: null, headers });
    assert.equal(json.data.passkeys.length, 1);
  });

  test("sign nobody in with a proof for another origin or host name, or without user verification", async () => {
    for (const wrong of wrongs()) {
      assertRefused(await enter({ counter: 100, ...wrong }), JSON.stringify(wrong));
    }
  });

  test("sign nobody in with a counter that does not grow, as a copied authenticator has", async () => {
    assert.equal((await enter({ counter: 200 })).status, 201);
    assertRefused(await enter({ counter: 200 }), "the same count");
    assertRefused(await enter({ counter: 199 }), "a lower count");
  });

  test("sign nobody in with another key's signature", async () => {
    const challenge = await challengeAt(`${session}/sign-in-challenge`);
    const { response } = new Authenticator().get({ challenge, ...site, counter: 300 }) as {
      response: object;
    };
    const id = authenticator.id.toString("base64url");
    const passkey = { ...authenticator.get({ challenge, ...site }), id, response };
    assertRefused(await post(session, { body: { passkey } }), "another key");
  });

  test("answer a challenge once, for its own purpose, within five minutes", async () => {
    const challenge = await challengeAt(`${session}/sign-in-challenge`);
    const passkey = authenticator.get({ challenge, ...site, counter: 400 });
    assert.equal((await post(session, { body: { passkey } })).status, 201);
    const again = authenticator.get({ challenge, ...site, counter: 401 });
    assertRefused(await post(session, { body: { passkey: again } }), "a used challenge");
    const ofAccount = await challengeAt(`${me}/passkey-challenge`, headers);
    assertRefused(await enter({ challenge: ofAccount, counter: 402 }), "another purpose");
    const late = await challengeAt(`${session}/sign-in-challenge`);
    clock.advance(5 * 60_000);
    assertRefused(await enter({ challenge: late, counter: 403 }), "a late answer");
  });
});
