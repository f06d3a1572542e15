import { fail } from "../../base/contract/fail.ts";

/** Number of slots, and the message beyond them. */
export interface SlotLimits {
  perKey: number;
  perBox: number;
  /** Names the exceeded limit and its settings. */
  message: string;
}

/**
 * Slots for long-lived answers: event streams, or live views. Bounded per key and for the box;
 * beyond either limit `too_many_streams`.
 */
export class StreamSlots {
  readonly #limits: SlotLimits;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Takes one slot for `keyId`; call the returned function once to release it. */
  take(keyId: string): () => void {
    const mine = this.#taken.get(keyId) ?? 0;
    if (mine >= this.#limits.perKey || this.#total >= this.#limits.perBox) {
      throw fail("too_many_streams", this.#limits.message, {
        retryAfterSec: 5,
      });
    }
    this.#taken.set(keyId, mine + 1);
    this.#total += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#total -= 1;
      const left = (this.#taken.get(keyId) ?? 1) - 1;
      if (left > 0) this.#taken.set(keyId, left);
      else this.#taken.delete(keyId);
    };
  }
}
