import type { CallFigures } from "./endpoint-port.ts";
import type { Capability, DataClass } from "./uplink-terms.ts";

/** A submission that is about to leave, and its endpoint. */
export interface EgressEntry {
  org: string;
  endpoint: string;
  host: string;
  model: string | null;
  capability: Capability | "push";
  dataClass: DataClass;
  jobId: string;
  step: string;
  bytesSent: number;
}

/** Outcome of a submission; `received` is null without an answer. */
export interface TransferOutcome {
  outcome: string;
  received: CallFigures | null;
}
