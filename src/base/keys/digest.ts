import { createHash, timingSafeEqual } from "node:crypto";

/**
 * A client's answer to a Digest challenge (RFC 7616 3.4). Only MD5: cameras' clients know nothing else. The password is
 * the whole key, 256 random bits that no one can guess from the hash.
 */
export interface DigestAnswer {
  /** Name or id of the key. */
  username: string;
  nonce: string;
  uri: string;
  /** Method of the request. */
  method: string;
  /** 32 hexadecimal digits. */
  response: string;
  /** Present with `qop=auth`. */
  counted?: { nonceCount: string; clientNonce: string };
}

/** The hashes of a key for Digest, each 32 hexadecimal digits: one for its name as user name, one for its id. */
export interface KeyDigests {
  byName: string;
  byId: string;
}

/** Realm of the challenges; part of the stored hashes, so it never changes. */
export const digestRealm = "Gatehouse";

/** Returns the hashes to store with a new key. */
export function keyDigests(key: { id: string; name: string; token: string }): KeyDigests {
  const of = (user: string): string => md5(`${user}:${digestRealm}:${key.token}`);
  return { byName: of(key.name), byId: of(key.id) };
}

/** True when the answer was made with one of the key's hashes. Takes the same time for a wrong answer. */
export function provesKey(answer: DigestAnswer, { byName, byId }: KeyDigests): boolean {
  if (!/^[0-9a-f]{32}$/i.test(answer.response)) return false;
  const response = Buffer.from(answer.response, "hex");
  const isRight = (hash: string): boolean => timingSafeEqual(response, expected(answer, hash));
  const isByName = isRight(byName);
  return isRight(byId) || isByName;
}

function expected({ nonce, method, uri, counted }: DigestAnswer, hash: string): Buffer {
  const middle = counted ? `${nonce}:${counted.nonceCount}:${counted.clientNonce}:auth` : nonce;
  return Buffer.from(md5(`${hash}:${middle}:${md5(`${method}:${uri}`)}`), "hex");
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
