import type { RtspMessage } from "./rtsp-message.ts";

/** The parts that a framer cuts out of one direction of an RTSP connection, in order. */
export interface RtspFramerEvents {
  onMessage(message: RtspMessage): void;
  /** Part of the interleaved data: any number of whole frames, or pieces of one. */
  onData(bytes: Buffer): void;
  /** The peer does not speak RTSP or exceeds a limit; the framer ignores everything after it. */
  onGarbage(): void;
}

/** Bounds of one message. */
const maxHeadBytes = 16 * 1024;
const maxBodyBytes = 256 * 1024;
const dollar = 0x24;

/**
 * Splits RTSP messages from `$` interleaved frames (RFC 2326 10.12). Frames are passed on as they
 * come, in runs as long as the chunk allows; only a message, or the four bytes that begin a frame,
 * is ever held back, so memory is bounded by the limits above.
 */
export class RtspFramer {
  readonly #events: RtspFramerEvents;
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of the current interleaved frame that have not come yet. */
  #frameLeft = 0;
  #isClosed = false;

  constructor(events: RtspFramerEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    if (this.#isClosed) return;
    let at = 0;
    if (this.#held.length > 0) {
      chunk = Buffer.concat([this.#held, chunk]);
      this.#held = Buffer.alloc(0);
    }
    while (at < chunk.length && !this.#isClosed) {
      const end = this.#endOfData(chunk, at);
      if (end > at) {
        this.#events.onData(chunk.subarray(at, end));
        at = end;
        continue;
      }
      const used = chunk[at] === dollar ? 0 : this.#readMessage(chunk.subarray(at));
      if (used === 0) break;
      at += used;
    }
    if (at < chunk.length && !this.#isClosed) this.#held = Buffer.from(chunk.subarray(at));
  }

  /** Returns the end, in this chunk, of the run of interleaved bytes that starts at `start`. */
  #endOfData(chunk: Buffer, start: number): number {
    let at = start;
    for (;;) {
      const step = Math.min(this.#frameLeft, chunk.length - at);
      at += step;
      this.#frameLeft -= step;
      if (chunk.length - at < 4 || chunk[at] !== dollar) return at;
      this.#frameLeft = 4 + chunk.readUInt16BE(at + 2);
    }
  }

  /** Reads one message at the start of `bytes`; returns its length, or 0 while it is incomplete. */
  #readMessage(bytes: Buffer): number {
    // Some peers send empty lines between messages (RFC 2326 4.1 asks to be lenient).
    if (bytes[0] === 0x0d || bytes[0] === 0x0a) return 1;
    const headEnd = bytes.subarray(0, maxHeadBytes + 4).indexOf("\r\n\r\n");
    if (headEnd === -1) {
      if (bytes.length > maxHeadBytes || !looksLikeText(bytes)) this.#garbage();
      return 0;
    }
    const [startLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
    const fields = lines.map(splitHeader);
    const lengthText = fields.find(([name]) => name === "content-length")?.[1] ?? "0";
    const length = /^\d{1,9}$/.test(lengthText) ? Number(lengthText) : Infinity;
    if (length > maxBodyBytes || !/RTSP\/\d\.\d/.test(startLine)) {
      this.#garbage();
      return 0;
    }
    const end = headEnd + 4 + length;
    if (bytes.length < end) return 0;
    const body = Buffer.from(bytes.subarray(headEnd + 4, end));
    this.#events.onMessage({ startLine, headers: fields, body });
    return end;
  }

  #garbage(): void {
    this.#isClosed = true;
    this.#events.onGarbage();
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line.trim().toLowerCase(), ""];
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function looksLikeText(bytes: Buffer): boolean {
  return bytes
    .subarray(0, 64)
    .every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 13 || byte === 10 || byte === 9);
}
