import type { NumberedEntry } from "../base/events/numbered-log.ts";
import type { CallFigures } from "./endpoint-port.ts";
import type { EgressWire } from "./wire/uplink-answers.ts";
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

/** Returns the stored entry with number `seq` on the wire. */
export function egressWire(
  seq: number,
  entry: NumberedEntry<EgressEntry & TransferOutcome>,
): EgressWire {
  return {
    id: String(seq),
    object: "egress.entry",
    created_at: entry.atMs / 1000,
    endpoint: entry.endpoint,
    host: entry.host,
    model: entry.model,
    capability: entry.capability,
    data_class: entry.dataClass,
    job_id: entry.jobId,
    step: entry.step,
    bytes_sent: entry.bytesSent,
    bytes_received: entry.received?.receivedBytes ?? null,
    cost: entry.received?.cost ?? null,
    outcome: entry.outcome,
  };
}
