import type { Clock, Timer } from "../../base/core/clock.ts";

/** At most this much at once: a burst of a whole GOP would overflow the reader's socket buffer (208 kB on Linux). */
const stepBytes = 32 * 1024;
const stepMs = 5;

/** Sends packets in order, a burst of them in steps. Its user bounds what waits by `waitingBytes`. */
export class PacketPacer {
  readonly #clock: Clock;
  readonly #send: (packet: Buffer) => void;
  #queue: Buffer[] = [];
  #waitingBytes = 0;
  #timer: Timer | undefined;

  /** `send` must not throw. */
  constructor(clock: Clock, send: (packet: Buffer) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Sends the packets at once if none is waiting, up to a step's bytes. */
  push(packets: readonly Buffer[]): void {
    for (const packet of packets) {
      this.#queue.push(packet);
      this.#waitingBytes += packet.length;
    }
    if (!this.#timer) this.#sendStep();
  }

  /** Drops what waits. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#queue = [];
    this.#waitingBytes = 0;
  }

  #sendStep(): void {
    this.#timer = undefined;
    let left = stepBytes;
    let sent = 0;
    while (left > 0 && sent < this.#queue.length) {
      const packet = this.#queue[sent++]!;
      left -= packet.length;
      this.#waitingBytes -= packet.length;
      this.#send(packet);
    }
    this.#queue.splice(0, sent);
    if (this.#queue.length > 0) this.#timer = this.#clock.after(stepMs, () => this.#sendStep());
  }
}
