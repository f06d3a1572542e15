import type { Fit } from "../../inference/onnx/fit.ts";
import type { ColourMatrix } from "../../../cameras/source.ts";
import type { CodedProblem, FeedFragment } from "./decoding/decoder.ts";
import type { DecodingState, HardwareWish } from "./decoding/hardware-decoding.ts";
import type { ModelState } from "./model-store.ts";
import type { InferenceServerAddress } from "../../../perception/models/inference-servers.ts";
import type {
  Detection,
  FrameResult,
  Overlay,
  PrivacyMasks,
  Still,
  VisionStreamOptions,
} from "../../../perception/core/vision-port.ts";

/** The child's state of one installed model. */
export type ChildModel = ModelState;

/** The options that the child receives first. */
export interface VisionChildOptions {
  /** Directories of model manifests, first wins. */
  modelDirs: readonly string[];
  ffmpegPath: string;
  /**
   * Threads that share the work of one inference; there is one inference at a time. `measure` finds
   * the number for each model and keeps it in `stateDir`.
   */
  threads: number | "measure";
  /** The permitted way of decoding video. */
  hardware: HardwareWish;
  /** The directory of measured figures; undefined stores none. */
  stateDir?: string | undefined;
  /** Inference servers and the model that each of them runs. */
  inferenceServers: readonly InferenceServerAddress[];
}

/** The detection settings of a watched feed. */
export type WatchOptions = Omit<VisionStreamOptions, "streamId">;
/** The part of `WatchOptions` that a running feed takes over without a new decoder. */
export type FeedTuning = Pick<WatchOptions, "motion" | "minScore" | "labels" | "scene">;

/** The header a decoder starts with. */
export interface FeedInit {
  bytes: Uint8Array;
  codec: string;
  widthPx: number;
  heightPx: number;
  /** Colours coded so need no conversion; default `bt601`. */
  colourMatrix?: ColourMatrix | undefined;
}

/**
 * The purpose of a feed. A feed is one run of one decoder: the host opens it, fills it with fragments
 * from a key frame on, and opens another one when it ends.
 */
export type FeedPurpose =
  | { kind: "watch"; watch: WatchOptions }
  | { kind: "view"; fps: number; maxWidthPx: number; masks: PrivacyMasks };

/** Calls that are answered by one `reply` with the same id. */
export type ChildRequest =
  | {
      call: "still";
      init: FeedInit;
      fragments: readonly Uint8Array[];
      ptsSec: number;
      masks: PrivacyMasks;
      overlay: Overlay;
      maxWidthPx: number;
      withPlain: boolean;
      /** True: it may take 25 s instead of 8 s. */
      isPatient: boolean;
    }
  /** Loads `model` (or that of `auto`) and reports its input. */
  | { call: "prepareModel"; model: string }
  /** Reads the manifests again: new models are there, loaded ones whose manifest is the same stay. */
  | { call: "reloadModels" }
  | {
      call: "detectPicture";
      model: string;
      pixels: Uint8Array;
      fit: Fit;
      minScore: number;
      labels: readonly string[];
    };

/** The result of each call. */
export interface ChildReplies {
  still: Still;
  prepareModel: ChildModel;
  reloadModels: null;
  detectPicture: Detection[];
}

/** Messages from the host. Bytes are copied by the channel. */
export type ToVisionChild =
  | { type: "configure"; options: VisionChildOptions }
  | {
      type: "feedOpen";
      feedId: number;
      init: FeedInit;
      purpose: FeedPurpose;
      /** Frames up to this time only prime the decoder. */
      afterPtsSec: number | null;
    }
  | { type: "feedFragments"; feedId: number; fragments: readonly FeedFragment[] }
  /** No more fragments: `feedEnded` follows when every frame has been reported. */
  | { type: "feedEnd"; feedId: number }
  /** Ends the feed at once, without further messages. */
  | { type: "feedClose"; feedId: number }
  | { type: "feedTune"; feedId: number; tuning: FeedTuning }
  | { type: "viewOverlay"; feedId: number; overlay: Overlay }
  | { type: "request"; id: number; request: ChildRequest };

/** The progress of a decoder since its last report. */
export interface DecoderProgress {
  /** It has taken so many more bytes. */
  takenBytes: number;
  /** The newest frame that came out of it, whatever became of it; null before the first, and for views. */
  decodedPtsSec: number | null;
}

/** Messages from the child. */
export type FromVisionChild =
  /** Sent once after `configure`, and again whenever a model's state changed. */
  | { type: "decoding"; state: DecodingState }
  | { type: "models"; models: ChildModel[]; broken: readonly { path: string; reason: string }[] }
  /**
   * The child is alive; sent at least every `heartbeatMs` unless announced by `busy`. `netMs`: the time for
   * which models have blocked its event loop since it began.
   */
  | { type: "beat"; netMs: number }
  /** Something blocking begins (loading a model): no beat is due for `forMs`. */
  | { type: "busy"; forMs: number }
  | ({ type: "feedProgress"; feedId: number } & DecoderProgress)
  /** A message costs more than its content: progress comes with the result where possible. */
  | {
      type: "feedResult";
      feedId: number;
      progress: DecoderProgress;
      result: Omit<FrameResult, "generation">;
      /** Frames dropped since the last result because the detector was busy. */
      busyDrops: number;
    }
  | { type: "feedModel"; feedId: number; used: string; problem: CodedProblem | null }
  /** The decoder is gone: with a problem, or null after `feedEnd`. */
  | { type: "feedEnded"; feedId: number; problem: CodedProblem | null; frames: number }
  /** A view's frame is there and waits for its overlay. */
  | { type: "viewFrame"; feedId: number }
  | { type: "viewJpeg"; feedId: number; jpeg: Uint8Array }
  | { type: "reply"; id: number; value: unknown }
  | { type: "refusal"; id: number; problem: CodedProblem };

/** Period of `beat` in milliseconds. */
export const heartbeatMs = 200;
