import type { CameraMetadata } from "./metadata/camera-metadata.ts";
import type { Fragment, InitSegment, SourceProblem, SourceSpec } from "./source.ts";

/** The events of an ingest for its owner. Calls come in stream order on the event loop of the main process. */
export interface IngestEvents {
  onInit(init: Omit<InitSegment, "generation">): void;
  /**
   * A file is read only as fast as the returned promise settles; a live source never waits for it.
   */
  onFragment(fragment: Omit<Fragment, "generation" | "wallMs">): void | Promise<void>;
  /** What comes of the camera's metadata track, where the source wants it. */
  onMetadata?(metadata: CameraMetadata): void;
  /** Ends the run: with a problem, or with null at the regular end of a file. Called exactly once. */
  onEnd(problem: SourceProblem | null): void;
}

/** One running connection to a source. */
export interface IngestRun {
  /**
   * Ends the run; `onEnd(null)` follows unless `onEnd` was called before. No event follows it. Resolves
   * when the connection is gone. Idempotent.
   */
  stop(): Promise<void>;
}

/**
 * Opens one connection to a source and copies its video, without decoding, as one fragment per
 * frame, starting at a key frame. Never throws for a bad source: that is `onEnd` with a problem, and
 * a camera that changed its format or clock ends with `stream_changed`. No event comes before `open`
 * has returned.
 */
export interface Ingest {
  open(source: SourceSpec, events: IngestEvents): IngestRun;
  /**
   * Resolves to true when a live source answers at its address now, within a second; costs one short connection
   * without a login and no process. False for files.
   */
  answers(source: SourceSpec, signal: AbortSignal): Promise<boolean>;
}
