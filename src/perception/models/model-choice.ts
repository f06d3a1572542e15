import type { Store, StoreKey } from "../../base/core/store.ts";

const key: StoreKey = ["box", "model_choice"];

interface ChoiceRecord {
  v: 1;
  name: string;
}

/** The model of streams that name none: the one chosen on the box, else the configuration's. */
export class ModelChoice {
  readonly #store: Store;
  readonly #configured: () => string;

  constructor(parts: { store: Store; configured: () => string }) {
    this.#store = parts.store;
    this.#configured = parts.configured;
  }

  /** A model's name, `auto` or `motion`. */
  current(): string {
    return this.chosen() ?? this.#configured();
  }

  /** The choice of `models use`; undefined when the configuration decides. */
  chosen(): string | undefined {
    return this.#store.get<ChoiceRecord>(key)?.name;
  }

  /** Stores the choice; null leaves it to the configuration again. Rejects like `Store.transact`. */
  async choose(name: string | null): Promise<void> {
    await this.#store.transact((tx) => {
      if (name === null) tx.remove(key);
      else tx.put(key, { v: 1, name } satisfies ChoiceRecord);
    });
  }
}
