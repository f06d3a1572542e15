import { butterworth, filterBothWays, notch, type FilterSection } from "../signal/butterworth.ts";
import { type Spectrum, Welch, windowLengthOf } from "../signal/spectrum.ts";
import { type ChannelKind, channelKind, microvoltsPer } from "./channel-kind.ts";
import { type FrequencyBand, bands, type ChannelFeatures, featuresOf } from "./features.ts";
import { amplitudes, type ChannelQuality, judge, windowsOf } from "./quality.ts";
import type { Annotation, Channel, Recording } from "./recording.ts";

/** The options of an analysis. */
export interface AnalysisOptions {
  /** The signal of a channel whose label does not name one. */
  signalType: "eeg" | "emg" | "ecog" | "ecg";
  /** Mains frequency that is filtered out; null for none. */
  mainsHz: 50 | 60 | null;
}

/** The measurements of one channel. */
export interface ChannelAnalysis {
  label: string;
  kind: ChannelKind;
  sampleRateHz: number;
  /** Null for channels without voltages. */
  quality: ChannelQuality | null;
  features: ChannelFeatures | null;
  /** Density at 1 Hz steps from 1 to 45 Hz in µV²/Hz; null without a whole window, or beyond 64 channels. */
  spectrum: readonly number[] | null;
}

/** The measurements of a recording. */
export interface RecordingAnalysis {
  format: Recording["format"];
  durationSec: number;
  /** Stretches without a gap. */
  stretches: number;
  channels: readonly ChannelAnalysis[];
  /** Usable channels among the measured ones. */
  usableChannels: number;
  /** Median over the usable channels of the signal type. */
  median: {
    lineLengthPerSec: number | null;
    spikeRatePerMinute: number | null;
    relativeBandPower: Record<FrequencyBand, number | null>;
  };
  annotations: readonly Annotation[];
  warnings: readonly string[];
}

/** Band of the filter in Hz; at low sample rates it ends at 0.4 of the rate. */
const passHz = { low: 0.5, high: 45 };
/** Welch windows are about this long. */
const windowSec = 2;
const channelsWithSpectrum = 64;
const annotationsShown = 200;

/**
 * Measures a recording channel by channel, each stretch without a gap by itself: quality, filtered
 * amplitudes, Welch spectra and band powers. It keeps large values, because leaving them out would hide
 * seizures. Deterministic; it holds one channel at a time in memory.
 */
export function analyse(recording: Recording, options: AnalysisOptions): RecordingAnalysis {
  const tools = new Tools(options);
  const withSpectrum = recording.channels.length <= channelsWithSpectrum;
  const channels = recording.channels.map((channel) => {
    const kind = channelKind(channel, options.signalType);
    const measured = kind === "other" ? nothing : measure(channel, kind, { recording, tools });
    const { label, sampleRateHz } = channel;
    const { quality, features } = measured;
    const spectrum = withSpectrum ? measured.spectrum : null;
    return { label, kind, sampleRateHz, quality, features, spectrum };
  });
  return {
    format: recording.format,
    durationSec: recording.durationSec,
    stretches: recording.stretches.length,
    channels,
    usableChannels: channels.filter(({ quality }) => quality?.usable).length,
    median: mediansOf(channels, options.signalType),
    annotations: recording.annotations.slice(0, annotationsShown),
    warnings: recording.warnings,
  };
}

type ChannelMeasures = Pick<ChannelAnalysis, "quality" | "features" | "spectrum">;
const nothing: ChannelMeasures = { quality: null, features: null, spectrum: null };

function measure(
  channel: Channel,
  kind: ChannelKind,
  { recording, tools }: { recording: Recording; tools: Tools },
): ChannelMeasures {
  const { sampleRateHz, unit } = channel;
  const samples = channel.read();
  const stretches = recording.stretches.map(
    ({ fromSec, durationSec }): readonly [number, number] => [
      Math.min(samples.length, Math.round(fromSec * sampleRateHz)),
      Math.min(samples.length, Math.round((fromSec + durationSec) * sampleRateHz)),
    ],
  );
  const scale = microvoltsPer(unit)!;
  const range = channel.range && {
    min: channel.range.min * scale,
    max: channel.range.max * scale,
  };
  if (scale !== 1) for (let index = 0; index < samples.length; index += 1) samples[index]! *= scale;
  const filtered = samples.slice();
  for (const [from, to] of stretches) {
    filterBothWays(filtered.subarray(from, to), tools.filter(sampleRateHz), 3 * sampleRateHz);
  }
  const windows = windowsOf(stretches, sampleRateHz);
  const heights = amplitudes(filtered, windows);
  const isScalp = kind === "eeg";
  const spectrum = tools.welch(sampleRateHz).of(samples, stretches);
  const quality = judge({
    raw: samples,
    range,
    rawAmplitudes: amplitudes(samples, windows),
    amplitudes: heights,
    isScalp,
    spectrum,
    sampleRateHz,
  });
  const features = featuresOf(filtered, stretches, { spectrum, sampleRateHz });
  return { quality, features, spectrum: coarse(spectrum) };
}

function coarse({ binHz, density, windows }: Spectrum): number[] | null {
  if (windows === 0) return null;
  const values: number[] = [];
  for (let hz = 1; hz <= passHz.high; hz += 1) {
    const value = density[Math.round(hz / binHz)];
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

function mediansOf(
  channels: readonly ChannelAnalysis[],
  kind: ChannelKind,
): RecordingAnalysis["median"] {
  const usable = channels.filter((each) => each.kind === kind && each.quality?.usable);
  const over = (pick: (features: ChannelFeatures) => number | null | undefined): number | null =>
    median(usable.flatMap(({ features }) => (features && pick(features)) ?? []));
  const band = (name: FrequencyBand): number | null =>
    over((each) => each.bandPower?.[name]?.relative);
  return {
    lineLengthPerSec: over((each) => each.lineLengthPerSec),
    spikeRatePerMinute: over((each) => each.spikeRatePerMinute),
    relativeBandPower: Object.fromEntries(
      (Object.keys(bands) as FrequencyBand[]).map((name) => [name, band(name)]),
    ) as Record<FrequencyBand, number | null>,
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Filters and transforms, created once for each sample rate. */
class Tools {
  readonly #options: AnalysisOptions;
  readonly #filters = new Map<number, FilterSection[]>();
  readonly #welch = new Map<number, Welch>();

  constructor(options: AnalysisOptions) {
    this.#options = options;
  }

  filter(sampleRateHz: number): FilterSection[] {
    const known = this.#filters.get(sampleRateHz);
    if (known) return known;
    const highHz = Math.min(passHz.high, 0.4 * sampleRateHz);
    const { mainsHz } = this.#options;
    const sections =
      highHz <= 2 * passHz.low
        ? []
        : [
            ...butterworth("highpass", { order: 2, cutoffHz: passHz.low, sampleRateHz }),
            ...butterworth("lowpass", { order: 4, cutoffHz: highHz, sampleRateHz }),
            ...(mainsHz !== null && mainsHz < 0.45 * sampleRateHz
              ? [notch(mainsHz, 30, sampleRateHz)]
              : []),
          ];
    this.#filters.set(sampleRateHz, sections);
    return sections;
  }

  welch(sampleRateHz: number): Welch {
    const known = this.#welch.get(sampleRateHz);
    if (known) return known;
    const welch = new Welch(windowLengthOf(sampleRateHz, windowSec), sampleRateHz);
    this.#welch.set(sampleRateHz, welch);
    return welch;
  }
}
