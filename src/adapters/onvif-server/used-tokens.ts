import type { Clock } from "../../base/core/clock.ts";

/** Furthest that `Created` may be from the box's time, in milliseconds. */
export const tokenSkewMs = 300_000;
/** Tokens remembered for one key, and for all: a client that asks more often than 30 times a second must use Digest. */
const maxPerKey = 10_000;
const maxTokens = 50_000;

/**
 * The UsernameTokens that the box has taken, so that none works twice. It remembers each until its time would be
 * refused anyway.
 */
export class UsedTokens {
  readonly #clock: Pick<Clock, "wallMs">;
  /** Wall time in milliseconds until which a token could be used, by token, of each key. */
  readonly #byKey = new Map<string, Map<string, number>>();

  constructor(clock: Pick<Clock, "wallMs">) {
    this.#clock = clock;
  }

  /** Returns whether a right token of `keyId` is used for the first time; `full` beyond the bound. */
  use(keyId: string, token: { nonce: Uint8Array; created: string }): "new" | "used" | "full" {
    this.#forget();
    const tokens = this.#byKey.get(keyId) ?? new Map<string, number>();
    const name = `${Buffer.from(token.nonce).toString("base64")} ${token.created}`;
    if (tokens.has(name)) return "used";
    if (tokens.size >= maxPerKey || this.#size() >= maxTokens) return "full";
    tokens.set(name, Date.parse(token.created) + tokenSkewMs);
    this.#byKey.set(keyId, tokens);
    return "new";
  }

  #size(): number {
    return [...this.#byKey.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Oldest first; those of clients whose clocks differ wait a little longer than they must. */
  #forget(): void {
    const nowMs = this.#clock.wallMs();
    for (const [keyId, tokens] of this.#byKey) {
      for (const [name, endMs] of tokens) {
        if (endMs >= nowMs) break;
        tokens.delete(name);
      }
      if (tokens.size === 0) this.#byKey.delete(keyId);
    }
  }
}
