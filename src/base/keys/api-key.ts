import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Scope } from "../contract/scopes.ts";
import type { SealedText } from "../secrets/vault.ts";
import type { KeyDigests } from "./digest.ts";

/** An API key as stored: the secret itself only encrypted, for one preset. Times are Unix milliseconds. */
export interface ApiKey {
  v: 1;
  /** 12 characters of `[A-Za-z0-9]`; public, the store's key for the record. */
  id: string;
  org: string;
  /** Name given by a person, 1–100 characters. */
  name: string;
  /** SHA-256 of the secret part, hexadecimal. */
  secretSha256: string;
  /** For readers of video by RTSP and clients of the ONVIF device; absent for a key made by a version that had none. */
  digests?: KeyDigests;
  /** The whole key, for clients that sign in by UsernameToken; only of the preset `recorder`. */
  sealedToken?: SealedText;
  scopes: readonly Scope[];
  /** The preset of the scopes; null for a hand-picked set. */
  preset: string | null;
  /** Networks (CIDR) from which callers may use it; empty or absent for all. */
  networks?: readonly string[];
  createdAtMs: number;
  /** Id of the key, or name of the person, that made this one; null or absent for the command line and the setup code. */
  createdBy?: string | null;
  /** Null for a key that does not expire. */
  expiresAtMs: number | null;
  /** Precise to a minute; null until the first use. */
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
  /** Time of the last roll, and the former secret as long as it is valid. */
  rolledAtMs?: number;
  previous?: { secretSha256: string; untilMs: number };
}

/** The two parts of a token. */
export interface KeyParts {
  id: string;
  secret: string;
}

const tokenPattern = /^svk_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;
const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Splits `svk_<id>_<secret>`; undefined for anything of another form. */
export function parseToken(token: string): KeyParts | undefined {
  const match = tokenPattern.exec(token);
  return match ? { id: match[1]!, secret: match[2]! } : undefined;
}

/** Returns a new key: its public id (71 bits), its secret (256 bits), and the token with both. */
export function newToken(): KeyParts & { token: string } {
  let id = "";
  while (id.length < 12) {
    // 248 is the largest multiple of 62 in a byte: higher values would favour the first letters.
    for (const byte of randomBytes(24)) {
      if (byte < 248 && id.length < 12) id += idAlphabet[byte % 62];
    }
  }
  const secret = randomBytes(32).toString("base64url");
  return { id, secret, token: `svk_${id}_${secret}` };
}

/** SHA-256 of a secret, hexadecimal. Enough for 256 random bits; a slow hash is for human passwords. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Compares two hexadecimal SHA-256 digests in constant time. */
export function sameDigest(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"));
}

/** A digest that no secret has. */
const nobody = Buffer.alloc(32);
const digest = Buffer.alloc(32);
/** Digests of the records in use, decoded once: every request compares with them. */
const digests = new WeakMap<ApiKey, { current: Buffer; previous: Buffer }>();

function digestsOf(key: ApiKey): { current: Buffer; previous: Buffer } {
  let digest = digests.get(key);
  if (!digest) {
    const { previous, secretSha256 } = key;
    digest = {
      current: Buffer.from(secretSha256, "hex"),
      previous: previous ? Buffer.from(previous.secretSha256, "hex") : nobody,
    };
    digests.set(key, digest);
  }
  return digest;
}

/**
 * True when `secret` is that of the key, or the former one while that is valid. Without a key it is
 * false at the same cost.
 */
export function opensKey(key: ApiKey | undefined, secret: string, nowMs: number): boolean {
  // Into the same buffer each time: allocating one costs more than the digest.
  digest.write(hashSecret(secret), "hex");
  const { current, previous } = key ? digestsOf(key) : { current: nobody, previous: nobody };
  const isCurrent = timingSafeEqual(digest, current);
  const isPrevious = timingSafeEqual(digest, previous);
  return isCurrent || (isPrevious && (key?.previous?.untilMs ?? 0) > nowMs);
}
