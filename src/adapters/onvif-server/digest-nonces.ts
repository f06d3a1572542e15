import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../base/core/clock.ts";

/** Time for which an answer to a challenge is taken. */
const lifetimeMs = 300_000;
/** Answers to one challenge. */
const maxUses = 1000;
/** Challenges with answers that are remembered; beyond it the oldest challenge ends early. */
const maxUsed = 256;
const markBytes = 16;
const nonceBytes = 16 + markBytes;

/** The state of a nonce: `stale` for one that was the box's own but has ended. */
export type NonceState = "good" | "stale" | "foreign";

/**
 * The nonces of HTTP Digest (RFC 7616 3.3). They hold the time of their making under a MAC, so that challenges that
 * nobody answers cost no memory. Each answer has a count of its own, which works once.
 */
export class DigestNonces {
  readonly #clock: Pick<Clock, "monoMs">;
  readonly #secret = randomBytes(32);
  /** Counts that were used, by nonce, oldest nonce first. */
  readonly #used = new Map<string, { madeMs: number; counts: Set<number> }>();
  /** Nonces made before this time have ended. */
  #floorMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "monoMs">) {
    this.#clock = clock;
  }

  /** Returns a new nonce. */
  make(): string {
    const head = Buffer.alloc(nonceBytes - markBytes);
    head.writeDoubleBE(this.#clock.monoMs());
    randomBytes(8).copy(head, 8);
    return Buffer.concat([head, this.#mark(head)]).toString("base64url");
  }

  /** Returns whether an answer to `nonce` may be taken. */
  stateOf(nonce: string): NonceState {
    const madeMs = this.#madeMs(nonce);
    if (madeMs === undefined) return "foreign";
    const isYoung = this.#clock.monoMs() - madeMs < lifetimeMs && madeMs > this.#floorMs;
    return isYoung && (this.#used.get(nonce)?.counts.size ?? 0) < maxUses ? "good" : "stale";
  }

  /** Notes a right answer; false when its count was used before. Call it only for a good nonce. */
  use(nonce: string, count: number): boolean {
    this.#forget();
    const used = this.#used.get(nonce) ?? {
      madeMs: this.#madeMs(nonce) ?? this.#floorMs,
      counts: new Set(),
    };
    if (used.counts.has(count)) return false;
    used.counts.add(count);
    this.#used.set(nonce, used);
    return true;
  }

  /** Drops what has ended, and the nonce with the oldest first answer beyond the bound. */
  #forget(): void {
    const endedMs = this.#clock.monoMs() - lifetimeMs;
    for (const [nonce, { madeMs }] of this.#used) {
      const isEnded = madeMs < endedMs;
      if (!isEnded && this.#used.size < maxUsed) continue;
      this.#used.delete(nonce);
      if (!isEnded) this.#floorMs = Math.max(this.#floorMs, madeMs);
    }
  }

  #madeMs(nonce: string): number | undefined {
    const bytes = Buffer.from(nonce.slice(0, 2 * nonceBytes), "base64url");
    if (bytes.length !== nonceBytes || bytes.toString("base64url") !== nonce) return undefined;
    const head = bytes.subarray(0, nonceBytes - markBytes);
    const isOwn = timingSafeEqual(bytes.subarray(nonceBytes - markBytes), this.#mark(head));
    return isOwn ? head.readDoubleBE() : undefined;
  }

  #mark(head: Buffer): Buffer {
    return createHmac("sha256", this.#secret).update(head).digest().subarray(0, markBytes);
  }
}
