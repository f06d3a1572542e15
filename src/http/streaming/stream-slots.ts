import { fail } from "../../base/contract/fail.ts";

/**
 * Places for answers that stay open: event streams, or live views. Bounded per key and for the box;
 * beyond either limit `too_many_streams`.
 */
export class StreamSlots {
  readonly #limits: { perKey: number; perBox: number };
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(limits: { perKey: number; perBox: number }) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Takes one place for `keyId`; call the returned function once to give it back. */
  take(keyId: string): () => void {
    const mine = this.#taken.get(keyId) ?? 0;
    if (mine >= this.#limits.perKey || this.#total >= this.#limits.perBox) {
      throw fail("too_many_streams", "Too many event streams or live views are open", {
        retryAfterSec: 5,
      });
    }
    this.#taken.set(keyId, mine + 1);
    this.#total += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#total -= 1;
      const left = (this.#taken.get(keyId) ?? 1) - 1;
      if (left > 0) this.#taken.set(keyId, left);
      else this.#taken.delete(keyId);
    };
  }
}
