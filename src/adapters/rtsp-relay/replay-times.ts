/** Identifies the extension of replayed packets (ONVIF Streaming Specification 6.3). */
const extensionProfile = 0xabac;
const frameHeadBytes = 4;
const rtpBytes = 12;
const clockHz = 90_000;
/** Seconds from the NTP epoch to the Unix epoch (RFC 868). */
const ntpToUnixSec = 2_208_988_800;
const leadTicks = 10 * clockHz;
/** A frame of interleaved data has at most this; more that waits is no interleaved data. */
const maxWaitingBytes = 65_540 * 2;

/**
 * Gives the packets of a replay the times at which they were recorded. A camera numbers replayed packets as it likes and
 * puts the true time into a header extension. This takes the extension out and makes the RTP time of it, so that a
 * reader that knows nothing of replays gets true distances; the time of the first frame is in `firstUnixMs`. Reports
 * are left out, because they tell the time of the replay.
 */
export class ReplayTimes {
  #waiting: Buffer = Buffer.alloc(0);
  #timestamp: number | undefined;
  #firstUnixMs: number | undefined;
  #lastUnixMs = Number.NEGATIVE_INFINITY;
  #isBroken = false;

  /** Recording time of the first frame, in Unix milliseconds of the camera; undefined before it. */
  get firstUnixMs(): number | undefined {
    return this.#firstUnixMs;
  }

  /** The same of the newest frame. */
  get lastUnixMs(): number {
    return this.#lastUnixMs;
  }

  /** True for a camera that does not send the times, or no interleaved data. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns the whole packets of `bytes`, which come in pieces of any length, in order. */
  pass(bytes: Buffer): Buffer {
    let rest = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    const packets: Buffer[] = [];
    while (rest.length >= frameHeadBytes) {
      const size = frameHeadBytes + rest.readUInt16BE(2);
      if (rest.length < size) break;
      const isVideo = rest[1] === 0;
      if (isVideo) packets.push(...this.#packet(rest.subarray(frameHeadBytes, size)));
      rest = rest.subarray(size);
    }
    if (rest.length > maxWaitingBytes) this.#isBroken = true;
    this.#waiting = rest;
    return Buffer.concat(packets);
  }

  #packet(packet: Buffer): Buffer[] {
    if (packet.length < rtpBytes) return [];
    const listBytes = rtpBytes + (packet[0]! & 0x0f) * 4;
    const hasExtension = (packet[0]! & 0x10) !== 0 && packet.length >= listBytes + 4;
    const extensionBytes = hasExtension ? 4 + packet.readUInt16BE(listBytes + 2) * 4 : 0;
    if (packet.length < listBytes + extensionBytes) return [];
    const isTimed = extensionBytes >= 12 && packet.readUInt16BE(listBytes) === extensionProfile;
    if (isTimed) this.#note(packet.readUInt32BE(listBytes + 4), packet.readUInt32BE(listBytes + 8));
    // Without a time nobody can say when this was.
    if (this.#timestamp === undefined) {
      this.#isBroken = true;
      return [];
    }
    const head = Buffer.from(packet.subarray(0, listBytes));
    head[0] = head[0]! & ~0x10;
    head.writeUInt32BE(this.#timestamp, 4);
    const payload = packet.subarray(listBytes + extensionBytes);
    const frame = Buffer.from([0x24, 0, 0, 0]);
    frame.writeUInt16BE(head.length + payload.length, 2);
    return [frame, head, payload];
  }

  #note(ntpSec: number, fraction: number): void {
    const unixSec = ntpSec - ntpToUnixSec;
    const partSec = fraction / 2 ** 32;
    const unixMs = (unixSec + partSec) * 1000;
    this.#firstUnixMs ??= unixMs;
    this.#lastUnixMs = unixMs;
    // Frames of a stream with B-frames may be earlier than the first one.
    const sinceFirst = Math.round((unixMs - this.#firstUnixMs) * (clockHz / 1000)) + leadTicks;
    this.#timestamp = Math.max(0, sinceFirst) % 2 ** 32;
  }
}
