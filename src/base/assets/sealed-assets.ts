import { readFile } from "node:fs/promises";
import { fail } from "../contract/fail.ts";
import { DoesNotOpen, type Vault } from "../secrets/vault.ts";
import type { Assets, NewAsset, OpenAsset } from "./assets.ts";

/** A decrypted file in memory. */
export interface RevealedAsset {
  sizeBytes: number;
  contentType: string;
  /** Organisation whose health data it holds: its audit log records each reading. */
  auditedOrg: string;
  /** Bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>;
}

/** Asset class of encrypted files. */
const sealedClass = "health";

/** Files about people's health, encrypted on the disk for their organisation. */
export class SealedAssets {
  readonly #assets: Pick<Assets, "put" | "url">;
  readonly #vault: Vault;

  constructor(assets: Pick<Assets, "put" | "url">, vault: Vault) {
    this.#assets = assets;
    this.#vault = vault;
  }

  /**
   * Keeps the bytes for the job and returns a signed address that is valid as long as the file.
   * Rejects with `storage_full`.
   */
  async put(
    asset: Pick<NewAsset, "id" | "org" | "bytes" | "mime" | "ext" | "jobId">,
  ): Promise<string> {
    const { org } = asset;
    const bytes = this.#vault.sealBytes(ownerOf(org), asset.bytes);
    const whole = { ...asset, bytes, class: sealedClass, expiresAtMs: null };
    const { id } = await this.#assets.put(whole);
    const url = this.#assets.url(org, id);
    if (url === null) throw fail("internal_error", "the file was removed at once");
    return url;
  }

  /**
   * Decrypts an opened file; undefined when the file or its key is gone. Returns files of other
   * classes unchanged.
   */
  async reveal(file: OpenAsset): Promise<OpenAsset | RevealedAsset | undefined> {
    if (file.class !== sealedClass) return file;
    const { org, path, contentType } = file;
    const sealed = await readFile(path).catch(() => undefined);
    if (!sealed) return undefined;
    const bytes = this.#opened(org, sealed);
    if (!bytes) return undefined;
    return {
      sizeBytes: bytes.length,
      contentType,
      auditedOrg: org,
      async *read(start, end) {
        yield await Promise.resolve(bytes.subarray(start, end + 1));
      },
    };
  }

  #opened(org: string, sealed: Uint8Array): Uint8Array | undefined {
    try {
      return this.#vault.openBytes(ownerOf(org), sealed);
    } catch (error) {
      if (error instanceof DoesNotOpen) return undefined;
      throw error;
    }
  }
}

function ownerOf(org: string): string {
  return `health asset ${org}`;
}
