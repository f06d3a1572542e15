import { fail } from "../contract/fail.ts";
import { GatehouseError } from "../core/errors.ts";
import type { SealedText, Vault } from "../secrets/vault.ts";
import type { ApiKey } from "./api-key.ts";
import { provesToken, type UsernameToken } from "./username-token.ts";

/** The vault as keys use it. */
export type TokenVault = Pick<Vault, "seal" | "open">;

/** The encrypted secrets of the keys with the preset `recorder`. */
export class SealedTokens {
  readonly #vault: TokenVault | undefined;

  constructor(vault: TokenVault | undefined) {
    this.#vault = vault;
  }

  /** Encrypts the whole key `token` for its own record. Fails with `conflict` without a vault. */
  seal(id: string, token: string): SealedText {
    if (this.#vault) return this.#vault.seal(ownerOf(id), token);
    const message =
      "preset: only the running box can encrypt the secret of a recorder's key. Start the box first";
    throw fail("conflict", message, { param: "preset" });
  }

  /** True when the proof was made with the key's secret; false for a key whose secret nobody can decrypt. */
  proves(proof: UsernameToken, { id, sealedToken }: ApiKey): boolean {
    const token = sealedToken && this.#opened(id, sealedToken);
    return token !== undefined && provesToken(proof, token);
  }

  /** Undefined after a restore without the vault's key: the key needs another secret. */
  #opened(id: string, sealed: SealedText): string | undefined {
    try {
      return this.#vault?.open(ownerOf(id), sealed);
    } catch (error) {
      if (GatehouseError.find(error)?.code === "store_failed") return undefined;
      throw error;
    }
  }
}

function ownerOf(id: string): string {
  return `key ${id}`;
}
