import type { OwnSound } from "../../base/core/own-video.ts";
import {
  maxPayloadBytes,
  type Payload,
  payloadTypes,
  type RtpFrame,
  type RtpNumbers,
  writePackets,
} from "./rtp-frame.ts";

/** One AU header of 16 bits: 13 bits of the frame's size, 3 bits of index (RFC 3640 3.3.6). */
const auHeaderBits = 16;
const auPrefixBytes = 4;
/** Samples that an encoder of Opus counts in a second, whatever it codes (RFC 7587 4.1). */
const opusRate = 48_000;

/** Ticks of RTP time in a second: for AAC its sample rate (RFC 3640 4.1). */
export function soundRate({ codec, rateHz }: Pick<OwnSound, "codec" | "rateHz">): number {
  return codec === "opus" ? opusRate : rateHz;
}

/** Packs one coded frame of sound: an Opus packet as it is (RFC 7587 4.2), AAC after an AU header (RFC 3640 3.3.6). */
export function packSound(bytes: Buffer, codec: OwnSound["codec"], numbers: RtpNumbers): RtpFrame {
  const payloads = codec === "opus" ? [{ prefix: [], part: bytes }] : aacPayloads(bytes);
  const frame = writePackets(payloads, payloadTypes.sound, numbers);
  // In Opus the marker means the first sound after a pause (RFC 3551 4.1), and here there is none.
  if (codec === "opus") frame.interleaved[frame.offsets[0]! + 5]! &= 0x7f;
  return { ...frame, isKey: true };
}

/** Each part of a frame that needs several packets repeats the size of the whole frame (RFC 3640 3.2.3.1). */
function aacPayloads(bytes: Buffer): Payload[] {
  const size = bytes.length << 3;
  const prefix = [0, auHeaderBits, (size >> 8) & 0xff, size & 0xff];
  const step = maxPayloadBytes - auPrefixBytes;
  const payloads: Payload[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    payloads.push({ prefix, part: bytes.subarray(at, at + step) });
  }
  return payloads;
}
