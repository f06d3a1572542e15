import type { TracedVideo } from "../fleet/mcap-port.ts";

/** Video of a robot's camera for one file. */
export interface FoundVideo {
  video: readonly TracedVideo[];
  /** True when the rest was left out because of the bound. */
  isCut: boolean;
}

/**
 * Reads what the box has recorded of a stream in a span of Unix milliseconds, with its privacy masks and without
 * decoding, at most `mostBytes` of it. Empty where nothing is recorded.
 */
export type StreamVideo = (
  org: string,
  streamId: string,
  span: { fromMs: number; toMs: number; mostBytes: number },
) => Promise<FoundVideo>;
