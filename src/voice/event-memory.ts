import { createHash } from "node:crypto";
import { voiceLimits } from "./voice-terms.ts";
import type { Store, StoreKey, StoreTransaction } from "../base/core/store.ts";

/** An event of a provider. */
interface ReceivedEvent {
  provider: string;
  id: string;
  nowMs: number;
}

const seenKey = (hash: string): StoreKey => ["box", "voice-event", hash];
const ageKey = (atMs: number, hash: string): StoreKey => ["box", "voice-event-age", atMs, hash];
/** Each event needs two keys. */
const batch = 40;

/** Remembers received events for 72 h, so that a replay does nothing. */
export class EventMemory {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns true for a new event, and remembers it in this transaction. */
  isNew(tx: StoreTransaction, { provider, id, nowMs }: ReceivedEvent): boolean {
    const hash = createHash("sha256").update(`${provider}\0${id}`).digest("base64url");
    if (tx.get(seenKey(hash)) !== undefined) return false;
    tx.put(seenKey(hash), nowMs);
    tx.put(ageKey(nowMs, hash), 1);
    return true;
  }

  /** Forgets events that are too old to be accepted. */
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
