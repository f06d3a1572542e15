/** The newest entries in the order of their coming; beyond a bound in number or in bytes the oldest go. */
export class BoundedTrace<T extends { atMs: number }> {
  readonly #bound: { items: number; bytes: number };
  #entries: { entry: T; bytes: number }[] = [];
  #bytes = 0;
  /** Time of the newest entry that went beyond the bound; null while all are there. */
  #lostMs: number | null = null;

  constructor(bound: { items: number; bytes: number }) {
    this.#bound = bound;
  }

  /** Adds an entry with its size in bytes. */
  add(entry: T, bytes: number): void {
    this.#entries.push({ entry, bytes });
    this.#bytes += bytes;
    const { items, bytes: most } = this.#bound;
    if (this.#entries.length <= items && this.#bytes <= most) return;
    // A tenth at a time: to take away one by one would move all the others each time.
    for (const gone of this.#entries.splice(0, Math.ceil(this.#entries.length / 10))) {
      this.#bytes -= gone.bytes;
      this.#lostMs = Math.max(this.#lostMs ?? 0, gone.entry.atMs);
    }
  }

  /** Time of the newest entry that went beyond the bound, in Unix milliseconds; null while none has. */
  get lostMs(): number | null {
    return this.#lostMs;
  }

  /** The entries since a time, oldest first. */
  since(sinceMs: number): T[] {
    return this.#entries.filter(({ entry }) => entry.atMs >= sinceMs).map(({ entry }) => entry);
  }
}
