import { once } from "node:events";
import type { Socket } from "node:net";
import { fail } from "../../base/contract/fail.ts";
import { maxLineBytes } from "./protocol.ts";

/**
 * Sends a long answer over the socket: blocks follow the JSON line, each a length of four bytes
 * (big endian) and its bytes; a length of 0 confirms the end.
 */
export async function sendStreamed(socket: Socket, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (socket.destroyed) return;
    if (chunk.length === 0) continue;
    socket.write(lengthOf(chunk.length));
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
  socket.end(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}

/** Reads a JSON line and the blocks that follow it. */
export class StreamedReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** Returns the line; undefined when the peer ends before it is complete. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0) {
        const line = this.#held.toString("utf8", 0, end);
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (this.#held.length > maxLineBytes || !(await this.#more())) return undefined;
    }
  }

  /** Yields the blocks in order; rejects with `child_failed` when the answer was cut. */
  async *blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = (await this.#take(4)).readUInt32BE(0);
      if (length === 0) return;
      yield await this.#take(length);
    }
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#held];
    let have = this.#held.length;
    while (have < length) {
      this.#held = Buffer.alloc(0);
      if (!(await this.#more()))
        throw fail("child_failed", "appliance: broke off its answer. Try again");
      parts.push(this.#held);
      have += this.#held.length;
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#held = bytes.subarray(length);
    return bytes.subarray(0, length);
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch(() => ({ done: true }) as const);
    if (next.done) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }
}
