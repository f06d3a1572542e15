import type { Clock, Timer } from "../../base/core/clock.ts";
import type { LiveSocket } from "../../robots/foxglove/live-port.ts";

/** Bounds of what waits for a client. */
export interface PaceLimits {
  waitingMessages: number;
  waitingBytes: number;
  socketBytes: number;
}

/** Period of looking whether a slow client has room again, in milliseconds. */
const lookMs = 50;

/** Sends to a client no faster than it reads: messages wait, and beyond the bounds the oldest are dropped. */
export class PacedSocket {
  readonly #socket: LiveSocket;
  readonly #clock: Clock;
  readonly #limits: PaceLimits;
  readonly #waiting: Uint8Array[] = [];
  readonly #onDrop: () => void;
  #bytes = 0;
  #timer: Timer | undefined;

  constructor(parts: { socket: LiveSocket; clock: Clock; limits: PaceLimits; onDrop: () => void }) {
    this.#socket = parts.socket;
    this.#clock = parts.clock;
    this.#limits = parts.limits;
    this.#onDrop = parts.onDrop;
  }

  /** Sends a message now or later, or drops older ones for it. */
  send(message: Uint8Array): void {
    const { socketBytes, waitingMessages, waitingBytes } = this.#limits;
    if (this.#waiting.length === 0 && this.#socket.bufferedAmount < socketBytes) {
      this.#socket.send(message);
      return;
    }
    this.#waiting.push(message);
    this.#bytes += message.length;
    while (this.#waiting.length > waitingMessages || this.#bytes > waitingBytes) {
      this.#bytes -= this.#waiting.shift()?.length ?? this.#bytes;
      this.#onDrop();
    }
    this.#timer ??= this.#clock.every(lookMs, () => this.#look());
  }

  /** Sends nothing that waits any more. */
  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #look(): void {
    const { socketBytes } = this.#limits;
    while (this.#waiting.length > 0 && this.#socket.bufferedAmount < socketBytes) {
      const next = this.#waiting.shift()!;
      this.#bytes -= next.length;
      this.#socket.send(next);
    }
    if (this.#waiting.length > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
