import type { Outlet } from "./outlet.ts";

/** Live blocks by name; of each name only the newest waits for a slow reader. */
export interface LiveBatch {
  blocks: ReadonlyMap<string, Buffer>;
  /** All blocks in one buffer, for readers that take everything at once. */
  whole: Buffer;
}

/** Writes live blocks to one reader, and only the newest of each name once a slow one takes them again. */
export class LiveBlocks {
  readonly #outlet: Outlet;
  readonly #write: (bytes: Buffer) => void;
  /** Waiting blocks, by name; undefined while the socket takes everything. */
  #waiting: Map<string, Buffer> | undefined;

  constructor(outlet: Outlet, write: (bytes: Buffer) => void) {
    this.#outlet = outlet;
    this.#write = write;
  }

  send({ blocks, whole }: LiveBatch): void {
    if (!this.#waiting && !this.#outlet.blocked) {
      this.#write(whole);
      return;
    }
    if (!this.#waiting) {
      this.#waiting = new Map();
      void this.#outlet.drained().then(() => this.#flush());
    }
    for (const [name, bytes] of blocks) this.#waiting.set(name, bytes);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const bytes of waiting?.values() ?? []) this.#write(bytes);
  }
}
