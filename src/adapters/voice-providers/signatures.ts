import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";

/** Seconds by which clocks may differ. */
const skewSec = 300;

/** Refuses an event; the reason is for the log, callers get the code alone. */
export function badSignature(why: string) {
  return fail(
    "invalid_signature",
    "signature: does not fit the request. Sign it as the provider does",
    {
      cause: why,
    },
  );
}

/** Returns true when two texts are equal; the time of the comparison does not depend on their content. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/**
 * Standard Webhooks, as OpenAI signs: `v1,<base64>` of HMAC-SHA256 over `id.timestamp.body`, several
 * separated by spaces, at most 300 s from now. Fails with `invalid_signature`.
 */
export function verifyStandardWebhook(
  signed: { id: string; timestamp: string; signature: string; body: Buffer },
  secret: string,
  nowMs: number,
): void {
  const { id, timestamp, signature, body } = signed;
  assertRecent(timestamp, nowMs, { pastSec: skewSec });
  const key = secret.startsWith("whsec_")
    ? Buffer.from(secret.slice("whsec_".length), "base64")
    : Buffer.from(secret, "utf8");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  const expected = `v1,${mac.digest("base64")}`;
  // Every one is compared, so that the time does not say which of them fits.
  const fits = signature.split(" ").filter((each) => sameText(each, expected));
  if (fits.length === 0) throw badSignature("no signature of the list fits");
}

/** Half an hour, as the vendor's own library allows. */
const elevenlabsPastSec = 1800;

/**
 * ElevenLabs: `t=<unix>,v0=<hex>` of HMAC-SHA256 over `t.body`, at most 30 min old. Fails with
 * `invalid_signature`.
 */
export function verifyElevenLabs(
  signed: { header: string; body: Buffer },
  secret: string,
  nowMs: number,
): void {
  const match = /^t=(\d{1,12}),v0=([0-9a-f]{64})$/.exec(signed.header.replaceAll(" ", ""));
  if (!match) throw badSignature("the header is not t=…,v0=…");
  const [, timestamp = "", hex = ""] = match;
  assertRecent(timestamp, nowMs, { pastSec: elevenlabsPastSec });
  const mac = createHmac("sha256", Buffer.from(secret, "utf8"));
  const expected = mac.update(`${timestamp}.`).update(signed.body).digest("hex");
  if (!sameText(hex, expected)) throw badSignature("the signature does not fit");
}

function assertRecent(timestamp: string, nowMs: number, { pastSec }: { pastSec: number }): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw badSignature("the timestamp is no number");
  const ageSec = nowMs / 1000 - Number(timestamp);
  if (ageSec > pastSec) throw badSignature(`the timestamp is ${Math.round(ageSec)} s old`);
  if (ageSec < -skewSec) throw badSignature("the timestamp is in the future");
}
