import { randomInt } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { hashSecret, sameDigest } from "./api-key.ts";
import type { ApiKeys } from "./api-keys.ts";

const lifeMs = 15 * 60_000;
const maxTries = 10;

/** A code to show, and its validity. */
export interface ShownCode {
  code: string;
  lifeSec: number;
}

const defaultName = "made with the setup code";

/**
 * The first sign-in for somebody with a browser: a code of eight digits, shown only at the box,
 * gives an administrator's key. It exists in this process only, as its hash, for 15 minutes and ten
 * tries, and works once. The code of the start is for the first key only; a code from the command
 * line, which can make keys anyway, works when there are keys too.
 */
export class SetupCode {
  readonly #clock: Clock;
  readonly #keys: ApiKeys;
  readonly #org: string;
  readonly #hasPeople: () => boolean;
  #open:
    | { digest: string; endsAtMonoMs: number; tries: number; isForFirstKey: boolean }
    | undefined;

  /** The key belongs to `org`. */
  constructor(parts: { clock: Clock; keys: ApiKeys; org: string; hasPeople?: () => boolean }) {
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#org = parts.org;
    this.#hasPeople = parts.hasPeople ?? (() => false);
  }

  /** Organisation of the key or account that the code makes. */
  get org(): string {
    return this.#org;
  }

  /** A fresh code for the first key; undefined when the box has had a key before or has an account. */
  issue(): string | undefined {
    return this.isForNewBox() ? this.#renew(true) : undefined;
  }

  /** True while the box has no key and no account. */
  isForNewBox(): boolean {
    return this.#keys.isEmpty() && !this.#hasPeople();
  }

  /** Returns a new code that works beside keys and replaces the former one. */
  issueBesideKeys(): ShownCode {
    return { code: this.#renew(false), lifeSec: lifeMs / 1000 };
  }

  #renew(isForFirstKey: boolean): string {
    const code = String(randomInt(100_000_000)).padStart(8, "0");
    const endsAtMonoMs = this.#clock.monoMs() + lifeMs;
    this.#open = { digest: hashSecret(code), endsAtMonoMs, tries: maxTries, isForFirstKey };
    return code;
  }

  /** An administrator's key called `name` for the right code. Fails as `use` does. */
  async redeem(code: string, name = defaultName): Promise<string> {
    const key = { org: this.#org, name, preset: "admin" } as const;
    return await this.use(code, async () => (await this.#keys.create(key)).token);
  }

  /**
   * Does `work` for the right code, which is spent by it; a failed work gives the code back. Fails with
   * `invalid_setup_code` for a wrong one, and likewise when the code is over: spent, too old, too often missed, or
   * for the first key and there is one, or an account, by now.
   */
  async use<R>(code: string, work: () => Promise<R>): Promise<R> {
    const open = this.#open;
    const isRight = sameDigest(hashSecret(code), open?.digest ?? hashSecret(""));
    const isOver =
      !open ||
      open.endsAtMonoMs <= this.#clock.monoMs() ||
      (open.isForFirstKey && !this.isForNewBox());
    if (!open || isOver) this.#open = undefined;
    else if (!isRight) {
      open.tries -= 1;
      if (open.tries === 0) this.#open = undefined;
    }
    if (!open || isOver || !isRight) {
      throw fail(
        "invalid_setup_code",
        "setup_code: is not valid. Check the code, or issue a new one",
      );
    }
    // Spent before the first await, so that two requests at once cannot both use it.
    this.#open = undefined;
    try {
      return await work();
    } catch (error) {
      this.#open = open;
      throw error;
    }
  }
}
