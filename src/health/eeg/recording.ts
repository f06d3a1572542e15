/** One note in a recording. Text is as written, at most 500 characters. */
export interface Annotation {
  /** Seconds from the start of the recording. */
  onsetSec: number;
  durationSec: number | null;
  text: string;
}

/** One signal of a recording. */
export interface Channel {
  label: string;
  /** Physical unit as written, e.g. `uV`; empty when none is given. */
  unit: string;
  sampleRateHz: number;
  /** Samples in the whole recording. */
  length: number;
  /** Least and largest value that the converter could give, in `unit`; null when not known. */
  range: { min: number; max: number } | null;
  /** The samples in `unit`; decoded again by each call and owned by the caller. */
  read(): Float64Array;
}

/** A stretch without a gap, in seconds of recorded time and of the clock from the start. */
export interface Stretch {
  /** The start within the recorded data: gaps do not count. */
  fromSec: number;
  /** The start from the beginning of the recording: gaps count. */
  onsetSec: number;
  durationSec: number;
}

/** Signals of one recording. Nothing reads the person, place or time from a file. */
export interface Recording {
  format: "EDF" | "EDF+C" | "EDF+D" | "BDF" | "BDF+C" | "BDF+D" | "raw";
  /** Recorded seconds; gaps do not count. */
  durationSec: number;
  channels: readonly Channel[];
  annotations: readonly Annotation[];
  /** At least one; several only in a discontinuous recording. */
  stretches: readonly Stretch[];
  /** Irregularities of the file, for people. */
  warnings: readonly string[];
}

/**
 * Channels of one recording, samples of all of them together, samples a second of one, recorded seconds
 * (a week), and seconds from the start with all gaps (a year).
 */
export const recordingBounds = {
  channels: 512,
  samples: 16 * 1024 * 1024,
  sampleRateHz: 100_000,
  recordedSec: 7 * 86_400,
  onsetSec: 366 * 86_400,
} as const;
