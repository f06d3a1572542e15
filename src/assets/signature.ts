import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fail } from "../contract/fail.ts";
import { writeFileAtomic } from "../core/atomic-file.ts";

const keyBytes = 32;

/** The box's key for signed addresses: read from the file, or made there with mode 0600. */
export async function loadSigningKey(path: string): Promise<Buffer> {
  try {
    const key = await readFile(path);
    if (key.length !== keyBytes) throw fail("store_failed", `${path} is no signing key`);
    return key;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    const key = randomBytes(keyBytes);
    await writeFileAtomic(path, key);
    return key;
  }
}

/** HMAC-SHA256 (RFC 2104) of the file's name and the expiry in Unix seconds, base64url. */
export function signAddress(key: Buffer, name: string, exp: string): string {
  return createHmac("sha256", key).update(`asset\0${name}\0${exp}`).digest("base64url");
}

/** Whether `sig` is the signature of `name` and `exp`; takes the same time for every wrong one. */
export function verifyAddress(
  key: Buffer,
  address: { name: string; exp: string; sig: string },
): boolean {
  const expected = Buffer.from(signAddress(key, address.name, address.exp));
  const given = Buffer.from(address.sig);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
