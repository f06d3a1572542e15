/**
 * A first-in first-out queue with a hard limit on entries and bytes. `push` refuses and counts
 * entries beyond a limit; the caller decides whether to drop the entry or the consumer.
 */
export class BoundedQueue<T> {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #sizeOf: (entry: T) => number;
  #entries: T[] = [];
  #bytes = 0;
  #refused = 0;

  constructor(limits: { maxEntries: number; maxBytes: number; sizeOf: (entry: T) => number }) {
    this.#maxEntries = limits.maxEntries;
    this.#maxBytes = limits.maxBytes;
    this.#sizeOf = limits.sizeOf;
  }

  get length(): number {
    return this.#entries.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Number of refused pushes. */
  get refused(): number {
    return this.#refused;
  }

  /** Appends `entry`; returns false and keeps nothing when it would exceed a limit. */
  push(entry: T): boolean {
    const size = this.#sizeOf(entry);
    if (this.#entries.length >= this.#maxEntries || this.#bytes + size > this.#maxBytes) {
      this.#refused += 1;
      return false;
    }
    this.#entries.push(entry);
    this.#bytes += size;
    return true;
  }

  shift(): T | undefined {
    const entry = this.#entries.shift();
    if (entry !== undefined) this.#bytes -= this.#sizeOf(entry);
    return entry;
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }
}
