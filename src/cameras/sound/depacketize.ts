import type { SoundFrame, SoundOffer, SoundPacket } from "./sound-format.ts";

/** Frames of one packet, and the media time of the first. */
export interface TimedFrames {
  mediaSec: number;
  frames: SoundFrame[];
}

/** Most bytes of one AAC frame that comes in pieces: the size field has 13 bits (RFC 3640 3.3.6). */
const maxFrameBytes = 8191;

/** Takes coded frames of AAC and Opus out of RTP payloads. Malformed payloads give no frame. */
export class Depacketizer {
  readonly #offer: SoundOffer;
  readonly #frameSamples: number;
  /** The pieces of a frame that several packets carry. */
  #pieces: Buffer[] = [];
  #heldBytes = 0;

  constructor(offer: SoundOffer, frameSamples: number) {
    this.#offer = offer;
    this.#frameSamples = frameSamples;
  }

  /** Returns the frames that `packet` completes; undefined when there are none. */
  push({ mediaSec, isLast, payload }: SoundPacket): TimedFrames | undefined {
    const { aac } = this.#offer;
    if (aac === undefined) {
      const samples = opusSamples(payload);
      return samples === 0 ? undefined : { mediaSec, frames: [{ bytes: payload, samples }] };
    }
    const units = accessUnits(payload, aac);
    const [first] = units ?? [];
    if (units?.length === 1 && first && first.sizeBytes > first.bytes.length) {
      return this.#join(first.bytes, { isLast, mediaSec });
    }
    this.#reset();
    const whole = units?.filter(({ bytes, sizeBytes }) => bytes.length === sizeBytes) ?? [];
    if (whole.length === 0) return undefined;
    const frames = whole.map(({ bytes }) => ({ bytes, samples: this.#frameSamples }));
    return { mediaSec, frames };
  }

  #join(piece: Buffer, at: { isLast: boolean; mediaSec: number }): TimedFrames | undefined {
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes > maxFrameBytes) this.#reset();
    if (!at.isLast || this.#heldBytes === 0) return undefined;
    const bytes = Buffer.concat(this.#pieces);
    this.#reset();
    return { mediaSec: at.mediaSec, frames: [{ bytes, samples: this.#frameSamples }] };
  }

  #reset(): void {
    this.#pieces = [];
    this.#heldBytes = 0;
  }
}

interface AccessUnit {
  bytes: Buffer;
  /** Its announced size; more than it has here when further packets carry the rest. */
  sizeBytes: number;
}

/** Reads the AU headers section and the units after it (RFC 3640 3.2.1); undefined for other bytes. */
function accessUnits(
  payload: Buffer,
  { sizeBits, indexBits, deltaBits }: NonNullable<SoundOffer["aac"]>,
): AccessUnit[] | undefined {
  if (payload.length < 2) return undefined;
  const headerBits = payload.readUInt16BE(0);
  let at = 2 + Math.ceil(headerBits / 8);
  const units: AccessUnit[] = [];
  let bit = 0;
  while (bit + sizeBits <= headerBits && at < payload.length) {
    const sizeBytes = readBits(payload, 16 + bit, sizeBits);
    bit += sizeBits + (units.length === 0 ? indexBits : deltaBits);
    if (sizeBytes === 0) return undefined;
    units.push({ bytes: payload.subarray(at, at + sizeBytes), sizeBytes });
    at += sizeBytes;
  }
  return units;
}

function readBits(bytes: Buffer, start: number, count: number): number {
  let value = 0;
  for (let bit = start; bit < start + count; bit += 1) {
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}

/** Samples at 48 kHz of one Opus frame by the configuration number (RFC 6716 table 2). */
const opusFrameSamples: readonly number[] = [
  [480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880],
  [480, 960, 480, 960],
  [120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960],
].flat();

/** Samples at 48 kHz of an Opus packet (RFC 6716 3.1, 3.2); 0 for other bytes. */
export function opusSamples(packet: Buffer): number {
  const [head, count = 0] = packet;
  if (head === undefined) return 0;
  const frameCode = head & 3;
  const frames = frameCode === 0 ? 1 : frameCode === 3 ? count & 0x3f : 2;
  const samples = frames * opusFrameSamples[head >> 3]!;
  // At most 120 ms.
  return samples > 5760 ? 0 : samples;
}
