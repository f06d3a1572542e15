import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { DigestLogin } from "../../../../src/adapters/rtsp-server/digest-login.ts";
import { keyDigests, provesKey } from "../../../../src/base/keys/digest.ts";

const key = { id: "abcdefghijkl", name: 'the "north" wall', token: "svk_abcdefghijkl_secret" };
const digests = keyDigests(key);
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const uri = "rtsp://box:8554/yard";

function answer(
  login: DigestLogin,
  {
    user = key.name,
    password = key.token,
    signed = uri,
    realm = "Gatehouse",
    isCounted = false,
  } = {},
): string {
  const nonce = /nonce="([^"]+)"/.exec(login.challenge())![1]!;
  const middle = isCounted ? `${nonce}:00000001:c0ffee:auth` : nonce;
  const hash = md5(`${user}:${realm}:${password}`);
  const response = md5(`${hash}:${middle}:${md5(`DESCRIBE:${signed}`)}`);
  const quoted = user.replaceAll('"', '\\"');
  const counted = isCounted ? ', qop=auth, nc=00000001, cnonce="c0ffee"' : "";
  return `Digest username="${quoted}", realm="${realm}", nonce="${nonce}", uri="${signed}", response="${response}"${counted}`;
}

function isRight(login: DigestLogin, authorization: string): boolean {
  const read = login.answerOf({ method: "DESCRIBE", uri, authorization });
  return read !== undefined && provesKey(read, digests);
}

test("the key's name and its id prove the key, with and without qop", () => {
  const login = new DigestLogin();
  assert.ok(isRight(login, answer(login)));
  assert.ok(isRight(login, answer(login, { user: key.id })));
  assert.ok(isRight(login, answer(login, { isCounted: true })));
});

test("the address may be signed with a slash at the end, or as the stream's above the track", () => {
  const login = new DigestLogin();
  assert.ok(isRight(login, answer(login, { signed: `${uri}/` })));
  assert.ok(isRight(login, answer(login, { signed: `${uri}/trackID=0` })));
  assert.ok(!isRight(login, answer(login, { signed: "rtsp://box:8554/other" })));
  assert.ok(!isRight(login, answer(login, { signed: "rtsp://box:8554/yar" })));
});

const wrong = [
  { name: "another password", change: { password: "svk_other" } },
  { name: "another user", change: { user: "somebody" } },
  { name: "another realm", change: { realm: "Other" } },
];
for (const { name, change } of wrong) {
  test(`${name} proves nothing`, () => {
    const login = new DigestLogin();
    assert.ok(!isRight(login, answer(login, change)));
  });
}

test("an answer to another challenge, of another scheme or without a response is none", () => {
  const login = new DigestLogin();
  for (const authorization of [
    answer(new DigestLogin()),
    `Basic ${Buffer.from("a:b").toString("base64")}`,
    answer(login).replace(/, response="[^"]+"/, ""),
    answer(login).replace(/response="[^"]+"/, 'response="zz"'),
    "Digest",
    `Digest ${"a".repeat(5000)}`,
  ]) {
    assert.ok(!isRight(login, authorization), authorization.slice(0, 60));
  }
});
