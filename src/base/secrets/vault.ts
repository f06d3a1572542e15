import { type CipherGCM, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import { GatehouseError } from "../core/errors.ts";
import { loadKeyFile } from "./key-file.ts";

/** Location of a key. */
export interface VaultOptions {
  path: string;
  /** Creates a missing key; false for a key that somebody else provides. */
  make: boolean;
}

/** A text at rest: AES-256-GCM (NIST SP 800-38D), each part in base64. */
export interface SealedText {
  v: 1;
  nonce: string;
  text: string;
  tag: string;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `store_failed`: the record was sealed with another key or for another owner, or was changed. A
 * backup restored without its keys leaves such records; the part that opens one decides what to do.
 */
export class DoesNotOpen extends GatehouseError {
  constructor(cause: unknown) {
    super("store_failed", "something sealed does not open with this key", { cause });
  }
}

/** Encrypts data at rest. A record opens only for the owner that it was sealed for. */
export class Vault {
  readonly #options: VaultOptions;
  #key: Buffer | undefined;

  constructor(options: VaultOptions) {
    this.#options = options;
  }

  /** Reads the key or creates it; fails with `store_failed`. */
  async start(): Promise<void> {
    this.#key = await loadKeyFile(this.#options.path, this.#options.make);
  }

  /** Forgets the key. */
  stop(): void {
    this.#key = undefined;
  }

  seal(owner: string, text: string): SealedText {
    const file = Buffer.from(this.sealBytes(owner, Buffer.from(text, "utf8")));
    const textEnd = file.length - tagBytes;
    return {
      v: 1,
      nonce: file.toString("base64", 0, nonceBytes),
      text: file.toString("base64", nonceBytes, textEnd),
      tag: file.toString("base64", textEnd),
    };
  }

  /** Fails with `DoesNotOpen` when the key or the owner is another one, or the record was changed. */
  open(owner: string, { nonce, text, tag }: SealedText): string {
    const parts = [nonce, text, tag].map((each) => Buffer.from(each, "base64"));
    return Buffer.from(this.openBytes(owner, Buffer.concat(parts))).toString("utf8");
  }

  /** As `seal`, for bytes: nonce, text and tag, in this order. */
  sealBytes(owner: string, bytes: Uint8Array): Uint8Array {
    const sealing = new PieceSealer(this.#opened(), owner);
    return Buffer.concat([sealing.begin(), sealing.update(bytes), sealing.end()]);
  }

  /** As `open`, for bytes. */
  openBytes(owner: string, file: Uint8Array): Uint8Array {
    const key = this.#opened();
    try {
      const decipher = createDecipheriv(algorithm, key, file.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(file.subarray(file.length - tagBytes));
      const text = file.subarray(nonceBytes, file.length - tagBytes);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    } catch (cause) {
      throw new DoesNotOpen(cause);
    }
  }

  #opened(): Buffer {
    if (!this.#key)
      throw fail("store_failed", "vault: its key has not been read. Start the vault first");
    return this.#key;
  }
}

/** Seals bytes piece by piece, as `Vault.sealBytes` seals whole ones. */
export class PieceSealer {
  readonly #nonce = randomBytes(nonceBytes);
  readonly #cipher: CipherGCM;

  constructor(key: Uint8Array, owner: string) {
    this.#cipher = createCipheriv(algorithm, key, this.#nonce);
    this.#cipher.setAAD(Buffer.from(owner));
  }

  /** Returns the first bytes of the file. */
  begin(): Buffer {
    return this.#nonce;
  }

  update(bytes: Uint8Array): Buffer {
    return this.#cipher.update(bytes);
  }

  /** Returns the last bytes of the file. */
  end(): Buffer {
    return Buffer.concat([this.#cipher.final(), this.#cipher.getAuthTag()]);
  }
}
