import type { LinkedEntry } from "../commands/chain.ts";
import type { TracedPicture, TracedSample, TracedScan } from "./robot-trace.ts";

/** An incident as a line of a trace. */
export interface TracedIncident {
  /** Unix milliseconds. */
  atMs: number;
  type: string;
  summary: string;
}

/** What a robot reported and what the box decided; each list oldest first. */
export interface RobotTrace {
  robotId: string;
  samples: readonly TracedSample[];
  scans: readonly TracedScan[];
  pictures: readonly TracedPicture[];
  entries: readonly LinkedEntry[];
  incidents: readonly TracedIncident[];
}

/** Writes traces as MCAP files, which Foxglove and other tools open. */
export interface McapFormat {
  /** Returns the whole file. */
  write(trace: RobotTrace): Promise<Uint8Array>;
}
