import type { ServerResponse } from "node:http";
import { BoundedQueue } from "../../base/concurrency/bounded-queue.ts";

/**
 * Writes to an answer that stays open. Hands chunks to the socket only while it takes them; what
 * comes meanwhile waits in a bounded queue, and beyond the bound `write` returns false: the reader is
 * to be cut. So a reader that stalls costs the queue's bytes and one socket buffer, never more.
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
    // A reset by the client is an ordinary end; "close" follows.
    response.on("error", () => undefined);
    return outlet;
  }

  /** Whether the reader was dropped because it did not take what was sent. */
  get wasCut(): boolean {
    return this.#cut;
  }

  /** Whether the socket takes nothing at the moment. */
  get blocked(): boolean {
    return this.#blocked;
  }

  /** Bytes that wait in the process for this reader: the queue and the socket's own buffer. */
  get waitingBytes(): number {
    return this.#queue.bytes + this.#response.writableLength;
  }

  /** False when the bound is reached; true, and nothing happens, after the end. */
  write(chunk: Uint8Array): boolean {
    if (this.#isClosed) return true;
    if (this.#blocked) return this.#queue.push(chunk);
    this.#blocked = !this.#response.write(chunk);
    return true;
  }

  /** Resolves when the socket takes chunks again, or the answer is over. */
  drained(): Promise<void> {
    if (!this.#blocked || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add(resolve));
  }

  /** Ends the answer in good order after `last`; a reader that does not take it is cut by `cut`. */
  end(last: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#blocked) this.cut();
    else this.#response.end(last);
  }

  /** Drops the connection and everything that waits for it. */
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
