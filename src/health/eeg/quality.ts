import { bandPower, type Spectrum } from "../signal/spectrum.ts";

/** The quality of one channel. Fractions are of its one-second windows or samples, 0–1. */
export interface ChannelQuality {
  usable: boolean;
  /** Windows without any change. */
  flatFraction: number;
  /** Samples at an end of the converter's range; null when that is not known. */
  clippedFraction: number | null;
  /** Windows with an amplitude that only artefacts, seizures and children reach; null for other signals. */
  highFraction: number | null;
  /** Windows with an amplitude beyond any scalp EEG; null for other signals. */
  artefactFraction: number | null;
  /** Density at 50 or 60 Hz, whichever is larger, relative to its neighbours; null below 130 samples/s. */
  mainsRatio: number | null;
  /** Share of 30–70 Hz in 0.5–70 Hz; null below 160 samples/s. */
  muscleFraction: number | null;
  problems: readonly ("flat" | "clipped" | "high_amplitude" | "artefacts" | "mains" | "muscle")[];
}

/**
 * Limits beyond which a channel has a problem; amplitudes are peak to peak after the filter. ±100 µV is the
 * usual rejection threshold of scalp EEG (Luck, An Introduction to the Event-Related Potential Technique);
 * seizures exceed it, so it makes no channel unusable. The other values are ours. A channel is unusable from
 * `unusableFraction` of flat, clipped or artefact windows.
 */
export const qualityLimits = {
  flatMicrovolts: 0.1,
  highMicrovolts: 200,
  artefactMicrovolts: 2000,
  problemFraction: 0.1,
  unusableFraction: 0.5,
  mainsRatio: 10,
  muscleFraction: 0.5,
} as const;

/** One-second windows: where each begins, in samples. */
export interface Windows {
  starts: readonly number[];
  length: number;
}

/** The windows of `stretches` (`[from, to)` in samples), without the remainders at their ends. */
export function windowsOf(
  stretches: readonly (readonly [number, number])[],
  sampleRateHz: number,
): Windows {
  const length = Math.max(2, Math.round(sampleRateHz));
  const starts: number[] = [];
  for (const [from, to] of stretches) {
    for (let at = from; at + length <= to; at += length) starts.push(at);
  }
  return { starts, length };
}

/** Peak-to-peak amplitude of each window. */
export function amplitudes(samples: Float64Array, { starts, length }: Windows): number[] {
  return starts.map((start) => {
    let [low, high] = [Infinity, -Infinity];
    for (let index = start; index < start + length; index += 1) {
      const value = samples[index]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  });
}

/** Judges a channel by its measurements. */
export function judge(measured: {
  raw: Float64Array;
  range: { min: number; max: number } | null;
  /** Of the windows, in µV: before the filters and after them. */
  rawAmplitudes: readonly number[];
  amplitudes: readonly number[];
  isScalp: boolean;
  spectrum: Spectrum;
  sampleRateHz: number;
}): ChannelQuality {
  const { rawAmplitudes, sampleRateHz, spectrum, isScalp } = measured;
  const flatFraction = fraction(rawAmplitudes, (each) => each < qualityLimits.flatMicrovolts);
  const clippedFraction = clipped(measured.raw, measured.range);
  const beyond = (microvolts: number): number | null =>
    isScalp ? fraction(measured.amplitudes, (each) => each > microvolts) : null;
  const highFraction = beyond(qualityLimits.highMicrovolts);
  const artefactFraction = beyond(qualityLimits.artefactMicrovolts);
  const mainsRatio = sampleRateHz < 130 ? null : mains(spectrum);
  const muscleFraction =
    isScalp && sampleRateHz >= 160 ? share(spectrum, [30, 70], [0.5, 70]) : null;
  const { problemFraction, unusableFraction } = qualityLimits;
  const worst = Math.max(flatFraction, clippedFraction ?? 0, artefactFraction ?? 0);
  const checks = {
    flat: flatFraction >= problemFraction,
    // Clipping matters from a thousandth of the samples on: each one is a whole peak.
    clipped: (clippedFraction ?? 0) >= problemFraction / 100,
    high_amplitude: (highFraction ?? 0) >= problemFraction,
    artefacts: (artefactFraction ?? 0) >= problemFraction,
    mains: (mainsRatio ?? 0) >= qualityLimits.mainsRatio,
    muscle: (muscleFraction ?? 0) >= qualityLimits.muscleFraction,
  };
  const problems = (Object.keys(checks) as (keyof typeof checks)[]).filter((name) => checks[name]);
  return {
    usable: worst < unusableFraction,
    flatFraction,
    clippedFraction,
    highFraction,
    artefactFraction,
    mainsRatio,
    muscleFraction,
    problems,
  };
}

function fraction(values: readonly number[], holds: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(holds).length / values.length;
}

function clipped(samples: Float64Array, range: { min: number; max: number } | null): number | null {
  if (!range) return null;
  const margin = (range.max - range.min) * 1e-6;
  let count = 0;
  for (const value of samples) {
    if (value <= range.min + margin || value >= range.max - margin) count += 1;
  }
  return count / samples.length;
}

function mains(spectrum: Spectrum): number {
  const at = (hz: number): number => {
    const beside = (bandPower(spectrum, hz - 5, hz - 2) + bandPower(spectrum, hz + 2, hz + 5)) / 6;
    return beside === 0 ? 0 : bandPower(spectrum, hz - 1, hz + 1) / 2 / beside;
  };
  return Math.max(at(50), at(60));
}

function share(
  spectrum: Spectrum,
  part: readonly [number, number],
  whole: readonly [number, number],
): number {
  const all = bandPower(spectrum, ...whole);
  return all === 0 ? 0 : bandPower(spectrum, ...part) / all;
}
