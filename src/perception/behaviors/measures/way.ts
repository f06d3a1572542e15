import type { PointNorm } from "../../../base/contract/geometry.ts";

/** The window for speed, longer than any jitter of a box. */
const windowSec = 1;
/** A speed needs at least this share of the window and this many frames. */
const minWindowSec = 0.5;
const minSamples = 3;
/** Positions kept of one track; at 30 frames a second older ones are thinned out. */
const maxSamples = 16;
/** Points that lie further off a steady pace than this share of the way mean that the box jumped. */
const maxUnsteady = 0.12;

interface Sample {
  tSec: number;
  at: PointNorm;
}

/** A gap longer than this allows any pace: earlier positions do not count. */
const maxGapSec = 0.6;
/** A steady pace: units of the given points per second. */
export interface Pace {
  perSec: number;
  /** Start of the pace's window. */
  fromSec: number;
  /** The best split of the window into two paces; null for a window without an inner position. */
  bend: { atSec: number; beforePerSec: number; afterPerSec: number } | null;
}

/** The speed of one thing, from a straight line through its positions in the newest second. */
export class Way {
  #samples: Sample[] = [];

  /** Notes a position, in any unit; returns the pace, or null while it is unknown. */
  go(tSec: number, at: PointNorm): Pace | null {
    this.#samples = this.#samples.filter((sample) => tSec - sample.tSec <= windowSec + 1e-6);
    const newest = this.#samples.at(-1);
    if (newest && tSec - newest.tSec > maxGapSec) this.#samples = [];
    if (!newest || tSec - newest.tSec >= windowSec / maxSamples) this.#samples.push({ tSec, at });
    const from = this.#samples[0]!;
    if (this.#samples.length < minSamples || tSec - from.tSec < minWindowSec - 1e-6) return null;
    const perSec = steadyPace(this.#samples);
    return perSec === null ? null : { perSec, fromSec: from.tSec, bend: bendOf(this.#samples) };
  }
}

/** Finds where two straight ways, from the first position and to the newest, fit all of them best. */
function bendOf(samples: readonly Sample[]): Pace["bend"] {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  let best: { index: number; off: number } | undefined;
  for (let index = 1; index < samples.length - 1; index += 1) {
    const middle = samples[index]!;
    const off = samples.reduce(
      (sum, sample, i) =>
        sum + (i < index ? offWay(sample, first, middle) : offWay(sample, middle, last)),
      0,
    );
    if (!best || off < best.off) best = { index, off };
  }
  if (!best) return null;
  const middle = samples[best.index]!;
  const beforePerSec = paceOf(first, middle);
  const afterPerSec = paceOf(middle, last);
  const atSec = best.index > 1 ? quickenedSec(samples, best.index) : middle.tSec;
  return { atSec, beforePerSec, afterPerSec };
}

/** Returns when, on the way to position `index`, the pace before it became the pace after it. */
function quickenedSec(samples: readonly Sample[], index: number): number {
  const [slow, fast] = [samples[index - 1]!, samples[index]!];
  const [slowly, quickly] = [paceOf(samples[0]!, slow), paceOf(fast, samples.at(-1)!)];
  if (quickly <= slowly) return fast.tSec;
  const share = (paceOf(slow, fast) - slowly) / (quickly - slowly);
  return fast.tSec - Math.min(1, Math.max(0, share)) * (fast.tSec - slow.tSec);
}

/** Squared distance of a position from the straight way between two others. */
function offWay({ tSec, at }: Sample, from: Sample, to: Sample): number {
  const share = (tSec - from.tSec) / (to.tSec - from.tSec);
  const x = from.at[0] + share * (to.at[0] - from.at[0]);
  const y = from.at[1] + share * (to.at[1] - from.at[1]);
  return (at[0] - x) ** 2 + (at[1] - y) ** 2;
}

function paceOf(from: Sample, to: Sample): number {
  return Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]) / (to.tSec - from.tSec);
}

/** Least squares in time for each coordinate; null when the points do not follow it. */
function steadyPace(samples: readonly Sample[]): number | null {
  const n = samples.length;
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / n;
  const tMean = mean((one) => one.tSec);
  const [xMean, yMean] = [mean((one) => one.at[0]), mean((one) => one.at[1])];
  const tVariance = mean((one) => (one.tSec - tMean) ** 2);
  const vx = mean((one) => (one.tSec - tMean) * (one.at[0] - xMean)) / tVariance;
  const vy = mean((one) => (one.tSec - tMean) * (one.at[1] - yMean)) / tVariance;
  const off = mean(({ tSec, at }) => {
    const t = tSec - tMean;
    return (at[0] - xMean - vx * t) ** 2 + (at[1] - yMean - vy * t) ** 2;
  });
  const perSec = Math.hypot(vx, vy);
  const way = perSec * (samples.at(-1)!.tSec - samples[0]!.tSec);
  return Math.sqrt(off) > maxUnsteady * way ? null : perSec;
}
