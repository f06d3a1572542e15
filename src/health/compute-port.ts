import type { JsonObject } from "../base/jobs/job.ts";
import type { AnalysisOptions, RecordingAnalysis } from "./eeg/analysis.ts";
import type {
  ModelPlace,
  SignalModel,
  SignalScores,
  StepModel,
  SignalSegmentation,
} from "./eeg/signal-models.ts";
import type { PlainSamples } from "./eeg/plain-samples.ts";
import type { RawSignals } from "./eeg/raw.ts";

/** Signals as received: an EDF or BDF file, or bare samples. */
export type SignalInput = { file: Uint8Array } | { raw: RawSignals };

/** The measurements of a recording and the results of models; each is null with a reason, or not requested. */
export interface MeasuredSignals {
  analysis: RecordingAnalysis;
  verdict: SignalScores | null;
  netProblem: string | null;
  segmentation: SignalSegmentation | null;
  segmentationProblem: string | null;
}

/** A model that classifies each pixel of a picture; see `docs/integration/health.md` for the tensors. */
export interface SegmentationModel {
  from: ModelPlace;
  /** Size of its input; the picture is stretched to it. */
  widthPx: number;
  heightPx: number;
  /** 1: luma; 3: red, green, blue. */
  channels: 1 | 3;
  /** Of each channel of values from 0 to 1: the input is `(value - mean) / std`. */
  mean: readonly number[];
  std: readonly number[];
  /** The classes of the outputs, in their order. */
  classes: readonly string[];
  /** Score from which a pixel belongs to a class, 0–1. */
  threshold: number;
}

/** The segmentation of a picture by a model. */
export interface Segmentation {
  /** A PNG of the picture's size, transparent except for the segments; null without any. */
  overlay: Uint8Array | null;
  classes: readonly SegmentedClass[];
  /** The runtime and device, for technicians. */
  note: string;
}

/** The area of one class. */
export interface SegmentedClass {
  label: string;
  /** Of the picture, 0–1. */
  areaFraction: number;
  /** Left, top, right and bottom of the whole area; null when there is none. */
  boxNorm: readonly [number, number, number, number] | null;
  /** Its colour in the overlay, `#rrggbb`. */
  color: string;
}

/** The fields of a DICOM object that do not identify the patient: an allow-list; the box reads no other field. */
export interface DicomFacts {
  modality: string | null;
  bodyPart: string | null;
  viewPosition: string | null;
  laterality: string | null;
  photometric: string | null;
  transferSyntax: string;
  rows: number | null;
  columns: number | null;
  frames: number;
  bitsStored: number | null;
  pixelSpacingMm: readonly number[] | null;
  sliceThicknessMm: number | null;
  /** True when the file states that its pixels contain identifying text. */
  hasBurnedInAnnotation: boolean;
  hasPixels: boolean;
  hasWindow: boolean;
}

/** A picture reduced to its pixels: a JPEG whose longer side is 2048 px at most. */
export interface CleanPicture {
  bytes: Uint8Array;
  mediaType: "image/jpeg";
  widthPx: number;
  heightPx: number;
  /** Mean and standard deviation of luma, 0–255; they reveal a black or blank picture. */
  meanLuma: number;
  lumaSigma: number;
}

/**
 * Computes callers' data outside the main process, bounded in time and memory. All calls reject with
 * `input_unreadable` for bad input, and with `overloaded` when the queue is full.
 */
export interface HealthCompute {
  /** Measures a recording, and runs the given models on it. */
  signals(
    input: SignalInput,
    options: AnalysisOptions & { net?: SignalModel; segmenter?: StepModel },
  ): Promise<MeasuredSignals>;
  /** Returns the channels of a kind of an EDF or BDF file; rejects as `plainSamples` of `eeg/` throws. */
  plainSamples(
    file: Uint8Array,
    options: Pick<AnalysisOptions, "signalType"> & { maxBytes: number },
  ): Promise<PlainSamples>;
  /** Computes the result of a clinical operation from a body that has passed its schema. */
  clinical(method: string, input: JsonObject, picture: JsonObject | null): Promise<JsonObject>;
  dicomFacts(bytes: Uint8Array): Promise<DicomFacts>;
  /** Reads a JPEG, PNG or WebP picture of at most 50 megapixels. */
  cleanPicture(bytes: Uint8Array): Promise<CleanPicture>;
  /** Segments a clean picture. Rejects with `model_unavailable` when the model is missing or does not fit. */
  segment(bytes: Uint8Array, net: SegmentationModel): Promise<Segmentation>;
}

/** Makes pictures of DICOM pixels. */
export interface DicomPixels {
  /**
   * Returns the first frame as a PNG, without overlays. Rejects with `dicom_tools_missing` when a decoder is
   * not installed, `input_unreadable` for undecodable pixels, and the reason of `signal`.
   */
  png(bytes: Uint8Array, facts: DicomFacts, signal: AbortSignal): Promise<Uint8Array>;
}
