/** The place of a model: an ONNX file on the box, or a server of the Open Inference Protocol. */
export type ModelPlace = { path: string } | { url: string; model: string };

/** A model that classifies windows of a recording; see `docs/integration/health.md` for the tensors. */
export interface SignalModel {
  from: ModelPlace;
  /** The sample rate of the model's training data; the box resamples recordings to it. */
  sampleRateHz: number;
  windowSec: number;
  /** Channels in one window; 1: each is judged by itself. */
  channels: number;
  /** Labels of these channels, in order; null: the first usable ones. */
  channelLabels: readonly string[] | null;
  /** The classes of the outputs, in their order. */
  classes: readonly string[];
}

/** The scores of a model. */
export interface SignalScores {
  /** For each class the highest score of all windows, 0–1. */
  scores: Readonly<Record<string, number>>;
  /** The time of the best class's highest score, in seconds from the start; gaps count. */
  fromSec: number;
  windows: number;
  /** The runtime and device, for technicians. */
  note: string;
}

/** A model that classifies each time step of a window; see `docs/integration/health.md` for the tensors. */
export interface StepModel extends SignalModel {
  /** Length of a step; a window is a whole number of them. */
  stepSec: number;
  /** From one window to the next; a whole number of steps. */
  hopSec: number;
  /** The background class, which forms no segments. */
  background: string | null;
  /** Score from which a step belongs to a class, 0–1. */
  threshold: number;
  /** Segments of a class with a gap of at most this length are joined. */
  joinSec: number;
  /** Shorter segments are dropped. */
  minSec: number;
}

/** A part of a recording that belongs to one class. */
export interface SignalSegment {
  label: string;
  /** Label of the channel; null where the model judges its channels together. */
  channel: string | null;
  /** Seconds from the start of the recording; gaps count. */
  startSec: number;
  endSec: number;
  /** Mean score of its steps, 0–1. */
  confidence: number;
}

/** The segments that a model found in a recording. */
export interface SignalSegmentation {
  /** In order of time; at most 500, the most certain ones. */
  segments: readonly SignalSegment[];
  /** Segments beyond those. */
  leftOut: number;
  /** All except the background. */
  classes: readonly SegmentClass[];
  /** Analysed seconds; stretches shorter than a window are not among them. */
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
