/** A sender's figures at one moment (RFC 3550 6.4.1). */
export interface SenderFigures {
  ssrc: number;
  /** Unix milliseconds of the moment that `rtpTime` names. */
  wallMs: number;
  rtpTime: number;
  packets: number;
  payloadBytes: number;
}

/** Seconds from 1900, where NTP time begins, to 1970. */
const ntpOffsetSec = 2_208_988_800;

/** Returns a sender report with the source's name: which wall time belongs to which RTP time. */
export function senderReport(figures: SenderFigures): Buffer {
  const { ssrc, wallMs, rtpTime, packets, payloadBytes } = figures;
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  const wholeSec = Math.floor(wallMs / 1000);
  report.writeUInt32BE((wholeSec + ntpOffsetSec) % 2 ** 32, 8);
  report.writeUInt32BE(Math.floor(((wallMs - wholeSec * 1000) / 1000) * 2 ** 32), 12);
  report.writeUInt32BE(rtpTime, 16);
  report.writeUInt32BE(packets >>> 0, 20);
  report.writeUInt32BE(payloadBytes >>> 0, 24);
  return Buffer.concat([report, sourceDescription(ssrc)]);
}

/** Returns a BYE: the source sends no more (RFC 3550 6.6). */
export function goodbye(ssrc: number): Buffer {
  const bye = Buffer.alloc(8);
  bye[0] = 0x81;
  bye[1] = 203;
  bye.writeUInt16BE(1, 2);
  bye.writeUInt32BE(ssrc, 4);
  return bye;
}

/** CNAME is the one item that every report must have (RFC 3550 6.5.1). */
function sourceDescription(ssrc: number): Buffer {
  const name = Buffer.from("gatehouse", "ascii");
  const size = Math.ceil((4 + 4 + 2 + name.length + 1) / 4) * 4;
  const bytes = Buffer.alloc(size);
  bytes[0] = 0x81;
  bytes[1] = 202;
  bytes.writeUInt16BE(size / 4 - 1, 2);
  bytes.writeUInt32BE(ssrc, 4);
  bytes[8] = 1;
  bytes[9] = name.length;
  name.copy(bytes, 10);
  return bytes;
}
