import type { LinkedEntry } from "../commands/chain.ts";
import type { TracedPicture, TracedSample, TracedScan } from "./robot-trace.ts";

/** An incident as a line of a trace. */
export interface TracedIncident {
  /** Unix milliseconds. */
  atMs: number;
  type: string;
  summary: string;
}

/** Encoded video of a robot's camera in one format; it begins with a key frame. */
export interface TracedVideo {
  streamId: string;
  /** `ftyp` and `moov` of an MP4. */
  header: Uint8Array;
  frames: readonly {
    /** When the frame is shown, in Unix milliseconds. */
    atMs: number;
    isKey: boolean;
    /** `moof` and `mdat` of the one frame. */
    bytes: Uint8Array;
  }[];
}

/** What a robot reported and what the box decided; each list oldest first. */
export interface RobotTrace {
  robotId: string;
  samples: readonly TracedSample[];
  scans: readonly TracedScan[];
  pictures: readonly TracedPicture[];
  entries: readonly LinkedEntry[];
  incidents: readonly TracedIncident[];
  /** Video of formats other than H.264 and H.265 is left out. */
  video?: readonly TracedVideo[];
}

/** Writes traces as MCAP files, which Foxglove and other tools open. */
export interface McapFormat {
  /** Returns the whole file. */
  write(trace: RobotTrace): Promise<Uint8Array>;
}
