import { randomInt } from "node:crypto";
import { packetsOf, type RtpFrame } from "../../rtsp-server/rtp-frame.ts";

/** The numbers that one viewer's packets carry. */
export interface PeerNumbers {
  ssrc: number;
  payloadType: number;
  /** Id of the header extension for the playout delay, 1 to 14; undefined to send none. */
  playoutDelayId: number | undefined;
}

/** RTP time between frames that the viewer shall show at once: above 0, and far below the shortest frame. */
const burstStep = 10;
const headerBytes = 12;
const noExtension = Buffer.alloc(0);
/** A header extension with one element of 3 bytes (RFC 8285 4.2). */
const extensionBytes = 8;

/**
 * Numbers the packets of one viewer: frames come once from the camera, but each viewer has its own sequence, which
 * goes on when it gets the newest key frame again.
 */
export class PeerPackets {
  readonly #numbers: PeerNumbers;
  #sequence = randomInt(2 ** 16);
  #lastTime: number | undefined;
  #packets = 0;
  #payloadBytes = 0;

  constructor(numbers: PeerNumbers) {
    this.#numbers = numbers;
  }

  /** Returns what was written until now, for sender reports. */
  counts(): { packets: number; payloadBytes: number } {
    return { packets: this.#packets, payloadBytes: this.#payloadBytes };
  }

  /** Returns the packets of the newest frame, with the camera's time. */
  frame(frame: RtpFrame): Buffer[] {
    const last = this.#lastTime;
    const isLater = last === undefined || ((frame.rtpTime - last) | 0) > 0;
    return this.#write(frame, isLater ? frame.rtpTime : last + burstStep);
  }

  /**
   * Returns the packets of a GOP that lies in the past. Its times are next to each other, right before those of the
   * frames to come: a viewer shows frames at the distance of their times, so with the camera's times it would stay
   * behind by the age of the key frame.
   */
  burst(frames: readonly RtpFrame[]): Buffer[] {
    const newest = frames.at(-1);
    if (!newest) return [];
    const start = this.#lastTime ?? newest.rtpTime - frames.length * burstStep;
    return frames.flatMap((frame, at) => this.#write(frame, start + (at + 1) * burstStep));
  }

  #write(frame: RtpFrame, time: number): Buffer[] {
    const rtpTime = time >>> 0;
    this.#lastTime = rtpTime;
    const packets = packetsOf(frame);
    this.#packets += packets.length;
    this.#payloadBytes += frame.payloadBytes;
    return packets.map((packet, at) => {
      const sequence = this.#sequence;
      this.#sequence = (sequence + 1) & 0xffff;
      const numbers = { ...this.#numbers, sequence, rtpTime };
      const { playoutDelayId } = numbers;
      if (at > 0 || playoutDelayId === undefined) return renumbered(packet, numbers);
      return renumbered(packet, numbers, shownAtOnce(playoutDelayId));
    });
  }
}

/** Returns a copy of a packet with other numbers, and with a header extension after its header. */
export function renumbered(
  packet: Buffer,
  numbers: { ssrc: number; payloadType: number; sequence: number; rtpTime: number },
  extension: Buffer = noExtension,
): Buffer {
  const bytes = Buffer.allocUnsafe(packet.length + extension.length);
  packet.copy(bytes, 0, 0, headerBytes);
  extension.copy(bytes, headerBytes);
  packet.copy(bytes, headerBytes + extension.length, headerBytes);
  if (extension.length > 0) bytes[0]! |= 0x10;
  bytes[1] = (packet[1]! & 0x80) | numbers.payloadType;
  bytes.writeUInt16BE(numbers.sequence, 2);
  bytes.writeUInt32BE(numbers.rtpTime, 4);
  bytes.writeUInt32BE(numbers.ssrc, 8);
  return bytes;
}

/** The header extension for the playout delay. */
function shownAtOnce(id: number): Buffer {
  const bytes = Buffer.alloc(extensionBytes);
  bytes.writeUInt32BE(0xbede0001, 0);
  // Least and greatest delay in 12 bits each: both 0.
  bytes.writeUInt32BE((((id << 4) | 2) << 24) >>> 0, 4);
  return bytes;
}
