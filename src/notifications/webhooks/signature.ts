import { createHmac } from "node:crypto";

/** The signed parts of a delivery. */
export interface SignedParts {
  eventId: string;
  /** Unix seconds of the attempt. */
  timestampSec: number;
  body: Uint8Array;
}

const standardPrefix = "whsec_";
/** RFC 4648 section 4, with or without its padding, as the official verifiers decode it. */
const base64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)$/;

/**
 * Returns the headers that prove a delivery. `X-Svc-Signature` (contract section 6.2) covers only
 * the body, with the newest secret; `webhook-signature` (Standard Webhooks 1.0.0) covers id and
 * time as well and has one signature for each of `secrets`, newest first.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { eventId, timestampSec, body }: SignedParts,
): Record<string, string> {
  const [current = "", previous] = secrets;
  const standard = secrets.map((secret) => {
    const mac = createHmac("sha256", standardKey(secret));
    return `v1,${mac.update(`${eventId}.${timestampSec}.`).update(body).digest("base64")}`;
  });
  return {
    "x-svc-signature": contractSignature(current, body),
    ...(previous === undefined
      ? {}
      : { "x-svc-signature-previous": contractSignature(previous, body) }),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampSec),
    "webhook-signature": standard.join(" "),
  };
}

function contractSignature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/**
 * Standard Webhooks: the decoded bytes of valid base64 behind `whsec_`, else the whole secret in
 * UTF-8.
 */
function standardKey(secret: string): Buffer {
  const coded = secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : "";
  return base64.test(coded) ? Buffer.from(coded, "base64") : Buffer.from(secret, "utf8");
}
