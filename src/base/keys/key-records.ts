import type { Store, StoreKey, StoreReader, StoreTransaction } from "../core/store.ts";
import type { ApiKey } from "./api-key.ts";

/** Records held in memory; further keys are read from the store in turn. */
const maxHeld = 1000;

const recordKey = (org: string, id: string): StoreKey => [org, "key", id];
const ownerKey = (id: string): StoreKey => ["box", "key-org", id];

/**
 * The stored keys of the box, with recently used ones in memory, because every request reads one.
 * Memory follows each durable change before its answer, so all changes must go through the one
 * instance that reads. At most 1000 are held; the oldest are dropped first.
 */
export class KeyRecords {
  readonly #store: Store;
  readonly #held = new Map<string, ApiKey>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the key with this id in any organisation. */
  get(id: string): ApiKey | undefined {
    const held = this.#held.get(id);
    if (held) return held;
    const key = this.read(id, this.#store);
    if (key) this.#hold(key);
    return key;
  }

  /** As `get`, read through `reader`. */
  read(id: string, reader: StoreReader): ApiKey | undefined {
    const org = reader.get<string>(ownerKey(id));
    return org === undefined ? undefined : reader.get<ApiKey>(recordKey(org, id));
  }

  /** Returns the keys of one organisation, with revoked and expired ones. */
  ofOrg(org: string, reader: StoreReader = this.#store): ApiKey[] {
    return reader.range<ApiKey>({ prefix: [org, "key"] }).map(({ value }) => value);
  }

  /** True when the box has never had a key. */
  isEmpty(): boolean {
    return this.#store.range({ prefix: ["box", "key-org"], limit: 1 }).length === 0;
  }

  add(tx: StoreTransaction, key: ApiKey): void {
    tx.put(ownerKey(key.id), key.org);
    this.replace(tx, key);
  }

  replace(tx: StoreTransaction, key: ApiKey): void {
    tx.put(recordKey(key.org, key.id), key);
    tx.afterCommit(() => this.#hold(key));
  }

  remove(tx: StoreTransaction, { org, id }: ApiKey): void {
    tx.remove(recordKey(org, id));
    tx.remove(ownerKey(id));
    tx.afterCommit(() => void this.#held.delete(id));
  }

  #hold(key: ApiKey): void {
    this.#held.delete(key.id);
    this.#held.set(key.id, key);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxHeld) return;
      this.#held.delete(oldest);
    }
  }
}
