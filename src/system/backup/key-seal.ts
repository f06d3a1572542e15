import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";

/** Shortest accepted passphrase, in characters. */
export const minPassphrase = 12;

/** Cost of scrypt (RFC 7914): 64 MiB and a fraction of a second on a small box. */
const cost = { N: 2 ** 16, r: 8, p: 1 };
/** The highest accepted cost of a stored seal. */
const maxCost = { N: 2 ** 20, r: 32, p: 16 };
const owner = Buffer.from("gatehouse-backup-keys-v1");

interface SealedKeys {
  v: 1;
  kdf: { name: "scrypt"; N: number; r: number; p: number; salt: string };
  /** AES-256-GCM (NIST SP 800-38D); nonce, text and tag in base64. */
  nonce: string;
  text: string;
  tag: string;
}

/** Encrypts `plain` so that only the passphrase decrypts it: scrypt, then AES-256-GCM. */
export async function sealWithPassphrase(passphrase: string, plain: string): Promise<string> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await keyOf(passphrase, salt, cost), nonce);
  cipher.setAAD(owner);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  const sealed: SealedKeys = {
    v: 1,
    kdf: { name: "scrypt", ...cost, salt: salt.toString("base64") },
    nonce: nonce.toString("base64"),
    text: text.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
  };
  return JSON.stringify(sealed);
}

/**
 * Decrypts a result of `sealWithPassphrase`. Fails with `passphrase_wrong`, also for changed text.
 */
export async function openWithPassphrase(passphrase: string, sealed: string): Promise<string> {
  try {
    const { kdf, nonce, text, tag } = JSON.parse(sealed) as SealedKeys;
    const { N, r, p } = kdf;
    const isBearable = N <= maxCost.N && r <= maxCost.r && p <= maxCost.p;
    if (!isBearable)
      throw fail(
        "backup_invalid",
        "backup: its keys need too much memory to decrypt. Use another backup",
      );
    const salt = Buffer.from(kdf.salt, "base64");
    const key = await keyOf(passphrase, salt, { N, r, p });
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"), {
      authTagLength: 16,
    });
    decipher.setAAD(owner);
    decipher.setAuthTag(Buffer.from(tag, "base64"));
    return Buffer.concat([
      decipher.update(Buffer.from(text, "base64")),
      decipher.final(),
    ]).toString();
  } catch (cause) {
    throw fail(
      "passphrase_wrong",
      "passphrase: does not decrypt the keys of the backup. Check the passphrase",
      {
        cause,
      },
    );
  }
}

function keyOf(passphrase: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
