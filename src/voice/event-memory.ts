import { createHash } from "node:crypto";
import { voiceLimits } from "./wire/voice.ts";
import type { Store, StoreKey, StoreTransaction } from "../base/core/store.ts";

/** An event of a provider. */
interface ReceivedEvent {
  provider: string;
  id: string;
  nowMs: number;
}

const seenKey = (hash: string): StoreKey => ["box", "voice-event", hash];
const ageKey = (atMs: number, hash: string): StoreKey => ["box", "voice-event-age", atMs, hash];
/** Two keys each. */
const batch = 40;

/** Remembers for 72 h which events were received, so that a replay does nothing. */
export class EventMemory {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether the event has not been here; from this transaction on it has. */
  isNew(tx: StoreTransaction, { provider, id, nowMs }: ReceivedEvent): boolean {
    const hash = createHash("sha256").update(`${provider}\0${id}`).digest("base64url");
    if (tx.get(seenKey(hash)) !== undefined) return false;
    tx.put(seenKey(hash), nowMs);
    tx.put(ageKey(nowMs, hash), 1);
    return true;
  }

  /** Forgets what is too old to be accepted anyway. */
  async forget(nowMs: number): Promise<void> {
    for (;;) {
      const prefix: StoreKey = ["box", "voice-event-age"];
      const before: StoreKey = [...prefix, nowMs - voiceLimits.eventMs];
      const old = this.#store.range({ prefix, before, limit: batch });
      if (old.length === 0) return;
      await this.#store.transact(
        (tx) => {
          for (const { key } of old) {
            tx.remove(seenKey(key.at(-1) as string));
            tx.remove(key);
          }
        },
        { essential: true },
      );
    }
  }
}
