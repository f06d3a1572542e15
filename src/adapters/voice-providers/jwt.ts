import { createHash } from "node:crypto";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { describeError } from "../../base/core/errors.ts";
import { badSignature, sameText } from "./signatures.ts";

/** Longest life of a token that signs a webhook, in seconds: a stolen one is of no use for long. */
const maxLifeSec = 3600;
const skewSec = 60;

/** A JSON Web Token (RFC 7519) signed with HMAC-SHA256. */
export async function signJwt(
  claims: Readonly<Record<string, unknown>>,
  secret: string,
): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(Buffer.from(secret));
}

/**
 * LiveKit's webhook: a token of the API key whose claim `sha256` is the base64 digest of the body. Rejects with
 * `invalid_signature`, also for any other algorithm than HS256 and for tokens that live longer than an hour.
 */
export async function verifyLiveKit(
  signed: { token: string; body: Buffer },
  own: { apiKey: string; secret: string },
  nowMs: number,
): Promise<void> {
  const { sha256, exp = 0 } = await claimsOf(signed.token, own, nowMs);
  if (exp > nowMs / 1000 + maxLifeSec + skewSec) throw badSignature("the token lives too long");
  const expected = createHash("sha256").update(signed.body).digest("base64");
  if (typeof sha256 !== "string" || !sameText(sha256, expected)) {
    throw badSignature("the body is not the one that was signed");
  }
}

async function claimsOf(
  token: string,
  { apiKey, secret }: { apiKey: string; secret: string },
  nowMs: number,
): Promise<{ sha256?: unknown; exp?: number }> {
  try {
    const { payload } = await jwtVerify<{ sha256?: unknown }>(token, Buffer.from(secret), {
      algorithms: ["HS256"],
      issuer: apiKey,
      requiredClaims: ["exp"],
      clockTolerance: skewSec,
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch (error) {
    throw badSignature(describeError(error));
  }
}

/** The expiry of another party's token, Unix seconds; null without one. */
export function expiryOf(token: string): number | null {
  try {
    return decodeJwt(token).exp ?? null;
  } catch {
    return null;
  }
}
