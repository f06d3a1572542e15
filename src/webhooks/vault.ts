import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import { loadKeyFile } from "../core/key-file.ts";

/** Where the key of the secrets is. */
export interface VaultOptions {
  path: string;
  /** Makes the key when there is none; false for a key that somebody else provides. */
  make: boolean;
}

/** A secret at rest: AES-256-GCM (NIST SP 800-38D), each part in base64. */
export interface Sealed {
  v: 1;
  nonce: string;
  text: string;
  tag: string;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;

/** Encrypts secrets at rest. A secret opens only for the owner that it was sealed for. */
export class Vault {
  readonly #options: VaultOptions;
  #key: Buffer | undefined;

  constructor(options: VaultOptions) {
    this.#options = options;
  }

  /** Reads the key, or makes it; fails with `store_failed`. */
  async start(): Promise<void> {
    this.#key = await loadKeyFile(this.#options.path, this.#options.make);
  }

  seal(owner: string, secret: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#opened(), nonce);
    cipher.setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return {
      v: 1,
      nonce: nonce.toString("base64"),
      text: text.toString("base64"),
      tag: cipher.getAuthTag().toString("base64"),
    };
  }

  /** Fails with `store_failed` when the key is another one or the record was changed. */
  open(owner: string, sealed: Sealed): string {
    const bytes = (text: string): Buffer => Buffer.from(text, "base64");
    try {
      const decipher = createDecipheriv(algorithm, this.#opened(), bytes(sealed.nonce), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes(sealed.tag));
      const text = Buffer.concat([decipher.update(bytes(sealed.text)), decipher.final()]);
      return text.toString("utf8");
    } catch (error) {
      throw fail("store_failed", "a webhook secret does not open with this key", { cause: error });
    }
  }

  #opened(): Buffer {
    if (!this.#key) throw fail("store_failed", "the key of the webhook secrets was not read");
    return this.#key;
  }
}
