import type { JsonObject } from "../jobs/job.ts";
import type { AnalysisOptions, RecordingAnalysis } from "./eeg/analysis.ts";
import type { RawSignals } from "./eeg/raw.ts";

/** Signals as they came: an EDF or BDF file, or bare samples. */
export type SignalInput = { file: Uint8Array } | { raw: RawSignals };

/** A net that looks at windows of a recording; see `docs/health.md` for the tensors. */
export interface SignalNet {
  /** An ONNX file of the box, or a server that speaks the Open Inference Protocol. */
  from: { path: string } | { url: string; model: string };
  /** What the net was trained on; recordings are resampled to it. */
  sampleRateHz: number;
  windowSec: number;
  /** Channels that one window holds; 1: each usable channel is judged by itself. */
  channels: number;
  /** What the outputs stand for, in their order. */
  classes: readonly string[];
}

/** What a net said. */
export interface NetVerdict {
  /** For each class the highest score of all windows, 0–1. */
  scores: Readonly<Record<string, number>>;
  /** Where the class of the highest score was highest, in seconds of the recording. */
  fromSec: number;
  windows: number;
  /** How it ran, for technicians. */
  note: string;
}

/** What is known of a DICOM object without telling whose it is: an allow-list, nothing else is read. */
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
  /** Whether the picture says that names are painted into it. */
  hasBurnedInAnnotation: boolean;
  hasPixels: boolean;
  hasWindow: boolean;
}

/** A picture without anything but its pixels: a JPEG whose longer side is 2048 px at most. */
export interface CleanPicture {
  bytes: Uint8Array;
  mediaType: "image/jpeg";
  widthPx: number;
  heightPx: number;
  /** Mean and standard deviation of luma, 0–255: a black or blank picture is told by them. */
  meanLuma: number;
  lumaSigma: number;
}

/**
 * Work on what callers sent, away from the main process, bounded in time and memory. All reject with
 * `input_unreadable` when the input is at fault, `overloaded` when too much waits.
 */
export interface HealthCompute {
  /** Measures a recording; with `net` its verdict, or why there is none. */
  signals(
    input: SignalInput,
    options: AnalysisOptions & { net?: SignalNet },
  ): Promise<{
    analysis: RecordingAnalysis;
    verdict: NetVerdict | null;
    netProblem: string | null;
  }>;
  /** What a clinical operation computes of a body that has passed its schema. */
  clinical(method: string, input: JsonObject, picture: JsonObject | null): Promise<JsonObject>;
  dicomFacts(bytes: Uint8Array): Promise<DicomFacts>;
  /** Of a JPEG, PNG or WebP picture of at most 50 megapixels. */
  cleanPicture(bytes: Uint8Array): Promise<CleanPicture>;
}

/** Makes pictures of DICOM pixels. */
export interface DicomPixels {
  /**
   * The first frame as a PNG, without overlays. Rejects with `dicom_tools_missing` where dcmtk is not
   * installed, `input_unreadable` for what it cannot decode, and the reason of `signal`.
   */
  png(bytes: Uint8Array, facts: DicomFacts, signal: AbortSignal): Promise<Uint8Array>;
}
