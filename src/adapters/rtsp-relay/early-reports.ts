/** `$`, the channel, the length, and the two bytes that say whether it is RTCP. */
const headBytes = 6;
/** Packet types of RTCP (RFC 3550 12.1); no RTP packet has them in this place (RFC 5761 4). */
const firstRtcp = 200;
const lastRtcp = 204;

/**
 * Takes RTCP out of a camera's interleaved data until its first RTP packet. ffmpeg counts from the time of the
 * first packet of either kind: after a report that is newer than the first frames, their times would be negative,
 * and it would replace them by times one tick apart.
 */
export class EarlyReports {
  #head: number[] = [];
  #skip = 0;
  #hasMedia = false;

  /** Returns what the reader may have of the next bytes: pieces of any length, in order. */
  pass(bytes: Buffer): Buffer {
    if (this.#hasMedia) return bytes;
    for (let at = 0; at < bytes.length;) {
      if (this.#skip > 0) {
        const size = Math.min(this.#skip, bytes.length - at);
        this.#skip -= size;
        at += size;
        continue;
      }
      this.#head.push(bytes[at]!);
      at += 1;
      if (this.#head.length < headBytes) continue;
      const head = Buffer.from(this.#head);
      this.#head = [];
      const size = head.readUInt16BE(2);
      if (size < 2 || head[5]! < firstRtcp || head[5]! > lastRtcp) {
        this.#hasMedia = true;
        return Buffer.concat([head, bytes.subarray(at)]);
      }
      this.#skip = size - 2;
    }
    return Buffer.alloc(0);
  }
}
