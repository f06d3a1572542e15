import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import { maxKnownKeys } from "./identity-terms.ts";

/** The public key that this box trusts for another one. */
export interface TrustedKey {
  v: 1;
  /** Ed25519, base64url. */
  publicKey: string;
  sinceMs: number;
}

const prefix = ["box", "fleet-key"] as const;

/** The public keys of boxes that this box has seen first or that an administrator accepted, in its store. */
export class TrustedKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #keys = new Map<string, TrustedKey>();

  constructor(parts: { store: Store; clock: Clock }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
  }

  /** Reads the stored keys; once, before the others. */
  load(): void {
    for (const { key, value } of this.#store.range<TrustedKey>({ prefix })) {
      this.#keys.set(String(key.at(-1)), value);
    }
  }

  get(boxId: string): string | undefined {
    return this.#keys.get(boxId)?.publicKey;
  }

  /** Stores the key in place of any other; false when too many boxes are known. */
  async set(boxId: string, publicKey: string): Promise<boolean> {
    if (!this.#keys.has(boxId) && this.#keys.size >= maxKnownKeys) return false;
    const trusted: TrustedKey = { v: 1, publicKey, sinceMs: this.#clock.wallMs() };
    await this.#store.transact((tx) => tx.put([...prefix, boxId], trusted));
    this.#keys.set(boxId, trusted);
    return true;
  }
}
