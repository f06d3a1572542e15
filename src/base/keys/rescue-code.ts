import { randomInt } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import { hashSecret, sameDigest } from "./api-key.ts";

/** Crockford's base 32: no letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits. */
const codeChars = 16;
const maxMisses = 30;
const maxMissesPerMinute = 10;
const minuteMs = 60_000;

/**
 * The code that lets somebody at the box restore from the rescue page. It exists in this process
 * only, as its hash. Ten wrong codes a minute from one address, or 30 in all, block it: after the
 * latter until the process starts again.
 */
export class RescueCode {
  readonly #clock: Clock;
  readonly #misses: { address: string; atMonoMs: number }[] = [];
  #digest: string | undefined;

  constructor(parts: { clock: Clock }) {
    this.#clock = parts.clock;
  }

  /** Returns a new code of 16 characters, which replaces the former one. */
  issue(): string {
    const code = Array.from({ length: codeChars }, () => alphabet[randomInt(alphabet.length)]);
    this.#digest = hashSecret(code.join(""));
    return code.join("");
  }

  /**
   * Returns for the right code in any grouping and spelling. Fails with `invalid_rescue_code` for a
   * wrong or spent one, and with `rate_limited` after too many wrong ones, whatever the code.
   */
  check(code: string, address: string): void {
    const nowMs = this.#clock.monoMs();
    if (this.#misses.length >= maxMisses) {
      throw fail(
        "rate_limited",
        `code: ${maxMisses} wrong codes were given. Restart the box for a new code`,
      );
    }
    const recent = this.#misses.filter(
      (each) => each.address === address && nowMs - each.atMonoMs < minuteMs,
    );
    if (recent.length >= maxMissesPerMinute) {
      const retryAfterSec = Math.ceil((recent[0]!.atMonoMs + minuteMs - nowMs) / 1000);
      throw fail("rate_limited", "code: this address gave too many wrong codes. Try again later", {
        retryAfterSec,
      });
    }
    const isRight = sameDigest(hashSecret(normalised(code)), this.#digest ?? hashSecret(""));
    if (isRight && this.#digest !== undefined) return;
    this.#misses.push({ address, atMonoMs: nowMs });
    throw fail("invalid_rescue_code", "code: is not valid. Check the rescue code");
  }

  /** Voids the code. */
  spend(): void {
    this.#digest = undefined;
  }
}

/** The code in groups of four, for reading aloud. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? "";
}

function normalised(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll(/[IL]/g, "1").replaceAll("O", "0");
}
