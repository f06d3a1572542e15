import type { Clock } from "../../base/core/clock.ts";
import type { StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";

interface Mark {
  v: 1;
  /** Wall time at which the rule acted on the stream, Unix milliseconds. */
  atMs: number;
}

const keyOf = (org: string, ruleId: string, streamId: string): StoreKey => [
  org,
  "rule-acted",
  ruleId,
  streamId,
];
/** Places whose cooldown is cached; the oldest is looked up again. */
const maxHeld = 10_000;

/**
 * The time for which each rule ignores each stream. Within the process it uses the monotonic clock; over a
 * restart wall time, at most the cooldown itself.
 */
export class Cooldowns {
  readonly #parts: { clock: Clock; store: StoreReader };
  /** Monotonic ends. */
  readonly #untilMs = new Map<string, number>();

  constructor(parts: { clock: Clock; store: StoreReader }) {
    this.#parts = parts;
  }

  /** Begins a cooldown; false while one runs. */
  begin(place: { org: string; ruleId: string; streamId: string }, cooldownMs: number): boolean {
    const { clock, store } = this.#parts;
    const key = keyOf(place.org, place.ruleId, place.streamId);
    const name = key.join("\0");
    const nowMs = clock.monoMs();
    const known = this.#untilMs.get(name);
    if (known !== undefined) {
      if (known > nowMs) return false;
    } else {
      const mark = store.get<Mark>(key);
      const leftMs = mark ? mark.atMs + cooldownMs - clock.wallMs() : 0;
      // A clock that was set back must not silence the rule for longer than its cooldown.
      if (leftMs > 0 && leftMs <= cooldownMs) {
        this.#untilMs.set(name, nowMs + leftMs);
        return false;
      }
    }
    this.#untilMs.set(name, nowMs + cooldownMs);
    if (this.#untilMs.size > maxHeld) this.#untilMs.delete(this.#untilMs.keys().next().value!);
    return true;
  }

  /** Stores the cooldown in `tx`, so that it survives a restart. */
  keep(
    tx: StoreTransaction,
    { org, ruleId, streamId }: { org: string; ruleId: string; streamId: string },
  ): void {
    const mark: Mark = { v: 1, atMs: this.#parts.clock.wallMs() };
    tx.put(keyOf(org, ruleId, streamId), mark);
  }
}
