import type { CameraMetadata } from "./metadata/camera-metadata.ts";
import type { Fragment, InitSegment, SourceProblem, SourceSpec, SourceStatus } from "./source.ts";

/** The last seconds of a source: the store of pre-roll, stills and live view. */
export interface FragmentRing {
  /** Header of the newest generation, or undefined before the first picture. */
  init(): InitSegment | undefined;
  /**
   * The run of fragments from the key frame at or before `ptsSec` up to and including the frame at
   * `ptsSec`, all of one generation; undefined when the ring no longer (or not yet) holds it.
   */
  gopAt(generation: number, ptsSec: number): GopSlice | undefined;
  /** The newest GOP so far: from the last key frame to the newest fragment. */
  latestGop(): GopSlice | undefined;
}

/** A decodable run: `fragments[0]` is a key frame of the generation of `init`. */
export interface GopSlice {
  init: InitSegment;
  fragments: readonly Fragment[];
}

/** Follows a source. Calls come in stream order and must not throw. */
export interface CameraWatcher {
  onInit(init: InitSegment): void;
  /** A file's next fragment waits for the returned promise; live sources never wait. */
  onFragment(fragment: Fragment): void | Promise<void>;
  onStatus(status: SourceStatus): void;
  /** What comes of the camera's metadata track; only for sources with `metadata`. */
  onMetadata?(metadata: CameraMetadata): void;
}

/** A share of one supervised source; the connection ends when the last lease is released. */
export interface CameraLease {
  readonly ring: FragmentRing;
  status(): SourceStatus;
  /** Drops the connection because of `problem` (e.g. a frozen picture) and connects again. */
  reconnect(problem: SourceProblem): void;
  release(): Promise<void>;
}

/** All supervised sources: one connection per distinct source for all its watchers. */
export interface Cameras {
  acquire(source: SourceSpec, watcher: CameraWatcher): CameraLease;
}
