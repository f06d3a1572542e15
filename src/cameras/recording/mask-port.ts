import type { Fragment, InitSegment } from "../source.ts";
import type { PointNorm } from "../../base/contract/geometry.ts";

/** The events of a masking run; calls come in stream order on the main event loop. */
export interface MaskedEvents {
  /** The header of the masked stream, of the same generation as the input's. */
  onInit(init: InitSegment): void;
  /** A masked frame with the times of its source frame. */
  onFragment(fragment: Fragment): void;
  /** The reason why no frames come, e.g. ffmpeg cannot be started; null once they come again. */
  onProblem(problem: { code: string; message: string } | null): void;
}

/** One stream whose areas are masked. */
export interface MaskedRun {
  init(init: InitSegment): void;
  /** Never waits: drops and counts frames beyond a bound, up to a key frame. */
  push(fragment: Fragment): void;
  /** Frames that were not masked in time and are therefore missing from the recording. */
  readonly dropped: number;
  close(): Promise<void>;
}

/** Decodes, paints `masks` (fractions of the frame; maybe none) and encodes again, as H.264 where the box can. */
export interface MaskTranscoder {
  open(
    masks: readonly (readonly PointNorm[])[],
    events: MaskedEvents,
    /** Wider frames are scaled down to `maxWidthPx`; default: as they come. */
    options?: { maxWidthPx?: number },
  ): MaskedRun;
}
