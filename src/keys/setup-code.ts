import { randomInt } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { hashSecret, sameDigest } from "./api-key.ts";
import type { ApiKeys } from "./api-keys.ts";

const lifeMs = 15 * 60_000;
const maxTries = 10;

/**
 * The one way to the first key without a shell on the box: a code of eight digits, shown where only
 * somebody at the box sees it. It lives in this process only, for 15 minutes and ten tries, works
 * once, and only while there has never been a key.
 */
export class SetupCode {
  readonly #clock: Clock;
  readonly #keys: ApiKeys;
  readonly #org: string;
  #open: { digest: string; endsAtMonoMs: number; tries: number } | undefined;

  /** The first key belongs to `org`. */
  constructor(parts: { clock: Clock; keys: ApiKeys; org: string }) {
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#org = parts.org;
  }

  /** A fresh code to show; undefined when the box has had a key before. */
  issue(): string | undefined {
    if (!this.#keys.isEmpty()) return undefined;
    const code = String(randomInt(100_000_000)).padStart(8, "0");
    this.#open = {
      digest: hashSecret(code),
      endsAtMonoMs: this.#clock.monoMs() + lifeMs,
      tries: maxTries,
    };
    return code;
  }

  /**
   * The first key, an administrator's, for the right code. Fails with `invalid_setup_code` for a
   * wrong one, and likewise when the code is over: spent, too old, too often missed, or there is a
   * key by now.
   */
  async redeem(code: string): Promise<string> {
    const open = this.#open;
    const isRight = sameDigest(hashSecret(code), open?.digest ?? hashSecret(""));
    const isOver = !open || open.endsAtMonoMs <= this.#clock.monoMs() || !this.#keys.isEmpty();
    if (!open || isOver) this.#open = undefined;
    else if (!isRight) {
      open.tries -= 1;
      if (open.tries === 0) this.#open = undefined;
    }
    if (!open || isOver || !isRight) {
      throw fail("invalid_setup_code", "The setup code is not valid");
    }
    // Spent before the first await, so that two requests at once cannot both use it.
    this.#open = undefined;
    try {
      const name = "made with the setup code";
      return (await this.#keys.create({ org: this.#org, name, preset: "admin" })).token;
    } catch (error) {
      this.#open = open;
      throw error;
    }
  }
}
