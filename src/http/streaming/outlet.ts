import type { ServerResponse } from "node:http";
import { BoundedQueue } from "../../base/concurrency/bounded-queue.ts";

/**
 * Writes to a long-lived answer. Passes chunks to the socket while it takes them; others wait in a
 * bounded queue, and beyond the bound `write` returns false: the caller should cut the reader. A
 * stalled reader thus costs the queue's bytes and one socket buffer, never more.
 */
export class Outlet {
  readonly #response: ServerResponse;
  readonly #queue: BoundedQueue<Uint8Array>;
  readonly #waiters = new Set<() => void>();
  #blocked = false;
  #isClosed = false;
  #cut = false;

  private constructor(response: ServerResponse, limits: { maxEntries: number; maxBytes: number }) {
    this.#response = response;
    this.#queue = new BoundedQueue({ ...limits, sizeOf: (chunk) => chunk.byteLength });
  }

  /** Follows `response` until it closes. */
  static open(response: ServerResponse, limits: { maxEntries: number; maxBytes: number }): Outlet {
    const outlet = new Outlet(response, limits);
    response.on("drain", () => outlet.#flush());
    response.on("close", () => outlet.#close());
    // A reset by the client is a regular end; "close" follows.
    response.on("error", () => undefined);
    return outlet;
  }

  /** True when the server dropped the reader because it did not take the data. */
  get wasCut(): boolean {
    return this.#cut;
  }

  /** True while the socket takes nothing. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /**
   * Bytes that wait in the process for this reader, in the queue and in the socket's own buffer.
   */
  get waitingBytes(): number {
    return this.#queue.bytes + this.#response.writableLength;
  }

  /** Returns false when the bound is reached; after the end it does nothing and returns true. */
  write(chunk: Uint8Array): boolean {
    if (this.#isClosed) return true;
    if (this.#blocked) return this.#queue.push(chunk);
    this.#blocked = !this.#response.write(chunk);
    return true;
  }

  /** Resolves when the socket takes chunks again, or the answer has ended. */
  drained(): Promise<void> {
    if (!this.#blocked || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add(resolve));
  }

  /** Ends the answer regularly after `last`; `cut` drops a reader that does not take it. */
  end(last: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#blocked) this.cut();
    else this.#response.end(last);
  }

  /** Drops the connection with its queue. */
  cut(): void {
    if (this.#isClosed) return;
    this.#cut = true;
    this.#response.destroy();
    this.#close();
  }

  #flush(): void {
    this.#blocked = false;
    while (!this.#blocked) {
      const chunk = this.#queue.shift();
      if (chunk === undefined) break;
      this.#blocked = !this.#response.write(chunk);
    }
    if (!this.#blocked) this.#wake();
  }

  #close(): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }
}
