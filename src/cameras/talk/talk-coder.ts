import { aLawOf, muLawOf } from "./g711.ts";
import type { TalkCodec } from "./talk-port.ts";

/** Samples per second of G.711. */
export const talkRateHz = 8000;
/** 20 ms: the usual packet of G.711 (RFC 3551 table 1). */
const packetSamples = 160;
/** Taps of the low-pass filter before every second sample of 16 kHz is dropped. */
const taps = 47;
/** Its edge, as a share of the sampling rate: 3.5 of 16 kHz. */
const edge = 3500 / 16_000;

/** A sinc in a Hamming window, with a gain of 1: it passes 3 kHz and blocks 4.5 kHz. */
const lowPass = ((): Float64Array => {
  const weights = Float64Array.from({ length: taps }, (_, at) => {
    const from = at - (taps - 1) / 2;
    const sinc = from === 0 ? 2 * edge : Math.sin(2 * Math.PI * edge * from) / (Math.PI * from);
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (taps - 1)));
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
})();

/**
 * Turns speech of 16-bit samples, 8 or 16 kHz, one channel, into packets of G.711. It keeps what does not fill a packet
 * for the next call.
 */
export class TalkCoder {
  readonly #code: (sample: number) => number;
  readonly #isHalved: boolean;
  /** The last samples of 16 kHz, which the filter still needs. */
  #history = new Float64Array(taps - 1);
  /** True when the next sample of 16 kHz is one to drop. */
  #isOdd = false;
  #packet: number[] = [];

  constructor(codec: TalkCodec, rateHz: 8000 | 16_000) {
    this.#code = codec === "pcmu" ? muLawOf : aLawOf;
    this.#isHalved = rateHz === 16_000;
  }

  /** Returns the packets that `pcm` completes. It has whole samples, little-endian. */
  push(pcm: Buffer): Buffer[] {
    const packets: Buffer[] = [];
    const samples = readSamples(pcm);
    for (const sample of this.#isHalved ? this.#halve(samples) : samples) {
      this.#packet.push(this.#code(Math.round(sample)));
      if (this.#packet.length < packetSamples) continue;
      packets.push(Buffer.from(this.#packet));
      this.#packet = [];
    }
    return packets;
  }

  #halve(samples: Float64Array): number[] {
    const all = new Float64Array(this.#history.length + samples.length);
    all.set(this.#history);
    all.set(samples, this.#history.length);
    const halved: number[] = [];
    for (let at = 0; at < samples.length; at += 1) {
      if (!this.#isOdd) halved.push(clamped(filtered(all, at)));
      this.#isOdd = !this.#isOdd;
    }
    this.#history = all.slice(-this.#history.length);
    return halved;
  }
}

function filtered(samples: Float64Array, start: number): number {
  let sum = 0;
  for (let tap = 0; tap < taps; tap += 1) sum += lowPass[tap]! * samples[start + tap]!;
  return sum;
}

function clamped(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, sample));
}

function readSamples(pcm: Buffer): Float64Array {
  return Float64Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(2 * at));
}
