import { bandPower, type Spectrum } from "../signal/spectrum.ts";

/** The bands of clinical EEG in Hz (IFCN glossary, Kane et al. 2017; gamma cut at 45 Hz, below mains). */
export const bands = {
  delta: [0.5, 4],
  theta: [4, 8],
  alpha: [8, 13],
  beta: [13, 30],
  gamma: [30, 45],
} as const satisfies Record<string, readonly [number, number]>;

/** Name of a band. */
export type FrequencyBand = keyof typeof bands;

/** The measurements of one channel; voltages in µV, after the band-pass. */
export interface ChannelFeatures {
  rmsMicrovolts: number;
  /** Mean of |x[n] − x[n−1]| a second (Esteller et al. 2001), µV/s. */
  lineLengthPerSec: number;
  /**
   * Sharp transients a minute: peaks beyond 5 robust standard deviations that last 20–200 ms at half
   * their height (the durations of spikes and sharp waves). Blinks and muscle make them too: a rate,
   * not a finding. Null below 100 samples/s.
   */
  spikeRatePerMinute: number | null;
  /** µV² in each band, and its share of 0.5–45 Hz; null where the sample rate does not reach. */
  bandPower: Record<FrequencyBand, { absolute: number; relative: number } | null> | null;
  /** Frequency of the highest density in 0.5–45 Hz; null without a whole window. */
  peakHz: number | null;
  /** Frequency below which 95 % of the power of 0.5–45 Hz lies. */
  spectralEdgeHz: number | null;
}

/** A robust standard deviation is the median absolute deviation times this, for a normal distribution. */
const madScale = 1.4826;
const spikeSigmas = 5;
/** Durations of a spike and a sharp wave together (IFCN glossary), and dead time after one. */
const spikeSec = { min: 0.02, max: 0.2, refractory: 0.1 };

/** Measures a filtered channel over its stretches (`[from, to)` in samples). */
export function featuresOf(
  samples: Float64Array,
  stretches: readonly (readonly [number, number])[],
  of: { spectrum: Spectrum; sampleRateHz: number },
): ChannelFeatures {
  const { spectrum, sampleRateHz } = of;
  const sums = { squares: 0, steps: 0, count: 0, spikes: 0 };
  const threshold = spikeSigmas * robustSigma(samples);
  for (const [from, to] of stretches) {
    for (let index = from; index < to; index += 1) {
      const value = samples[index]!;
      sums.squares += value * value;
      if (index > from) sums.steps += Math.abs(value - samples[index - 1]!);
    }
    sums.count += to - from;
    sums.spikes += countSpikes(samples.subarray(from, to), threshold, sampleRateHz);
  }
  const seconds = sums.count / sampleRateHz;
  return {
    rmsMicrovolts: Math.sqrt(sums.squares / Math.max(1, sums.count)),
    lineLengthPerSec: sums.steps / Math.max(seconds, 1 / sampleRateHz),
    spikeRatePerMinute: sampleRateHz < 100 ? null : (sums.spikes * 60) / seconds,
    ...spectralFeatures(spectrum),
  };
}

function spectralFeatures(
  spectrum: Spectrum,
): Pick<ChannelFeatures, "bandPower" | "peakHz" | "spectralEdgeHz"> {
  const reachHz = (spectrum.density.length - 1) * spectrum.binHz;
  const topHz = Math.min(bands.gamma[1], reachHz);
  const total = bandPower(spectrum, bands.delta[0], topHz);
  if (spectrum.windows === 0 || total === 0) {
    return { bandPower: null, peakHz: null, spectralEdgeHz: null };
  }
  const power = (band: FrequencyBand): { absolute: number; relative: number } | null => {
    const [fromHz, toHz] = bands[band];
    if (toHz > reachHz) return null;
    const absolute = bandPower(spectrum, fromHz, toHz);
    return { absolute, relative: absolute / total };
  };
  return {
    bandPower: {
      delta: power("delta"),
      theta: power("theta"),
      alpha: power("alpha"),
      beta: power("beta"),
      gamma: power("gamma"),
    },
    peakHz: peakOf(spectrum, topHz),
    spectralEdgeHz: edgeOf(spectrum, topHz, 0.95 * total),
  };
}

function peakOf({ binHz, density }: Spectrum, topHz: number): number {
  let peak = Math.ceil(bands.delta[0] / binHz);
  for (let bin = peak; bin * binHz <= topHz; bin += 1) {
    if (density[bin]! > density[peak]!) peak = bin;
  }
  return peak * binHz;
}

function edgeOf(spectrum: Spectrum, topHz: number, power: number): number {
  const { binHz } = spectrum;
  for (let hz = bands.delta[0] + binHz; hz < topHz; hz += binHz) {
    if (bandPower(spectrum, bands.delta[0], hz) >= power) return hz;
  }
  return topHz;
}

/** Standard deviation of the deviations from zero; the filter has removed the mean. Needs at most 4096 samples. */
function robustSigma(samples: Float64Array): number {
  const step = Math.max(1, Math.floor(samples.length / 4096));
  const some = new Float64Array(Math.ceil(samples.length / step));
  for (let index = 0; index < some.length; index += 1)
    some[index] = Math.abs(samples[index * step]!);
  some.sort();
  return (some[Math.floor(some.length / 2)] ?? 0) * madScale;
}

function countSpikes(samples: Float64Array, threshold: number, sampleRateHz: number): number {
  if (!(threshold > 0)) return 0;
  const [min, max, rest] = [spikeSec.min, spikeSec.max, spikeSec.refractory].map(
    (sec) => sec * sampleRateHz,
  ) as [number, number, number];
  let count = 0;
  for (let index = 1; index < samples.length - 1; index += 1) {
    const height = Math.abs(samples[index]!);
    if (height < threshold || !isPeak(samples, index)) continue;
    const width = widthAtHalf(samples, index, max);
    if (width < min || width > max) continue;
    count += 1;
    index += Math.floor(rest);
  }
  return count;
}

function isPeak(samples: Float64Array, index: number): boolean {
  const sign = Math.sign(samples[index]!);
  const here = sign * samples[index]!;
  return here >= sign * samples[index - 1]! && here > sign * samples[index + 1]!;
}

function widthAtHalf(samples: Float64Array, peak: number, most: number): number {
  const half = samples[peak]! / 2;
  const isOver = (at: number): boolean => samples[at]! / half >= 1;
  let [left, right] = [peak, peak];
  while (left > 0 && peak - left <= most && isOver(left - 1)) left -= 1;
  while (right < samples.length - 1 && right - peak <= most && isOver(right + 1)) right += 1;
  return right - left + 1;
}
