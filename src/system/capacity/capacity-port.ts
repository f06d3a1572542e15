import type { Fragment, InitSegment } from "../../cameras/source.ts";
import type { SampleOrigin } from "./capacity-terms.ts";

/** Some seconds of one camera's video, from a key frame on. */
export interface VideoSample {
  init: InitSegment;
  fragments: readonly Fragment[];
}

/** The video to measure with. */
export interface VideoSamples {
  origin: SampleOrigin;
  samples: readonly VideoSample[];
}

/** What it costs this machine to watch video. */
export interface WatchCost {
  /** Milliseconds of processor time for decoding one second of the reference camera's video. */
  decodeMs: number;
  /** Milliseconds of processor time of one analysed frame after its decoder: motion gate and detector. */
  lookMs: number;
  /** Milliseconds for which one analysed frame holds the detector, which takes one at a time. */
  detectorMs: number;
  /** The model that looked; `motion` where none can be used. */
  model: string;
  /** Analysed frames behind these figures. */
  looks: number;
}

/** Measures what watching costs. */
export interface CostTrial {
  /**
   * Decodes and analyses `samples` in processes of their own, at the lowest priority, in at most a minute. Rejects
   * with `overloaded` when the machine leaves them too little time, and with `stream_broken` for unreadable video.
   */
  measure(samples: readonly VideoSample[], signal: AbortSignal): Promise<WatchCost>;
}

/** The machine's room at one moment. */
export interface MachineRoom {
  cores: number;
  /** Mean of the cores that nothing used in the last seconds. */
  idleCores: number;
  memory: { availableBytes: number; totalBytes: number } | null;
}

/** Reads the machine's room. */
export interface RoomMeter {
  /** Takes some seconds. Never rejects. */
  read(): Promise<MachineRoom>;
}
