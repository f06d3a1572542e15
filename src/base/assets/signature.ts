import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the HMAC-SHA256 (RFC 2104) of the file's name and the expiry in Unix seconds, base64url.
 */
export function signAddress(key: Buffer, name: string, exp: string): string {
  return createHmac("sha256", key).update(`asset\0${name}\0${exp}`).digest("base64url");
}

/** True when `sig` is the signature of `name` and `exp`; takes constant time. */
export function verifyAddress(
  key: Buffer,
  address: { name: string; exp: string; sig: string },
): boolean {
  const expected = Buffer.from(signAddress(key, address.name, address.exp));
  const signature = Buffer.from(address.sig);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
