/** The place of a net: an ONNX file on the box, or a server of the Open Inference Protocol. */
export type NetPlace = { path: string } | { url: string; model: string };

/** A net that looks at windows of a recording; see `docs/health.md` for the tensors. */
export interface SignalNet {
  from: NetPlace;
  /** The sample rate of the net's training data; the box resamples recordings to it. */
  sampleRateHz: number;
  windowSec: number;
  /** Channels that one window holds; 1: each is judged by itself. */
  channels: number;
  /** Which channels those are, in their order; null: the first that can be used. */
  channelLabels: readonly string[] | null;
  /** The classes of the outputs, in their order. */
  classes: readonly string[];
}

/** The scores of a net. */
export interface NetVerdict {
  /** For each class the highest score of all windows, 0–1. */
  scores: Readonly<Record<string, number>>;
  /** The time at which the best class had its highest score, in seconds from the start; gaps count. */
  fromSec: number;
  windows: number;
  /** The runtime and device, for technicians. */
  note: string;
}

/** A net that tells for each time step of a window what it shows; see `docs/health.md` for the tensors. */
export interface StepNet extends SignalNet {
  /** Length of a step; a window is a whole number of them. */
  stepSec: number;
  /** From one window to the next; a whole number of steps. */
  hopSec: number;
  /** The class that makes no segments. */
  background: string | null;
  /** Score from which on a step belongs to a class, 0–1. */
  threshold: number;
  /** Segments of a class with at most so much nothing between them are one. */
  joinSec: number;
  /** Shorter segments are left out. */
  minSec: number;
}

/** A part of a recording that belongs to one class. */
export interface SignalSegment {
  label: string;
  /** Label of the channel; null where the net judges its channels together. */
  channel: string | null;
  /** Seconds from the start of the recording; gaps count. */
  startSec: number;
  endSec: number;
  /** Mean score of its steps, 0–1. */
  confidence: number;
}

/** The segments that a net found in a recording. */
export interface SignalSegmentation {
  /** In order of time; at most 500, the most certain ones. */
  segments: readonly SignalSegment[];
  /** Segments beyond those. */
  leftOut: number;
  /** All but the background. */
  classes: readonly SegmentClass[];
  /** Seconds that were looked at: stretches shorter than a window are not. */
  coveredSec: number;
  windows: number;
  /** The runtime and device, for technicians. */
  note: string;
}

/** The total of all segments of one class. */
export interface SegmentClass {
  label: string;
  segments: number;
  /** In at least one channel. */
  seconds: number;
  longest: Pick<SignalSegment, "startSec" | "endSec" | "confidence"> | null;
  /** Of any step, also below the threshold. */
  highestScore: number;
}
