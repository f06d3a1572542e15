import { hash } from "node:crypto";
import type { Store } from "../../base/core/store.ts";
import type { SharedData } from "./shared-kind.ts";

/** What this box and the table last agreed on. */
export interface Agreed {
  v: 1;
  /** Revision of the record in the table. */
  revision: number;
  /** Digest of its data; null for a removed one. */
  digest: string | null;
}

const prefix = ["box", "fleet-record"] as const;

/** What this box and the table last agreed on, by record, in the store. */
export class ReplicationState {
  readonly #store: Store;
  readonly #agreed = new Map<string, Agreed>();

  constructor(store: Store) {
    this.#store = store;
  }

  load(): void {
    for (const { key, value } of this.#store.range<Agreed>({ prefix })) {
      this.#agreed.set(String(key.at(-1)), value);
    }
  }

  get(key: string): Agreed | undefined {
    return this.#agreed.get(key);
  }

  keys(): string[] {
    return [...this.#agreed.keys()];
  }

  async set(key: string, revision: number, digest: string | null): Promise<void> {
    const agreed: Agreed = { v: 1, revision, digest };
    await this.#store.transact((tx) => tx.put([...prefix, key], agreed), { essential: true });
    this.#agreed.set(key, agreed);
  }
}

/** Digest of the data, whatever the order of its fields; null for none. */
export function digestOf(data: SharedData | null | undefined): string | null {
  return data ? hash("sha256", JSON.stringify(sorted(data)), "base64url") : null;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]),
  );
}
