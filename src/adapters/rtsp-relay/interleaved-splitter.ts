/** The parts of a camera's interleaved data. */
export interface SplitEvents {
  /** A whole frame of one of the two channels. */
  onTaken(channel: number, packet: Buffer): void;
  /** The first bytes, 20 at most, of a frame of another channel, when all of the frame has come. */
  onOther(channel: number, head: Buffer): void;
}

const frameHeadBytes = 4;
/** Enough of an RTP header for its time, and of a sender report for both of its times (RFC 3550 5.1, 6.4.1). */
const noteBytes = 20;

/**
 * Takes the frames of two channels out of interleaved data (RFC 2326 10.12), which comes in pieces of any length.
 * Holds one frame of them, which has at most 64 KiB.
 */
export class InterleavedSplitter {
  readonly #firstChannel: number;
  readonly #events: SplitEvents;
  #head = Buffer.alloc(0);
  #channel = 0;
  #left = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** `firstChannel`: that of the RTP packets of the track; their reports have the next. */
  constructor(firstChannel: number, events: SplitEvents) {
    this.#firstChannel = firstChannel;
    this.#events = events;
  }

  /** Returns the frames of the other channels, as they were. */
  push(bytes: Buffer): Buffer {
    const others: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      if (this.#left === 0) {
        const size = Math.min(frameHeadBytes - this.#head.length, bytes.length - at);
        this.#head = Buffer.concat([this.#head, bytes.subarray(at, at + size)]);
        at += size;
        if (this.#head.length === frameHeadBytes) this.#begin(others);
        continue;
      }
      const size = Math.min(this.#left, bytes.length - at);
      this.#take(bytes.subarray(at, at + size), others);
      at += size;
    }
    return others.length === 1 ? others[0]! : Buffer.concat(others);
  }

  get #isTaken(): boolean {
    return this.#channel === this.#firstChannel || this.#channel === this.#firstChannel + 1;
  }

  #begin(others: Buffer[]): void {
    this.#channel = this.#head[1]!;
    this.#left = this.#head.readUInt16BE(2);
    if (!this.#isTaken) others.push(this.#head);
    this.#head = Buffer.alloc(0);
    this.#held = [];
    this.#heldBytes = 0;
  }

  #take(piece: Buffer, others: Buffer[]): void {
    this.#left -= piece.length;
    if (!this.#isTaken) others.push(piece);
    if (this.#isTaken || this.#heldBytes < noteBytes) {
      const part = this.#isTaken ? piece : piece.subarray(0, noteBytes - this.#heldBytes);
      this.#held.push(part);
      this.#heldBytes += part.length;
    }
    if (this.#left > 0) return;
    const frame = Buffer.concat(this.#held);
    if (this.#isTaken) this.#events.onTaken(this.#channel, frame);
    else this.#events.onOther(this.#channel, frame);
  }
}
