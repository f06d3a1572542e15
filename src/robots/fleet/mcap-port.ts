import type { LinkedEntry } from "../commands/chain.ts";
import type { TracedSample } from "./robot-trace.ts";

/** What a robot reported and what the box decided, oldest first. */
export interface RobotTrace {
  robotId: string;
  samples: readonly TracedSample[];
  entries: readonly LinkedEntry[];
}

/** Writes traces as MCAP files, which Foxglove and other tools open. */
export interface McapFormat {
  /** Returns the whole file. */
  write(trace: RobotTrace): Promise<Uint8Array>;
}
