import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { isUsableSecret, signatureHeaders } from "../../../src/webhooks/signature.ts";

const body = Buffer.from(JSON.stringify({ id: "evt_svc_1", text: "grün €" }));
const signed = { eventId: "evt_svc_1", timestampSec: Math.floor(Date.now() / 1000), body };
const whsec = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

/** The recipe of the contract, section 6.3, as a receiver writes it. */
function contractAccepts(header: string | undefined, secret: string): boolean {
  if (!header?.startsWith("sha256=")) return false;
  const expected = createHmac("sha256", secret).update(body.toString()).digest();
  const given = Buffer.from(header.slice("sha256=".length), "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function standardAccepts(headers: Record<string, string>, secret: string): boolean {
  const options = secret.startsWith("whsec_") ? {} : ({ format: "raw" } as const);
  try {
    new Webhook(secret, options).verify(body.toString(), headers);
    return true;
  } catch {
    return false;
  }
}

for (const secret of [whsec, "a plain secret of printable ASCII ~"]) {
  test(`the official package and the contract's recipe accept a signature by ${secret.slice(0, 7)}`, () => {
    const headers = signatureHeaders([secret], signed);
    assert.ok(standardAccepts(headers, secret));
    assert.ok(contractAccepts(headers["x-svc-signature"], secret));
    assert.ok(!standardAccepts(headers, "another secret"));
    assert.ok(!contractAccepts(headers["x-svc-signature"], "another secret"));
  });
}

test("during a rotation receivers with the old secret and with the new one accept", () => {
  const headers = signatureHeaders(["the new secret", whsec], signed);
  assert.ok(standardAccepts(headers, "the new secret"));
  assert.ok(standardAccepts(headers, whsec));
  assert.ok(contractAccepts(headers["x-svc-signature"], "the new secret"));
  assert.ok(contractAccepts(headers["x-svc-signature-previous"], whsec));
});

test("a secret behind whsec_ must be base64", () => {
  assert.ok(isUsableSecret(whsec) && isUsableSecret("anything else"));
  assert.ok(!isUsableSecret("whsec_not base64!") && !isUsableSecret("whsec_"));
});
