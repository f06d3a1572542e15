import type { Fragment, InitSegment } from "../source.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";

/** The events of a masking run; calls come in stream order on the main event loop. */
export interface MaskedEvents {
  /** The header of the masked stream, of the same generation as what went in. */
  onInit(init: InitSegment): void;
  /** A masked frame with the times of the frame it was made of. */
  onFragment(fragment: Fragment): void;
  /** Why nothing comes any more, e.g. ffmpeg cannot be started; null once it works (again). */
  onProblem(problem: { code: string; message: string } | null): void;
}

/** One stream whose masked areas are painted over. */
export interface MaskedRun {
  init(init: InitSegment): void;
  /** Never waits: frames beyond a bound are dropped up to a key frame, and counted. */
  push(fragment: Fragment): void;
  /** Frames that were not masked in time, and so never recorded. */
  readonly dropped: number;
  close(): Promise<void>;
}

/** Decodes, paints `masks` over (fractions of the frame), and codes again. */
export interface MaskTranscoder {
  open(masks: readonly (readonly PointNorm[])[], events: MaskedEvents): MaskedRun;
}
