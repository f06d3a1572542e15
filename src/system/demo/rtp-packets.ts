/** Largest RTP payload in bytes: fits an Ethernet frame (RFC 6184 5.1 leaves it to the sender). */
const payloadMax = 1400;

const headerBytes = 12;
const payloadType = 96;

/** The numbers of the next packet of one RTP stream (RFC 3550 5.1). */
export interface RtpState {
  /** 16 bits; wraps. */
  sequence: number;
  ssrc: number;
  /** Random start of the stream's timestamps, 32 bits. */
  offset: number;
}

function header(state: RtpState, timestamp: number, marker: boolean): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes[0] = 0x80;
  bytes[1] = payloadType | (marker ? 0x80 : 0);
  bytes.writeUInt16BE(state.sequence, 2);
  bytes.writeUInt32BE(timestamp, 4);
  bytes.writeUInt32BE(state.ssrc, 8);
  state.sequence = (state.sequence + 1) & 0xffff;
  return bytes;
}

/**
 * Returns the payloads that carry one NAL unit: itself, or fragments of type FU-A (RFC 6184 5.8).
 */
function payloadsOf(unit: Buffer): Buffer[] {
  if (unit.length <= payloadMax) return [unit];
  const payloads: Buffer[] = [];
  const room = payloadMax - 2;
  for (let at = 1; at < unit.length; at += room) {
    const start = at === 1 ? 0x80 : 0;
    const end = at + room >= unit.length ? 0x40 : 0;
    const indicator = (unit[0]! & 0xe0) | 28;
    const head = Buffer.of(indicator, start | end | (unit[0]! & 31));
    payloads.push(Buffer.concat([head, unit.subarray(at, at + room)]));
  }
  return payloads;
}

/**
 * Returns the RTP packets of one access unit, each framed for the RTSP connection with `$`,
 * `channel` and its length (RFC 2326 10.12), in one buffer. `ticks` are of 90 kHz; they may exceed
 * 2³².
 */
export function interleaved(
  units: readonly Buffer[],
  ticks: number,
  to: { state: RtpState; channel: number },
): Buffer {
  const payloads = units.flatMap(payloadsOf);
  const timestamp = (ticks + to.state.offset) % 2 ** 32;
  const parts: Buffer[] = [];
  payloads.forEach((payload, index) => {
    const frame = Buffer.of(0x24, to.channel, 0, 0);
    frame.writeUInt16BE(headerBytes + payload.length, 2);
    const isLast = index === payloads.length - 1;
    parts.push(frame, header(to.state, timestamp, isLast), payload);
  });
  return Buffer.concat(parts);
}
