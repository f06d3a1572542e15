import type { RtpVideoFormat } from "./video-format.ts";

/** One frame of video or sound as RTP packets in decoding order, ready for any number of readers. */
export interface RtpFrame {
  /** The packets, each after its `$` header for channel 0 (RFC 2326 10.12). */
  interleaved: Buffer;
  /** Offset of each packet's `$` header in `interleaved`. */
  offsets: readonly number[];
  /** True when decoding can start here, as with each frame of sound. */
  isKey: boolean;
  /** RTP time of the frame: of video at 90 kHz, of sound at its sample rate. */
  rtpTime: number;
  /** Sequence number of the first packet. */
  firstSequence: number;
  /** Bytes of payload in all packets, for sender reports. */
  payloadBytes: number;
}

/** The numbers that a frame's packets begin with. */
export interface RtpNumbers {
  ssrc: number;
  sequence: number;
  rtpTime: number;
}

/** Payload types of the tracks, of the dynamic range (RFC 3551 6). */
export const payloadTypes = { video: 96, sound: 97 } as const;
/** Ticks of RTP time in a second (RFC 6184 8.2.1, RFC 7798 7.1). */
export const rtpRate = 90_000;
/** Payload of one packet: an Ethernet frame of 1500 bytes with headers of IPv6 and UDP, and room for tunnels. */
export const maxPayloadBytes = 1388;
const headerBytes = 12;
const prefixBytes = 4;

/** A packet's payload: bytes put before a part of a coded frame. */
export interface Payload {
  prefix: readonly number[];
  part: Buffer;
}

/** Packs the NAL units of one frame into RTP packets (RFC 6184 mode 1, RFC 7798). */
export function packFrame(
  units: readonly Buffer[],
  { codec, isKey }: { codec: RtpVideoFormat["codec"]; isKey: boolean },
  numbers: RtpNumbers,
): RtpFrame {
  const payloads = units.flatMap((unit) => split(unit, codec));
  return { ...writePackets(payloads, payloadTypes.video, numbers), isKey };
}

/** Writes one packet for each payload; the last one has the marker (RFC 3550 5.1). */
export function writePackets(
  payloads: readonly Payload[],
  payloadType: number,
  numbers: RtpNumbers,
): Omit<RtpFrame, "isKey"> {
  const payloadBytes = payloads.reduce(
    (sum, { prefix, part }) => sum + prefix.length + part.length,
    0,
  );
  const bytes = Buffer.allocUnsafe(payloadBytes + payloads.length * (prefixBytes + headerBytes));
  const offsets: number[] = [];
  let at = 0;
  for (const [index, payload] of payloads.entries()) {
    offsets.push(at);
    const sequence = (numbers.sequence + index) & 0xffff;
    const marker = index === payloads.length - 1 ? 0x80 : 0;
    const type = marker | payloadType;
    at = writePacket(bytes, at, { payload, type, numbers: { ...numbers, sequence } });
  }
  const { rtpTime, sequence: firstSequence } = numbers;
  return { interleaved: bytes, offsets, rtpTime, firstSequence, payloadBytes };
}

/** Returns a copy of the frame's packets for another channel than 0. */
export function onChannel({ interleaved, offsets }: RtpFrame, channel: number): Buffer {
  const copy = Buffer.from(interleaved);
  for (const offset of offsets) copy[offset + 1] = channel;
  return copy;
}

/** Returns the packets without their `$` headers, as views. */
export function packetsOf({ interleaved, offsets }: RtpFrame): Buffer[] {
  return offsets.map((offset, index) =>
    interleaved.subarray(offset + prefixBytes, offsets[index + 1] ?? interleaved.length),
  );
}

function writePacket(
  bytes: Buffer,
  start: number,
  packet: { payload: Payload; type: number; numbers: RtpNumbers },
): number {
  const { payload, type, numbers } = packet;
  const { prefix, part } = payload;
  bytes[start] = 0x24;
  bytes[start + 1] = 0;
  bytes.writeUInt16BE(headerBytes + prefix.length + part.length, start + 2);
  let at = start + prefixBytes;
  bytes[at] = 0x80;
  bytes[at + 1] = type;
  bytes.writeUInt16BE(numbers.sequence, at + 2);
  bytes.writeUInt32BE(numbers.rtpTime, at + 4);
  bytes.writeUInt32BE(numbers.ssrc, at + 8);
  at += headerBytes;
  for (const byte of prefix) bytes[at++] = byte;
  part.copy(bytes, at);
  return at + part.length;
}

/** A unit that fits is a packet; a larger one becomes fragmentation units (RFC 6184 5.8, RFC 7798 4.4.3). */
function split(unit: Buffer, codec: RtpVideoFormat["codec"]): Payload[] {
  if (unit.length <= maxPayloadBytes) return [{ prefix: [], part: unit }];
  const isH264 = codec === "h264";
  const skipped = isH264 ? 1 : 2;
  const indicator = isH264 ? [(unit[0]! & 0xe0) | 28] : [(unit[0]! & 0x81) | (49 << 1), unit[1]!];
  const type = isH264 ? unit[0]! & 0x1f : (unit[0]! >> 1) & 0x3f;
  const step = maxPayloadBytes - indicator.length - 1;
  const payloads: Payload[] = [];
  for (let at = skipped; at < unit.length; at += step) {
    const part = unit.subarray(at, at + step);
    const isFirst = at === skipped;
    const isEnd = at + step >= unit.length;
    const header = (isFirst ? 0x80 : 0) | (isEnd ? 0x40 : 0) | type;
    payloads.push({ prefix: [...indicator, header], part });
  }
  return payloads;
}
