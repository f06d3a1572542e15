import { createHash, createHmac } from "node:crypto";
import { badSignature, sameText } from "./signatures.ts";

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JSON Web Token signed with HMAC-SHA256. */
export function signJwt(claims: object, secret: string): string {
  const head = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${head}.${mac(head, secret)}`;
}

/** Claims that are looked at. */
interface Claims {
  iss?: unknown;
  exp?: unknown;
  nbf?: unknown;
  sha256?: unknown;
}

/** Longest life of a token that signs a webhook, in seconds: a stolen one is of no use for long. */
const maxLifeSec = 3600;
const skewSec = 60;

/**
 * LiveKit's webhook: a token of the API key whose claim `sha256` is the base64 digest of the body. Fails
 * with `invalid_signature`. Any other algorithm than HS256 is refused.
 */
export function verifyLiveKit(
  signed: { token: string; body: Buffer },
  own: { apiKey: string; secret: string },
  nowMs: number,
): void {
  const parts = signed.token.split(".");
  if (parts.length !== 3) throw badSignature("the token has not three parts");
  const [head = "", body = "", signature = ""] = parts;
  if ((parsed(head) as { alg?: unknown }).alg !== "HS256") throw badSignature("not HS256");
  if (!sameText(signature, mac(`${head}.${body}`, own.secret))) {
    throw badSignature("the token's signature does not fit");
  }
  const claims = parsed(body) as Claims;
  if (claims.iss !== own.apiKey) throw badSignature("the token is another key's");
  assertTimely(claims, nowMs / 1000);
  const wanted = createHash("sha256").update(signed.body).digest("base64");
  if (typeof claims.sha256 !== "string" || !sameText(claims.sha256, wanted)) {
    throw badSignature("the body is not the one that was signed");
  }
}

function assertTimely({ exp, nbf }: Claims, nowSec: number): void {
  if (typeof exp !== "number" || exp + skewSec < nowSec) throw badSignature("the token is too old");
  if (exp > nowSec + maxLifeSec + skewSec) throw badSignature("the token lives too long");
  if (nbf !== undefined && (typeof nbf !== "number" || nbf > nowSec + skewSec)) {
    throw badSignature("the token is not valid yet");
  }
}

/** The expiry of a token that somebody else signed, Unix seconds; null when it says none. */
export function expiryOf(token: string): number | null {
  try {
    const { exp } = parsed(token.split(".")[1] ?? "") as Claims;
    return typeof exp === "number" ? exp : null;
  } catch {
    return null;
  }
}

function mac(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function parsed(part: string): object {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Falls through: neither is a token.
  }
  throw badSignature("the token is no JSON");
}
