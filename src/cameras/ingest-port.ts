import type { Fragment, InitSegment, SourceProblem, SourceSpec } from "./source.ts";

/** What an ingest tells its owner. Calls come in stream order on the event loop of the main process. */
export interface IngestEvents {
  onInit(init: Omit<InitSegment, "generation">): void;
  /**
   * A file is read only as fast as the returned promise settles; a live source never waits for it.
   */
  onFragment(fragment: Omit<Fragment, "generation" | "wallMs">): void | Promise<void>;
  /** The run is over: with a problem, or null at the regular end of a file. Called exactly once. */
  onEnd(problem: SourceProblem | null): void;
}

/** One running connection to a source. */
export interface IngestRun {
  /** Ends the run; `onEnd` follows unless it was called already. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Opens one connection to a source and copies its video, without decoding, as one fragment per
 * frame. Never throws for a bad source: that is `onEnd` with a problem.
 */
export interface Ingest {
  open(source: SourceSpec, events: IngestEvents): IngestRun;
}
