import type {
  RangeOptions,
  Store,
  StoreKey,
  StoreTransaction,
  TransactOptions,
} from "../../../src/base/core/store.ts";

interface Entry {
  key: StoreKey;
  value: unknown;
}

/** Whether a key begins with these parts. */
const begins = (key: StoreKey, prefix: StoreKey): boolean =>
  prefix.every((part, at) => key[at] === part);

/** Numbers before strings, shorter keys first. */
function compare(a: StoreKey, b: StoreKey): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one, other] = [a[at]!, b[at]!];
    if (one === other) continue;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * A store in memory for benches that play a hundred thousand short lives of one robot: what is written is
 * kept in one list, and nothing is ever durable. Tests of what is stored use the real one.
 */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>();

  get<T>(key: StoreKey): T | undefined {
    return this.#entries.get(JSON.stringify(key))?.value as T | undefined;
  }

  range<T>({ prefix, after, before, reverse = false, limit = Infinity }: RangeOptions) {
    const found = [...this.#entries.values()]
      .filter(({ key }) => begins(key, prefix))
      .filter(({ key }) => !after || compare(key, after) > 0)
      .filter(({ key }) => !before || compare(key, before) < 0)
      .toSorted((a, b) => compare(a.key, b.key));
    return (reverse ? found.toReversed() : found).slice(0, limit) as { key: StoreKey; value: T }[];
  }

  count(prefix: StoreKey): number {
    return this.range({ prefix }).length;
  }

  async transact<R>(work: (tx: StoreTransaction) => R, _options?: TransactOptions): Promise<R> {
    const done: (() => void)[] = [];
    const before = new Map<string, Entry | undefined>();
    const change = (key: StoreKey, entry: Entry | undefined): void => {
      const name = JSON.stringify(key);
      if (!before.has(name)) before.set(name, this.#entries.get(name));
      this.#set(name, entry);
    };
    try {
      const result = work({
        get: (key) => this.get(key),
        range: (options) => this.range(options),
        count: (prefix) => this.count(prefix),
        put: (key, value) => change(key, { key, value: structuredClone(value) }),
        remove: (key) => change(key, undefined),
        afterCommit: (run) => void done.push(run),
      });
      for (const run of done) run();
      return result;
    } catch (error) {
      for (const [name, entry] of before) this.#set(name, entry);
      throw error;
    }
  }

  #set(name: string, entry: Entry | undefined): void {
    if (entry) this.#entries.set(name, entry);
    else this.#entries.delete(name);
  }

  isFull(): boolean {
    return false;
  }
}
