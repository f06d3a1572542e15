import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type { Fragment, InitSegment } from "../../cameras/source.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { LearntCamera } from "./learnt.ts";

/** Areas (fractions of the frame) to hide: the vision process paints them black before anything else. */
export type PrivacyMasks = readonly (readonly PointNorm[])[];

/** One object that the detector saw in one frame. */
export interface Detection {
  label: string;
  /** 0–1. */
  score: number;
  boxNorm: BoxNorm;
  /** The camera's own id of the object; absent where the box detected it. Cameras use ids again. */
  objectId?: string;
  /** The colours of the box as shares, `appearanceLength` of them; absent where the detector has no picture of it. */
  appearance?: Uint8Array;
  /**
   * How much the box looks like the background, whatever the light: Pearson's correlation of luma cells, −1 to 1.
   * Absent where the two have no pattern to compare.
   */
  backgroundCorrelation?: number;
}

/** A frame in cells, row by row: the input of behaviors about the scene itself. It is too coarse to show a face. */
export interface SceneGrid {
  columns: number;
  rows: number;
  /** Mean luma of each cell, 0–255. */
  luma: Uint8Array;
  /** Amount of fine structure in each cell; comparable between grids of the same `basis`. */
  detail: Uint8Array;
  /** The picture that `detail` was measured on. */
  basis: string;
}

/** The result of one decoded frame. */
export interface FrameResult {
  generation: number;
  /** Media time of the frame in seconds. */
  ptsSec: number;
  /** False when the motion gate let the frame pass without a detection: nothing moved. */
  detected: boolean;
  detections: readonly Detection[];
  /** Fraction of the picture that moved, 0–1, and where. */
  motion: { ratio: number; boxesNorm: readonly BoxNorm[] };
  /** With `scene` requested, at most five times a second. */
  scene?: SceneGrid;
  /** Seconds of media time for which the picture has been bit-identical. */
  identicalSec: number;
  /** Milliseconds spent in each stage, for diagnostics. */
  timingsMs: { queue: number; motion: number; detect: number };
}

/** Frames that were not analysed, by reason, counted since the stream opened. */
export interface DropCounts {
  /**
   * The detector was busy and a newer frame came (sampled frames), or left a decoder so little time
   * that it was moved to the next key frame (frames of the source).
   */
  detector_busy: number;
  /** The decoder fell more than 256 KiB behind and was moved to the next key frame; frames of the source. */
  decoder_behind: number;
  /** The vision process was down; frames of the source. */
  vision_down: number;
}

/** The drawing on a picture; coordinates are fractions of the frame. */
export interface Overlay {
  boxes: readonly { boxNorm: BoxNorm; label: string; alert: boolean }[];
  zones: readonly {
    name: string;
    polygonNorm?: readonly PointNorm[];
    lineNorm?: readonly PointNorm[];
    alert: boolean;
  }[];
  /** One line at the foot of the picture, e.g. time and stream. */
  caption?: string;
}

/** The settings for watching a stream. All but `streamId` can change while it runs. */
export interface VisionStreamOptions {
  streamId: string;
  /** Frames per second to analyse; frames in between are not decoded to pictures. */
  fpsCap: number;
  motion: { mode: "auto" | "always" | "off"; sensitivity: number };
  /** Hidden from the detector, the motion gate, and every picture of the stream. */
  masks: PrivacyMasks;
  /**
   * Model name, `auto` for the first installed model that loads (else `motion`), or `motion` for
   * the model-free detector (class `motion`).
   */
  model: string;
  /** Detections below this score are not reported, 0–1. */
  minScore: number;
  /** Labels to report; empty means all. The model-free `motion` reports its one class always. */
  labels: readonly string[];
  /** The lessons of the site's verdicts about this camera; they apply to the model they were learnt with. */
  learnt?: LearntCamera | null;
  /** True when results carry `scene`. */
  scene?: boolean;
  /** False where the camera's own analysis stands in for the detector: frames are decoded for live views only. */
  isAnalysed?: boolean;
  /** True for files: every sampled frame is analysed, and `push` waits instead of dropping. */
  lossless: boolean;
}

/** Calls from a vision stream; on the main event loop, in media order within a generation. */
export interface VisionStreamEvents {
  onResult(result: FrameResult): void;
  /** `down`: the child died or hangs and is being restarted; `up`: it works again. */
  onHealth(health: "up" | "down"): void;
  /** The stream's bytes cannot be decoded: `stream_codec_unsupported` or `stream_broken`. */
  onDecodeProblem(problem: { code: ErrorCode; message: string }): void;
  /**
   * Returns true while a quiet scene may be decoded at its key frames only; called after each result. Without
   * it, and unless `motion.mode` is `auto`, every frame is decoded.
   */
  mayIdle?(): boolean;
  /**
   * Reports the model in use when it becomes known and when it changes. With `problem` (`model_unavailable`)
   * the requested model cannot be used and `used` is `motion` instead.
   */
  onModel?(state: {
    requested: string;
    used: string;
    problem: { code: ErrorCode; message: string } | null;
  }): void;
}

/** One watched stream. Survives restarts of the vision process: it re-opens itself. */
export interface VisionStream {
  /** Begins a new generation; frames of the old one may still be reported. */
  init(init: InitSegment): void;
  /**
   * Hands in the next fragment; never throws. With `lossless` the promise resolves when the
   * decoder can take more; otherwise it resolves at once and late fragments are dropped and counted.
   */
  push(fragment: Fragment): Promise<void>;
  /** Lossless only: no more fragments; resolves when every frame has been reported. */
  drain(): Promise<void>;
  reconfigure(options: Partial<Omit<VisionStreamOptions, "streamId" | "lossless">>): void;
  /**
   * Seconds between key frames, at most 4, while an idle scene has only these decoded; null while every frame
   * is. The first key frame with motion ends this, and the frames after it are analysed too.
   */
  idleGopSec(): number | null;
  /** Ends an idle scene's rest at once: decodes every frame from the newest key frame on. */
  wake(): void;
  drops(): DropCounts;
  close(): Promise<void>;
}

/** The requested form of a stream's picture. */
export interface StillOptions {
  maxWidthPx: number;
  /** Without boxes, zones and caption. */
  isPlain?: boolean;
}

/** A JPEG of one frame. */
export interface Still {
  jpeg: Uint8Array;
  /** The same without the overlay, when requested; it has the masks too. */
  plainJpeg?: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** The content of a picture that a caller sent. */
export interface PictureResult {
  /** The model that analysed it, by its own name even where `auto` was requested. */
  model: string;
  widthPx: number;
  heightPx: number;
  detections: readonly Detection[];
  annotatedJpeg: Uint8Array;
}

/** The vision process as `/api/v1/system` shows it. */
export interface VisionStatus {
  state: "starting" | "up" | "down";
  restarts: number;
  /** The hardware that decodes each codec, and the result of each method that was tried. */
  decoding: {
    wish: string;
    used: Readonly<Record<string, string>>;
    tried: readonly { method: string; codec: string; outcome: string }[];
  };
  /** Models that can be used now, with their class names and the reason for the executor. */
  models: readonly {
    name: string;
    labels: readonly string[];
    /** `motion`, the executor that runs the model, or `none` while it is not loaded. */
    executor: string;
    note: string;
    /** Every executor that was tried, its result, and its milliseconds per frame. */
    tried: readonly { executor: string; outcome: string; ms: number | null }[];
    /** The engine that one of them needs and builds beforehand; null where none does. */
    engine: { state: "building" | "ready" | "failed"; reason: string | null } | null;
  }[];
}

/**
 * The vision of the appliance: decodes, gates by motion, detects, and makes JPEGs. The implementation keeps
 * all native and untrusted work in child processes; a crash there shows as `onHealth("down")`.
 */
export interface Vision {
  open(options: VisionStreamOptions, events: VisionStreamEvents): VisionStream;
  /**
   * Decodes the frame at `ptsSec` (or the last one) out of a run of fragments that starts at a key frame,
   * draws `overlay`, and gives a JPEG at most `maxWidthPx` wide. Rejects with `overloaded` when too many
   * requests are in work. A request with `isPatient` waits for its turn instead, also over a restart of the
   * process, and leaves room for the others; its caller bounds how many wait.
   */
  still(request: {
    init: InitSegment;
    fragments: readonly Fragment[];
    ptsSec?: number;
    masks: PrivacyMasks;
    overlay: Overlay;
    maxWidthPx: number;
    withPlain?: boolean;
    isPatient?: boolean;
  }): Promise<Still>;
  /**
   * Starts annotated pictures of an open stream for a live view, at most `fps` a second; the
   * decoder for it runs only while at least one live view is open.
   */
  live(
    streamId: string,
    options: {
      fps: number;
      maxWidthPx: number;
      overlay: () => Overlay;
      onJpeg: (jpeg: Uint8Array) => void;
    },
  ): { close(): void };
  /**
   * Analyses one untrusted picture (JPEG, PNG or WebP by content). Rejects with `input_unreadable` for
   * anything else, for more than 50 megapixels, or more than one frame.
   */
  picture(request: {
    bytes: Uint8Array;
    model: string;
    minScore: number;
    labels: readonly string[];
    masks: PrivacyMasks;
    /** Receives the detections and the picture's aspect ratio. */
    overlayFor: (detections: readonly Detection[], aspect: number) => Overlay;
  }): Promise<PictureResult>;
  /** Labels that `model` can report; undefined when there is no such model. */
  labelsOf(model: string): readonly string[] | undefined;
  /** Loads `model` if it is not loaded. Rejects with `model_unavailable` and the reason. */
  prepareModel(model: string): Promise<void>;
  status(): VisionStatus;
}
