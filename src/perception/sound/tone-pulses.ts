import type { TonePulse } from "./alarm-pattern.ts";

/** A tone stands out when it is this much above its usual level, in dB. */
const aboveUsualDb = 8;
/** It stands out of the frequencies beside it by this much, in dB: a clap or a hiss does not. */
const aboveNeighboursDb = 8;
/** It is over when it is this much below its newest peak, in dB: an echo fades so much in a pause. */
const belowPeakDb = 9;
/** The peak fades by this much per step of 10 ms, in dB. */
const peakFadeDb = 0.1;
/** The usual level of a frequency is exceeded for this share of the time, and moves by this much per step, in dB. */
const exceededShare = 0.7;
const usualStepDb = 0.2;
/** Neighbours are this many bins away. */
const nearest = 3;
const furthest = 9;
/** Steps of which the majority decides, so that a gap or a click of 20 ms changes nothing. */
const votes = 5;
/** Pulses to keep: two groups of the longest pattern, and as many other sounds as fit between them. */
const mostPulses = 40;

/** The pulses of one frequency: when a tone was there. */
export class TonePulses {
  readonly #bin: number;
  #usualDb: number | undefined;
  #peakDb = Number.NEGATIVE_INFINITY;
  #recent = 0;
  #startMs: number | undefined;
  #levelSum = 0;
  #levels = 0;
  readonly pulses: TonePulse[] = [];

  /** `bin`: that of the spectrum. */
  constructor(bin: number) {
    this.#bin = bin;
  }

  /**
   * Takes the next spectrum, in dB, with the sums of all bins below each; true when a pulse has just ended.
   */
  step(db: Float64Array, sums: Float64Array, atMs: number): boolean {
    const bin = this.#bin;
    const toneDb = Math.max(db[bin - 1]!, db[bin]!, db[bin + 1]!);
    this.#usualDb ??= toneDb;
    const usualDb = this.#usualDb;
    this.#usualDb +=
      toneDb > usualDb ? usualStepDb * (1 - exceededShare) : -usualStepDb * exceededShare;
    this.#peakDb = Math.max(toneDb, this.#peakDb - peakFadeDb);
    const isOn =
      toneDb >= usualDb + aboveUsualDb &&
      toneDb >= this.#peakDb - belowPeakDb &&
      toneDb >= neighboursDb(sums, bin) + aboveNeighboursDb;
    this.#recent = ((this.#recent << 1) | (isOn ? 1 : 0)) & ((1 << votes) - 1);
    return this.#note(countOf(this.#recent) * 2 > votes, toneDb, atMs);
  }

  #note(isOn: boolean, toneDb: number, atMs: number): boolean {
    if (isOn) {
      if (this.#startMs === undefined) {
        this.#startMs = atMs;
        this.#levelSum = 0;
        this.#levels = 0;
      }
      this.#levelSum += toneDb;
      this.#levels += 1;
      return false;
    }
    if (this.#startMs === undefined) return false;
    const levelDb = this.#levelSum / this.#levels;
    this.pulses.push({ startMs: this.#startMs, endMs: atMs, levelDb });
    if (this.pulses.length > mostPulses) this.pulses.shift();
    this.#startMs = undefined;
    return true;
  }
}

/** The mean level of the bins on both sides. */
function neighboursDb(sums: Float64Array, bin: number): number {
  const below = sums[bin - nearest + 1]! - sums[Math.max(0, bin - furthest)]!;
  const above = sums[bin + furthest + 1]! - sums[bin + nearest]!;
  const count = bin - nearest + 1 - Math.max(0, bin - furthest) + (furthest + 1 - nearest);
  return (below + above) / count;
}

function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left >>= 1) count += left & 1;
  return count;
}
