import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { verifyWebhook } from "../../../../client/source/webhook.ts";
import { signatureHeaders } from "../../../../src/notifications/webhooks/signature.ts";

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

/** With the official package: by the secret as it stands, or by its bytes. */
function standardAccepts(headers: Record<string, string>, key: string | Uint8Array): boolean {
  try {
    const verifier =
      typeof key === "string" ? new Webhook(key) : new Webhook(key, { format: "raw" });
    verifier.verify(body.toString(), headers);
    return true;
  } catch {
    return false;
  }
}

const utf8 = (secret: string) => Buffer.from(secret, "utf8");
/** Secrets, and what the receiver gives the official package. */
const secrets: [name: string, secret: string, key: string | Uint8Array][] = [
  ["whsec_ and base64", whsec, whsec],
  ["whsec_ and base64 without padding", "whsec_YWJjZGVmZw", "whsec_YWJjZGVmZw"],
  ["whsec_ and something else", "whsec_not base64!", utf8("whsec_not base64!")],
  ["whsec_ and base64 that lacks a digit", "whsec_YWJjZ", utf8("whsec_YWJjZ")],
  ["whsec_ and base64 with wrong padding", "whsec_YWJjZG=", utf8("whsec_YWJjZG=")],
  ["whsec_ and base64 of URLs", "whsec_YWJj-_==", utf8("whsec_YWJj-_==")],
  ["whsec_ alone", "whsec_==", utf8("whsec_==")],
  ["printable ASCII", "a plain secret ~", utf8("a plain secret ~")],
  ["base64 without whsec_", "YWJjZGVmZ2g=", utf8("YWJjZGVmZ2g=")],
  ["Unicode", "pässwörd €🔑", utf8("pässwörd €🔑")],
  ["control characters", "tab\tand\nline", utf8("tab\tand\nline")],
  ["500 characters", "ü".repeat(500), utf8("ü".repeat(500))],
];

for (const [name, secret, key] of secrets) {
  test(`the official package, the contract's recipe and the client accept a signature by ${name}`, async () => {
    const headers = signatureHeaders([secret], signed);
    assert.ok(standardAccepts(headers, key));
    assert.ok(contractAccepts(headers["x-svc-signature"], secret));
    assert.deepEqual(await verifyWebhook(body, headers, secret), JSON.parse(body.toString()));
    assert.ok(!standardAccepts(headers, utf8("another secret")));
    assert.ok(!contractAccepts(headers["x-svc-signature"], "another secret"));
    await assert.rejects(verifyWebhook(body, headers, "another secret"), {
      code: "wrong_signature",
    });
  });
}

test("during a rotation receivers with the old secret and with the new one accept", () => {
  const headers = signatureHeaders(["the new secret", whsec], signed);
  assert.ok(standardAccepts(headers, utf8("the new secret")));
  assert.ok(standardAccepts(headers, whsec));
  assert.ok(contractAccepts(headers["x-svc-signature"], "the new secret"));
  assert.ok(contractAccepts(headers["x-svc-signature-previous"], whsec));
});
