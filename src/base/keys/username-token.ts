import { createHash, timingSafeEqual } from "node:crypto";

/**
 * A client's proof of a key without a challenge (WS-Security UsernameToken Profile 1.0, 3.1): the password itself is
 * needed to check it.
 */
export interface UsernameToken {
  /** Name or id of the key. */
  username: string;
  nonce: Uint8Array;
  /** As the client wrote it. */
  created: string;
  /** SHA-1 of nonce, `created` and the whole key, in base64. */
  digest: string;
}

/** True when the proof was made with `token`, the whole key. Takes the same time for a wrong one. */
export function provesToken({ nonce, created, digest }: UsernameToken, token: string): boolean {
  const expected = createHash("sha1").update(nonce).update(`${created}${token}`, "utf8").digest();
  const received = Buffer.from(digest, "base64");
  return received.length === expected.length && timingSafeEqual(received, expected);
}
