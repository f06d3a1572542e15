import type { Uplink } from "../uplink/uplink-port.ts";
import type { DicomPixels, HealthCompute, SegmentationModel } from "./compute-port.ts";
import type { SignalModel, StepModel } from "./eeg/signal-models.ts";

/** The site's settings for health work. */
export interface HealthSettings {
  /** True when the operator has enabled triage. */
  triageEnabled: boolean;
  mainsHz: 50 | 60 | null;
  /** Detects seizures; its class `seizure` counts from `threshold` on. */
  classifier: (SignalModel & { threshold: number }) | null;
  /** Divides an EEG into segments; those of its class `seizure` indicate seizures too. */
  eegSegmenter: StepModel | null;
  /** Decodes neural signals to one of its classes. */
  decoder: SignalModel | null;
  /** Each for its own kinds of pictures; no kind has two. */
  segmenters: readonly { modalities: readonly string[]; net: SegmentationModel }[];
}

/** Stores files that jobs make of people's pictures, encrypted and for a short time. */
export interface HealthFiles {
  /** Returns the signed address of the file, which needs no key. Rejects with `storage_full`. */
  put(file: {
    org: string;
    jobId: string;
    bytes: Uint8Array;
    mime: string;
    ext: string;
  }): Promise<string>;
}

/** Fetches a picture that a caller named, through the guarded outbound client. */
export interface PictureFetch {
  /** Throws `forbidden_address` or `invalid_request_body` with `param` for an address that can never be fetched. */
  check(url: string, param: string): void;
  /** Fetches at most `maxBytes`; rejects with a coded error. */
  fetch(url: string, how: { maxBytes: number; signal: AbortSignal }): Promise<Uint8Array>;
}

/** The parts that operations and handlers of health work use. */
export interface HealthParts {
  settings: HealthSettings;
  compute: HealthCompute;
  dicom: DicomPixels;
  pictures: PictureFetch;
  files: HealthFiles;
  /** The connection to model endpoints; null on a box without one. */
  uplink: Uplink | null;
  /** Language of reports that name none. */
  siteLocale: string;
}

/** A part that this box could not provide for a job, for `payload.missing`. */
export interface MissingPart {
  part: string;
  reason: string;
  /** The setting that adds the part. */
  setting: string;
}
