import type { EgressWire } from "./wire/uplink-answers.ts";
import type { Capability, DataClass } from "./wire/uplink.ts";
import type { StoreTransaction } from "../base/core/store.ts";
import {
  type LogPage,
  type LogPageQuery,
  type Numbered,
  NumberedLog,
  type NumberedLogParts,
} from "../base/events/numbered-log.ts";
import type { Received } from "./endpoint-port.ts";

/** A submission that is about to leave, and its endpoint. */
export interface EgressEntry {
  org: string;
  endpoint: string;
  host: string;
  model: string | null;
  capability: Capability;
  dataClass: DataClass;
  jobId: string;
  step: string;
  bytesSent: number;
}

interface TransferOutcome {
  outcome: string;
  received: Received | null;
}

/**
 * The log of what left the box: when, to which endpoint, and how much. An entry is durable before the first byte leaves;
 * without an entry, nothing is sent.
 */
export class EgressLog {
  readonly #log: NumberedLog<EgressEntry & TransferOutcome>;

  constructor(parts: NumberedLogParts) {
    this.#log = new NumberedLog("egress", parts);
  }

  start(): void {
    this.#log.start();
  }

  stop(): void {
    this.#log.stop();
  }

  /** Adds an entry; its number is for `end`. */
  begin(tx: StoreTransaction, entry: EgressEntry): number {
    return this.#log.add(tx, { ...entry, outcome: "sent", received: null });
  }

  /** Adds the outcome to an entry, unless the entry has been trimmed. */
  end(tx: StoreTransaction, at: { org: string; seq: number }, outcome: TransferOutcome): void {
    this.#log.change(tx, at, outcome);
  }

  /** A page of the organisation's entries, newest first. Fails with `invalid_query_parameter` for a cursor of another list. */
  list(org: string, page: LogPageQuery): LogPage<EgressWire> {
    return this.#log.page(org, page, wire);
  }

  /** Removes entries that are too old or too many; resolves with their number. */
  trim(): Promise<number> {
    return this.#log.trim();
  }
}

function wire(seq: number, entry: Numbered<EgressEntry & TransferOutcome>): EgressWire {
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
