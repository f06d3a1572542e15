import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { authorize, chooseChallenge } from "../../../../src/adapters/rtsp-relay/rtsp-auth.ts";

const mufasa = { username: "Mufasa", password: "Circle of Life" };
const request = { method: "GET", uri: "/dir/index.html", count: 1 };

function response(header: string): string | undefined {
  return /response="([0-9a-f]+)"/.exec(header)?.[1];
}

suite("signing in to a camera", () => {
  test("RFC 7616 3.9.1: SHA-256 is chosen before MD5, and both responses are the RFC's", () => {
    const common =
      'realm="http-auth@example.org", qop="auth, auth-int", ' +
      'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
      'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
    const cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
    const md5 = `Digest ${common}, algorithm=MD5`;
    const sha256 = `Digest ${common}, algorithm=SHA-256`;
    const chosen = chooseChallenge([md5, sha256]);
    assert.equal(chosen?.hash, "sha256");
    assert.equal(
      response(authorize(chosen, mufasa, { ...request, cnonce })),
      "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
    );
    const older = chooseChallenge([md5]);
    assert.ok(older);
    const header = authorize(older, mufasa, { ...request, cnonce });
    assert.equal(response(header), "8ca523f5e9506fed4657c9700eebdbec");
    assert.match(header, /nc=00000001/);
    assert.match(header, /opaque="FQhe/);
  });

  test("RFC 2617 3.5: the older example with qop", () => {
    const challenge = chooseChallenge([
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    ]);
    assert.ok(challenge);
    const who = { username: "Mufasa", password: "Circle Of Life" };
    const header = authorize(challenge, who, { ...request, cnonce: "0a4f113b" });
    assert.equal(response(header), "6629fae49393a05397450978507c4ef1");
  });

  test("RFC 2069: a challenge without qop is answered without nc and cnonce", () => {
    const challenge = chooseChallenge([
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    ]);
    assert.ok(challenge);
    const who = { username: "Mufasa", password: "CircleOfLife" };
    const header = authorize(challenge, who, request);
    assert.equal(response(header), "1949323746fe6a43ef61f9606e7febea");
    assert.doesNotMatch(header, /nc=|cnonce=|qop=/);
  });

  test("RFC 7617 2.1: Basic in UTF-8, and only when nothing better is offered", () => {
    const both = chooseChallenge(['Basic realm="cam", Digest realm="cam", nonce="a"']);
    assert.equal(both?.scheme, "digest");
    const basic = chooseChallenge(['Basic realm="foo", charset="UTF-8"']);
    assert.ok(basic);
    assert.equal(
      authorize(basic, { username: "test", password: "123£" }, request),
      "Basic dGVzdDoxMjPCow==",
    );
  });

  test("quotes in names and realms cannot break out of their field", () => {
    const challenge = chooseChallenge(['Digest realm="a \\"b\\" c", nonce="n"']);
    assert.equal(challenge?.realm, 'a "b" c');
    const header = authorize(challenge, { username: 'x", y="', password: "p" }, request);
    assert.match(header, /username="x\\", y=\\"", realm="a \\"b\\" c"/);
  });

  test("a challenge that cannot be answered is none", () => {
    const hopeless = ["Negotiate abc", 'Digest realm="r"', 'Digest nonce="n", algorithm=SHA-512'];
    assert.equal(chooseChallenge(hopeless), undefined);
    assert.equal(chooseChallenge(['Digest nonce="n", qop="auth-int"']), undefined);
  });
});
