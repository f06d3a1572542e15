import type { TrackReport } from "./track-clock.ts";

/** Fixed header of RTP (RFC 3550 5.1), and a sender report up to its RTP time (6.4.1). */
export const rtpHeadBytes = 12;
const reportBytes = 20;
const senderReport = 200;

/** Reads a sender report; undefined for other packets. */
export function senderReportOf(packet: Buffer): TrackReport | undefined {
  if (packet.length < reportBytes || packet[1] !== senderReport) return undefined;
  const ntpSec = packet.readUInt32BE(8) + packet.readUInt32BE(12) / 2 ** 32;
  return { ntpSec, rtpTime: packet.readUInt32BE(16) };
}

/** Returns the RTP time of an RTP packet that `payloadOf` accepts. */
export function rtpTimeOf(packet: Buffer): number {
  return packet.readUInt32BE(4);
}

/** True where the packet's marker is set. */
export function isMarked(packet: Buffer): boolean {
  return (packet[1]! & 0x80) !== 0;
}

/** The payload without contributing sources, header extension and padding; undefined for other bytes. */
export function payloadOf(packet: Buffer): Buffer | undefined {
  if (packet.length < rtpHeadBytes || packet[0]! >> 6 !== 2) return undefined;
  let start = rtpHeadBytes + 4 * (packet[0]! & 0x0f);
  if (packet[0]! & 0x10) {
    if (packet.length < start + 4) return undefined;
    start += 4 + 4 * packet.readUInt16BE(start + 2);
  }
  const padding = packet[0]! & 0x20 ? packet.at(-1)! : 0;
  const end = packet.length - padding;
  return end > start ? packet.subarray(start, end) : undefined;
}
